#!/bin/sh
# Builds the service and what it depends on into OUT (target/ here by default):
#   OUT/orders.jar  OUT/backends.jar  OUT/lib/*.jar
# What is up to date is left alone. Needs a JDK 17 or later and, when something is to be built, Maven.
set -eu

root=$(cd "$(dirname "$0")" && pwd)
out=${1:-$root/target}
mkdir -p "$out"
out=$(cd "$out" && pwd)

fail() {
    echo "build.sh: $*" >&2
    exit 1
}

# Two builds at once would trip over each other.
if command -v flock >/dev/null; then
    exec 9>"$out/.lock"
    flock 9
fi

if [ -f "$out/built" ] &&
    [ -z "$(find "$root" -path "$out" -prune -o -type f -newer "$out/built" -print | head -n 1)" ]; then
    exit 0
fi
command -v mvn >/dev/null || fail "no mvn found: install Maven 3.8 or later"
rm -rf "$out/service" "$out/backends" "$out/lib" "$out/checked"
if ! mvn -q -B -f "$root/pom.xml" "-Dorders.out=$out" package >"$out/maven.log" 2>&1; then
    cat "$out/maven.log" >&2
    fail "Maven failed, see above"
fi

# The libraries are exactly those that were checked when they were chosen: those in the service and those beside it.
jar=${JAVA_HOME:+$JAVA_HOME/bin/}jar
mkdir -p "$out/checked"
(cd "$out/checked" && "$jar" -xf "$out/orders.jar" BOOT-INF/lib)
cp "$out"/lib/*.jar "$out/checked/BOOT-INF/lib"
(cd "$out/checked/BOOT-INF/lib" && sha256sum --check --strict --quiet "$root/checksums.sha256") ||
    fail "a library is not the one in checksums.sha256"
[ "$(find "$out/checked" -name '*.jar' | wc -l)" -eq "$(wc -l <"$root/checksums.sha256")" ] ||
    fail "there are libraries that are not in checksums.sha256"
rm -rf "$out/checked"
touch "$out/built"
