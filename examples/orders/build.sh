#!/bin/sh
# Builds the service and what it depends on into OUT (target/ here by default):
#   OUT/orders.jar  OUT/backends.jar  OUT/lib/*.jar  OUT/variants/NAME.jar
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
javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
mkdir -p "$out/checked"
(cd "$out/checked" && "$jar" -xf "$out/orders.jar" BOOT-INF/lib)
cp "$out"/lib/*.jar "$out/checked/BOOT-INF/lib"
(cd "$out/checked/BOOT-INF/lib" && sha256sum --check --strict --quiet "$root/checksums.sha256") ||
    fail "a library is not the one in checksums.sha256"
[ "$(find "$out/checked" -name '*.jar' | wc -l)" -eq "$(wc -l <"$root/checksums.sha256")" ] ||
    fail "there are libraries that are not in checksums.sha256"

# A variant is the service with the variant's patch applied.
rm -rf "$out/variants"
mkdir "$out/variants"
for variant in "$root"/variants/*; do
    name=$(basename "$variant")
    work=$out/checked/$name
    mkdir -p "$work/BOOT-INF/classes"
    cp -r "$root/service" "$work"
    # Inside a repository git would take the paths from its root, and pass over what it does not find there.
    (cd "$work" && GIT_CEILING_DIRECTORIES=$out/checked git apply "$variant/change.patch") ||
        fail "variant $name: change.patch does not fit the service any more"
    find "$work/service" -name '*.java' | sed 's/.*/"&"/' >"$work/sources"
    "$javac" -proc:none -nowarn -parameters -g --release 17 -encoding UTF-8 -cp "$out/checked/BOOT-INF/lib/*" \
        -d "$work/BOOT-INF/classes" "@$work/sources" 2>"$work/javac.log" || {
        cat "$work/javac.log" >&2
        fail "variant $name does not compile"
    }
    cp "$out/orders.jar" "$work/$name.jar"
    "$jar" -uf "$work/$name.jar" -C "$work" BOOT-INF/classes
    mv "$work/$name.jar" "$out/variants"
done
rm -rf "$out/checked"
touch "$out/built"
