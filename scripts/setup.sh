#!/usr/bin/env bash
# Installs the tools that are missing: nothing is touched when all are there.
set -euo pipefail

# Command and the Debian package it comes from.
tools=(verilator:verilator iverilog:iverilog yosys:yosys icepll:fpga-icestorm nextpnr-ice40:nextpnr-ice40
       berkeley-abc:berkeley-abc dot:graphviz gringo:gringo g++:g++ cc:gcc make:make python3:python3)
# Header that wave dumps need, and its package; the compiler knows where headers are.
headers=(zlib.h:zlib1g-dev)

fail() {
    echo "setup: $*" >&2
    exit 2
}

missing=()
for tool in "${tools[@]}"; do
    command -v "${tool%%:*}" >/dev/null || missing+=("${tool##*:}")
done
for header in "${headers[@]}"; do
    # Without a compiler nothing is known about headers: the package is then asked for as well.
    echo "#include <${header%%:*}>" | g++ -E -x c++ - >/dev/null 2>&1 || missing+=("${header##*:}")
done

# The devices that icetime knows are a package of their own; where it looks for them, it knows best.
if ! command -v icetime >/dev/null || icetime -d hx1k <(printf '.device 1k\n') 2>&1 | grep -q "find chipdb"; then
    missing+=(fpga-icestorm-chipdb)
fi

# Debian's Python comes without what makes environments.
if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    missing+=(python3-venv)
fi

if [ "${#missing[@]}" -gt 0 ]; then
    command -v apt-get >/dev/null || fail "missing: ${missing[*]}; install them with your package manager"
    as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "missing: ${missing[*]}; as root: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    echo "setup: installing ${missing[*]}" >&2
    install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get)
    { "${install[@]}" update -q && "${install[@]}" install -y -q --no-install-recommends "${missing[@]}"; } >&2 \
        || fail "could not install; by hand: apt-get update && apt-get install ${missing[*]}"
fi

command -v cargo >/dev/null || fail "Rust is missing; see https://rustup.rs"
for component in fmt clippy; do
    if ! cargo "$component" --version >/dev/null 2>&1; then
        name=${component/fmt/rustfmt}
        command -v rustup >/dev/null || fail "cargo $component is missing; install $name of your Rust"
        rustup component add "$name" >&2 || fail "could not install; by hand: rustup component add $name"
    fi
done

# Python packages that tests need, in an environment of their own. The copy of the list says what is in it.
folder=$(dirname "$0")
venv=$folder/../.venv
if ! cmp -s "$folder/requirements.txt" "$venv/requirements.txt"; then
    echo "setup: installing the packages of scripts/requirements.txt in .venv" >&2
    python3 -m venv --clear "$venv" >&2 || fail "no Python environment could be made in .venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$folder/requirements.txt" >&2 || fail \
        "the Python packages could not be installed: is the machine offline? By hand, when it is not: scripts/setup.sh"
    cp "$folder/requirements.txt" "$venv/requirements.txt"
fi
