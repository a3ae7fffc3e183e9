#!/bin/sh
# Builds the service and what it depends on into OUT (target/ here by default):
#   OUT/orders.jar  OUT/service-lib/*.jar  OUT/backends.jar  OUT/lib/*.jar  OUT/variants/NAME.jar
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

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
jar=${JAVA_HOME:+$JAVA_HOME/bin/}jar
if [ ! -f "$out/built" ] ||
    [ -n "$(find "$root/pom.xml" "$root/service" "$root/backends" "$root/checksums.sha256" "$root/build.sh" -type f \
        -newer "$out/built" | head -n 1)" ]; then
    command -v mvn >/dev/null || fail "no mvn found: install Maven 3.8 or later"
    rm -rf "$out/service" "$out/backends" "$out/lib" "$out/service-lib" "$out/checked" "$out/built"
    if ! mvn -q -B -f "$root/pom.xml" "-Dorders.out=$out" package >"$out/maven.log" 2>&1; then
        cat "$out/maven.log" >&2
        fail "Maven failed, see above"
    fi

    # The libraries are exactly those that were checked when they were chosen: those in the service and those beside it.
    mkdir "$out/checked"
    (cd "$out/checked" && "$jar" -xf "$out/orders.jar" BOOT-INF/lib)
    mv "$out/checked/BOOT-INF/lib" "$out/service-lib"
    # Some are in both.
    cp "$out"/service-lib/*.jar "$out/checked"
    cp "$out"/lib/*.jar "$out/checked"
    (cd "$out/checked" && sha256sum --check --strict --quiet "$root/checksums.sha256") ||
        fail "a library is not the one in checksums.sha256"
    [ "$(find "$out/checked" -name '*.jar' | wc -l)" -eq "$(wc -l <"$root/checksums.sha256")" ] ||
        fail "there are libraries that are not in checksums.sha256"
    rm -rf "$out/checked"
    touch "$out/built"
fi

# A variant is the service with the variant's patch applied, and with its libraries beside it: 40 of them need little room.
"$java" -XX:TieredStopAtLevel=1 "$root/../tools/Variants.java" "$root" "$out" orders.jar service/src/main service-lib \
    -parameters
