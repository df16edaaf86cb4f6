#!/usr/bin/env python3
"""A host of a playout engine, written from the engine's manifest and the documents alone.

    engine_host.py MANIFEST job LANES PER_LANE SEED MAX_STEPS [FACT...]   words of a job, a hex number a line
    engine_host.py MANIFEST report JOB_WORDS REPORT_WORDS                 the report of these words, as JSON

The start state is the initial one, or the one in which exactly the given facts hold. Its words and the report's are
described in hdl/INTERFACE.md; `mix` and the origin of random bits in docs/PLAYOUTS.md. Nothing but Python's library.
"""

import json
import sys

WORD = 0xFFFFFFFF
LONG = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15


def mix(value):
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & LONG
    value = (value ^ value >> 27) * 0x94D049BB133111EB & LONG
    return value ^ value >> 31


def origin(seed, first_stream, generators):
    return (mix(seed) + first_stream * generators * GOLDEN) & LONG


def start(manifest, facts):
    """The bits of a state."""
    if not facts:
        return [bit["init"] for bit in manifest["bases"]]
    bits = []
    for base in manifest["bases"]:
        text = base["fact"]
        names = terms(text[4:-1]) if text.startswith("(or ") else [text]
        bits.append(any(name in facts for name in names))
    return bits


def terms(text):
    """The terms of a list: those at its top."""
    found, depth, term = [], 0, ""
    for char in text + " ":
        depth += (char == "(") - (char == ")")
        if char == " " and depth == 0:
            found.append(term)
            term = ""
        else:
            term += char
    return found


def words_of_state(bits, count):
    words = [0] * count
    for number, bit in enumerate(bits):
        words[number // 32] |= int(bit) << number % 32
    return words


def job(manifest, lanes, per_lane, seed, max_steps, facts):
    begin = origin(seed, 0, manifest["generators"])
    state = start(manifest, facts)
    values = {
        "tag": [0xC0FFEE],
        "lanes": [lanes],
        "per_lane": [per_lane],
        "step_limit": [max_steps],
        "origin": [begin & WORD, begin >> 32],
    }
    words = []
    for field in manifest["job"]:
        name, count = field["field"], field["words"]
        words += words_of_state(state, count) if name == "state" else values[name]
    assert len(words) == manifest["job_words"], "a job has other words than its fields"
    return words


def tally(manifest, counters):
    """What counters say, by role and goal value."""
    named = {info["counts"]: value for info, value in zip(manifest["counters"], counters) if info["counts"] != "goal"}
    goals, undefined = {}, {}
    for role in manifest["roles"]:
        values = {}
        for goal in range(role["first_goal"], role["first_goal"] + role["num_goals"]):
            (counter,) = [i for i, info in enumerate(manifest["counters"]) if goal in info.get("goals", [])]
            values[str(manifest["goals"][goal]["value"])] = counters[counter]
        goals[role["name"]] = values
        undefined[role["name"]] = named["finished"] - sum(values.values())
    return {**named, "goals": goals, "undefined": undefined}


def fill(manifest, counters, playouts):
    """Puts what follows in the place of counters that the engine leaves at zero."""
    names = [info["counts"] for info in manifest["counters"]]
    uncounted = manifest.get("uncounted", [])
    assert all(counters[i] == 0 for i in uncounted), "an uncounted counter is not zero"
    if names.index("finished") in uncounted:
        cut = counters[names.index("truncated")] + counters[names.index("stuck")]
        counters[names.index("finished")] = playouts - cut
    for rest in manifest.get("rests", []):
        others = sum(counters[other] for other in rest["others"])
        counters[rest["counter"]] = counters[names.index("finished")] - others


def joint(manifest, code):
    """The joint move that a code of the initial state stands for."""
    moves, legal = manifest["moves"], manifest["legal_at_start"]
    made = {}
    for pick in manifest["first_moves"]["picks"]:
        number, code = code & ((1 << pick["bits"]) - 1), code >> pick["bits"]
        for of_role in pick["moves"]:
            among = [move for move in of_role if move in legal]
            if among:
                made[moves[among[number]]["role"]] = among[number]
    for role in range(len(manifest["roles"])):
        if role not in made:
            (made[role],) = [move for move in legal if moves[move]["role"] == role]
    return {manifest["roles"][role]["name"]: moves[move]["move"] for role, move in made.items()}


def report(manifest, job_words, words):
    words = iter(words)
    take = lambda count: [next(words) for _ in range(count)]
    long = lambda low, high: low | high << 32
    out = {}
    for field in manifest["report"]:
        name, count = field["field"], field["words"]
        if name == "tag":
            (tag,) = take(count)
            assert tag == job_words[0], "the report of another job"
        elif name == "counters":
            halves = take(count)
            counters = [long(*halves[i : i + 2]) for i in range(0, count, 2)]
            fill(manifest, counters, job_words[1] * job_words[2])
            out.update(tally(manifest, counters))
        elif name == "first_moves":
            first = []
            while (code := next(words)) != field["end"]:
                first.append({"moves": joint(manifest, code), **tally(manifest, take(count - 1))})
            out["first_moves"] = first
        elif name == "flags":
            (flags,) = take(count)
            out["overflow"], out["refused"] = bool(flags & 1), bool(flags & 2)
        elif name == "clocks":
            out["clocks"] = long(*take(count))
        else:
            raise ValueError(f"a field that this host does not know: {name}")
    assert next(words, None) is None, "words behind the end of the report"
    return out


def read_words(path):
    with open(path, encoding="ascii") as file:
        return [int(line, 16) for line in file]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        manifest = json.load(file)
    if sys.argv[2] == "job":
        numbers = [int(text) for text in sys.argv[3:7]]
        for word in job(manifest, *numbers, sys.argv[7:]):
            print(f"{word:08x}")
    else:
        print(json.dumps(report(manifest, *map(read_words, sys.argv[3:5]))))


main()
