#!/bin/sh
# Runs `cargo test` with these arguments, and says in the end how long it took: the whole, and each test program. The same
# is kept in `suite.txt` in Cargo's target folder. Ends with Cargo's status.
set -u

folder=${CARGO_TARGET_DIR:-target}
mkdir -p "$folder" || exit 2
log=$folder/suite.log
status=$folder/suite.status
rm -f "$status"

# What Cargo says goes through a pipe. On a terminal it is coloured all the same.
if [ -t 1 ] && [ -z "${CARGO_TERM_COLOR:-}" ]; then
    export CARGO_TERM_COLOR=always
fi

begun=$(date +%s)
# A pipe has the status of its last command: that of the first goes through a file.
{
    "${CARGO:-cargo}" test "$@" 2>&1
    echo $? >"$status"
} | tee "$log"
ended=$(cat "$status") || exit 2
whole=$(($(date +%s) - begun))

# A line for each program: seconds, tests that passed, and its name, from the lines before and after its tests.
escape=$(printf '\033')
rows=$(sed "s/$escape\[[0-9;]*m//g" "$log" | awk '
    $1 == "Running" { sub(/^ *Running (unittests )?/, ""); split($0, part, /[()]/); sub(/ $/, "", part[1]); name = program(part[2]) " " part[1] }
    $1 == "Doc-tests" { name = $2 " documentation" }
    $1 == "test" && $2 == "result:" && name != "" {
        seconds = $0; sub(/.*finished in /, "", seconds); sub(/s.*/, "", seconds)
        printf "%9.2f %7d  %s\n", seconds, $4, name
        name = ""
    }
    function program(path) { sub(/.*\//, "", path); sub(/-[0-9a-f]+$/, "", path); return path }
' | sort -rn)

{
    echo "$(date +%Y-%m-%d), commit $(git rev-parse --short HEAD 2>/dev/null || echo unknown)," \
        "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo unknown) cores, status $ended"
    echo "  seconds  passed  program"
    echo "$rows"
    # Programs run one after the other; the rest of the time went into building them.
    echo "$rows" | awk -v whole="$whole" '
        { tests += $1; passed += $2 }
        END { printf "%9.2f %7d  all programs; %d s with their building\n", tests, passed, whole }'
} >"$folder/suite.txt"
echo
cat "$folder/suite.txt"
echo "(kept in $folder/suite.txt)"
exit "$ended"
