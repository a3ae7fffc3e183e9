#!/bin/sh
# Installs what building and testing Retake needs and this machine has not: a JDK, Maven, a C and C++ compiler to link with, and
# the Rust toolchain that rust-toolchain.toml names. Says what it installs; does nothing when all is there.
#   scripts/setup.sh [--tests]
# With --tests also what tests record a service on: PostgreSQL and Redis, which are started by the tests alone; Chromium, in which
# they open reports; and age, which opens encrypted cases.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
jdk=17

say() {
    echo "setup: $*" >&2
}

fail() {
    say "$*"
    exit 1
}

# The version of a JDK by its compiler: 17 of "javac 17.0.15", 8 of "javac 1.8.0".
javac_version() {
    "$1" -version 2>&1 | sed -n 's/^javac \(1\.\)\{0,1\}\([0-9]*\).*/\2/p' | head -n 1
}

has_jdk() {
    javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
    command -v "$javac" >/dev/null && [ "$(javac_version "$javac" || echo 0)" -ge "$jdk" ]
}

tests=
if [ "$*" = --tests ]; then
    tests=yes
elif [ $# -gt 0 ]; then
    fail "usage: scripts/setup.sh [--tests]"
fi

# --- packages of the system ---

packages=
if ! has_jdk; then
    [ -z "${JAVA_HOME:-}" ] || fail "JAVA_HOME is $JAVA_HOME, but there is no JDK $jdk or later; correct or unset it"
    packages="$packages openjdk-$jdk-jdk-headless"
fi
command -v mvn >/dev/null || packages="$packages maven"
command -v cc >/dev/null || packages="$packages gcc libc6-dev"
# What fuzz targets are linked with is written in C++.
command -v c++ >/dev/null || packages="$packages g++"
if [ -n "$tests" ]; then
    [ -n "$(ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null)" ] || command -v initdb >/dev/null ||
        packages="$packages postgresql"
    command -v redis-server >/dev/null || packages="$packages redis-server"
    command -v chromium >/dev/null || packages="$packages chromium"
    command -v age >/dev/null || packages="$packages age"
fi

if [ -n "$packages" ]; then
    command -v apt-get >/dev/null ||
        fail "missing:$packages (names of Debian); there is no apt-get here, so install them in your system's way"
    if [ "$(id -u)" -eq 0 ]; then
        as_root=
    elif command -v sudo >/dev/null; then
        as_root=sudo
    else
        fail "missing:$packages; run as root: apt-get install -y$packages"
    fi
    say "installing$packages"
    quietly() {
        log=$(mktemp)
        # At this run level, what is installed is not started.
        if ! $as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 "$@" >"$log" 2>&1; then
            cat "$log" >&2
            rm -f "$log"
            return 1
        fi
        rm -f "$log"
    }
    quietly apt-get -q update || fail "apt-get update failed, see above"
    # Releases of Debian differ in which JDK they carry.
    case $packages in
    *openjdk*)
        apt-cache show "openjdk-$jdk-jdk-headless" >/dev/null 2>&1 ||
            packages=$(echo "$packages" | sed "s/openjdk-$jdk-jdk-headless/default-jdk-headless/")
        ;;
    esac
    # shellcheck disable=SC2086 # a list of names
    quietly apt-get -q install -y --no-install-recommends $packages || fail "apt-get install$packages failed, see above"
    has_jdk || fail "there is still no JDK $jdk or later; install one and set JAVA_HOME to it"
fi

# --- Rust ---

channel=$(sed -n 's/^channel = "\(.*\)"/\1/p' "$root/rust-toolchain.toml")
if command -v rustup >/dev/null; then
    if ! rustup toolchain list | grep -q "^$channel-"; then
        say "installing the Rust toolchain $channel"
        rustup toolchain install "$channel" --profile minimal --component clippy --component rustfmt
    fi
elif command -v cargo >/dev/null; then
    version=$(cargo --version | sed -n 's/^cargo \([0-9]*\.[0-9]*\).*/\1/p')
    oldest=$(printf '%s\n%s\n' "$version" "${channel%.*}" | sort -V | head -n 1)
    [ "$oldest" = "${channel%.*}" ] ||
        fail "cargo $version is too old, ${channel%.*} is needed; install rustup (https://rustup.rs)"
else
    fail "there is no cargo; install rustup (https://rustup.rs)"
fi
