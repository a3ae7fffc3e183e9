#!/bin/sh
# Records a service that takes orders (Spring Boot, MyBatis, Redis) while customers use it, then replays the recording on three
# builds, with neither database nor network: the build that was recorded, a refactored one, and one with a bug. `make demo`
# builds what this needs.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
retake=${RETAKE:-$root/target/release/retake}
load=${ORDERS_LOAD:-$root/target/release/orders-load}
orders=$root/examples/orders/target
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
work=$(mktemp -d "${TMPDIR:-/tmp}/retake-demo.XXXXXX")
pids=

# Whatever happens, nothing is left running.
cleanup() {
    for pid in $pids; do
        kill "$pid" 2>/dev/null || true
    done
    for pid in $pids; do
        wait "$pid" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

fail() {
    echo "demo: $*" >&2
    for log in "$work"/*.log; do
        [ -s "$log" ] && tail -n 5 "$log" >&2
    done
    exit 1
}

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
    bold=$(printf '\033[1m') dim=$(printf '\033[2m') plain=$(printf '\033[0m')
else
    bold='' dim='' plain=''
fi

heading() {
    printf '\n%s%s%s\n' "$bold" "$1" "$plain"
}

shown() {
    printf '%s$ %s%s\n' "$dim" "$1" "$plain"
}

# The port in the line `WHAT ready on ...:PORT` that a process writes when it is up: port_of WHAT LOG PID
port_of() {
    # The process may not have begun to write.
    : >>"$work/$2.log"
    tries=0
    while [ "$tries" -lt 600 ]; do
        port=$(sed -n "s/^$1 ready on .*:\([0-9][0-9]*\)\$/\1/p" "$work/$2.log" | head -n 1)
        if [ -n "$port" ]; then
            echo "$port"
            return
        fi
        kill -0 "$3" 2>/dev/null || fail "$1 did not start"
        tries=$((tries + 1))
        sleep 0.1
    done
    fail "$1 was not up after a minute"
}

stop() {
    kill "$1" 2>/dev/null || true
    wait "$1" 2>/dev/null || true
}

[ -x "$retake" ] || fail "$retake is not there; run make build"
[ -x "$load" ] || fail "$load is not there; run cargo build --release -p retake-e2e --bin orders-load"
[ -f "$orders/built" ] || fail "the service is not built; run examples/orders/build.sh"

heading 'What does the service depend on? Retake reads its class files.'
shown 'retake analyze orders.jar'
"$retake" analyze "$orders/orders.jar" >"$work/points.txt" 2>"$work/analyze.log" || fail 'the analysis failed'
for row in OrderController.view randomUUID nextInt 'KNOWN -> Map.get' lastOrderAt ValueOperations.increment ResponseSpec; do
    # Columns are two spaces apart; packages would make them wide.
    grep -m 1 -e "$row" "$work/points.txt" | sed -E 's/ ([a-z0-9]+[.])+([A-Z])/ \2/g' |
        awk -F '  +' '{ printf "%-8s  %-36s  %-29s  %s\n", $2, $3, $4, $5 }'
done
echo '...'
tail -n 1 "$work/points.txt"

heading 'Record it while customers order.'
"$java" -jar "$orders/backends.jar" >"$work/backends.log" 2>&1 &
backends=$!
pids="$pids $backends"
# A service that lives for seconds is up sooner without its JVM's second compiler.
settings="-XX:TieredStopAtLevel=1 -Dorders.db.port=$(port_of database backends "$backends") -Dorders.redis.port=$(port_of redis backends "$backends")"
settings="$settings -Dwarehouse.url=http://127.0.0.1:$(port_of warehouse backends "$backends")"

shown 'retake record --out traffic/ -- java -jar orders.jar'
# shellcheck disable=SC2086 # a list of options
"$retake" record --out "$work/traffic" -- "$java" -Dserver.port=0 $settings -jar "$orders/orders.jar" \
    </dev/null >"$work/orders.log" 2>&1 &
recording=$!
pids="$pids $recording"
port=$(port_of orders orders "$recording")
"$load" "http://127.0.0.1:$port" 400 100 16 >"$work/load.log" || fail 'the load failed'
head -n 1 "$work/load.log"
stop "$recording"
grep '^retake: recorded' "$work/orders.log" | sed "s|^retake: ||; s|$work/||" || fail 'nothing was recorded'

heading 'Stop the database, Redis and the other service. Everything below runs without them.'
stop "$backends"
shown 'retake cases traffic/ --out cases/'
"$retake" cases "$work/traffic" --out "$work/cases" 2>"$work/cases.log" | head -n 1 | sed "s|$work/||"

# Replays a build; $1 is the jar, $2 the exit code to expect.
replay() {
    shown "retake replay cases/ -- java -jar $(basename "$1")"
    code=0
    # shellcheck disable=SC2086 # a list of options
    "$retake" replay "$work/cases" --url "http://127.0.0.1:$port" -- \
        "$java" "-Dserver.port=$port" $settings -jar "$1" 2>"$work/replay.log" || code=$?
    [ "$code" -eq "$2" ] || fail "the replay ended with exit code $code, not $2"
}

heading 'Replay on the build that was recorded: the same questions asked, the same answers given.'
replay "$orders/orders.jar" 0

heading 'Replay on a refactored build: a method has moved into a class of its own, and nothing is wrong.'
replay "$orders/variants/extracted-class.jar" 0

heading 'Replay on a build with a bug. Somebody changed one line in OrderService.java:'
grep '^[-+] ' "$orders/../variants/rounding-down/change.patch"
replay "$orders/variants/rounding-down.jar" 1
