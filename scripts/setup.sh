#!/usr/bin/env bash
# Installs the tools that are missing: nothing is touched when all are there.
set -euo pipefail

# Command and the Debian package it comes from.
tools=(verilator:verilator iverilog:iverilog yosys:yosys icepll:fpga-icestorm nextpnr-ice40:nextpnr-ice40
       dot:graphviz g++:g++ cc:gcc make:make)
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
