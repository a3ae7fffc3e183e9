#!/bin/sh
# Builds the shop, its load and its variants into OUT (target/ here by default):
#   OUT/shop.jar  OUT/lib/*.jar  OUT/load.jar  OUT/variants/NAME.jar
# What is up to date is left alone. Needs a JDK 17 or later and, when the shop itself is to be built, Maven.
set -eu

root=$(cd "$(dirname "$0")" && pwd)
out=${1:-$root/target}
mkdir -p "$out"
out=$(cd "$out" && pwd)

fail() {
    echo "build.sh: $*" >&2
    exit 1
}

if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    [ -x "$java" ] || fail "JAVA_HOME is $JAVA_HOME, but there is no bin/java in it"
    [ -x "$JAVA_HOME/bin/javac" ] || fail "JAVA_HOME is $JAVA_HOME, which is not a JDK: there is no bin/javac in it"
else
    java=$(command -v java) || fail "no java found: install a JDK 17 or later, or set JAVA_HOME"
    command -v javac >/dev/null || fail "no javac found: install a JDK 17 or later (not only a JRE), or set JAVA_HOME"
fi
version=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)
[ "${version:-0}" -ge 17 ] || fail "$java is version ${version:-unknown}: 17 or later is needed"

# Two builds at once would trip over each other.
if command -v flock >/dev/null; then
    exec 9>"$out/.lock"
    flock 9
fi

if [ ! -f "$out/shop.jar" ] || [ ! -d "$out/lib" ] ||
    [ -n "$(find "$root/pom.xml" "$root/src" -newer "$out/shop.jar" | head -n 1)" ]; then
    command -v mvn >/dev/null || fail "no mvn found: install Maven 3.8 or later"
    rm -rf "$out/classes" "$out/lib" "$out/shop.jar"
    if ! mvn -q -B -f "$root/pom.xml" "-Dshop.out=$out" package >"$out/maven.log" 2>&1; then
        cat "$out/maven.log" >&2
        fail "Maven failed, see above"
    fi
    touch "$out/shop.jar"
fi

# The libraries are exactly those that were checked when they were chosen.
(cd "$out/lib" && sha256sum --check --strict --quiet "$root/checksums.sha256") ||
    fail "a library in $out/lib is not the one in checksums.sha256: remove $out/lib and build again"
[ "$(find "$out/lib" -name '*.jar' | wc -l)" -eq "$(wc -l <"$root/checksums.sha256")" ] ||
    fail "there are libraries in $out/lib that are not in checksums.sha256"

# What sends requests is no part of the service.
if [ ! -f "$out/load.jar" ] || [ -n "$(find "$root/tools" -newer "$out/load.jar" | head -n 1)" ]; then
    rm -rf "$out/load"
    "${java}c" --release 17 -encoding UTF-8 -g -proc:none -d "$out/load" "$root"/tools/shop/*.java
    "$(dirname "$java")/jar" --create --file "$out/load.jar" --main-class shop.Load -C "$out/load" .
    rm -rf "$out/load"
fi

"$java" -XX:TieredStopAtLevel=1 "$root/../tools/Variants.java" "$root" "$out" shop.jar src/main lib
