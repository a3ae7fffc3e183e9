#!/bin/sh
# Records a small web shop while customers use it, then replays the recording on three builds, with neither database nor
# network: the build that was recorded, a refactored one, and one with a bug. `make demo` builds what this needs.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
retake=${RETAKE:-$root/target/release/retake}
shop=$root/examples/shop/target
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

# The port in the line `... ready on ...:PORT` that a process writes when it is up.
port_of() {
    tries=0
    while [ "$tries" -lt 600 ]; do
        port=$(sed -n 's/.* ready on .*:\([0-9][0-9]*\)$/\1/p' "$work/$1.log" | head -n 1)
        if [ -n "$port" ]; then
            echo "$port"
            return
        fi
        kill -0 "$2" 2>/dev/null || fail "$1 did not start"
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
[ -f "$shop/load.jar" ] || fail "the shop is not built; run examples/shop/build.sh"

heading 'What does the shop depend on? Retake reads its class files.'
shown 'retake analyze shop.jar'
"$retake" analyze "$shop/shop.jar" >"$work/points.txt" 2>"$work/analyze.log" || fail 'the analysis failed'
for row in LocalDate.now randomUUID ThreadLocalRandom.nextInt Counters.lastOrderAt HttpClient.send \
    HikariDataSource.getConnection; do
    # Columns are two spaces apart.
    grep -m 1 "$row" "$work/points.txt" |
        awk -F '  +' '{ printf "%-8s  %-48.48s  %-34s %.40s\n", $2, $3, $4, $5 }'
done
echo '...'
tail -n 1 "$work/points.txt"

heading 'Record it while customers shop.'
"$java" -cp "$shop/shop.jar:$shop/lib/*" shop.Database --port 0 >"$work/database.log" 2>&1 &
database=$!
pids="$pids $database"
"$java" -cp "$shop/shop.jar:$shop/lib/*" shop.rates.Rates --port 0 >"$work/rates.log" 2>&1 &
rates=$!
pids="$pids $rates"
database_port=$(port_of database "$database")
rates_port=$(port_of rates "$rates")
settings="-Dshop.db.port=$database_port -Dshop.rates.url=http://127.0.0.1:$rates_port -Dshop.log=WARNING"

shown 'retake record --out traffic/ -- java -jar shop.jar'
# shellcheck disable=SC2086 # a list of options
"$retake" record --out "$work/traffic" -- "$java" -Dshop.port=0 $settings -jar "$shop/shop.jar" \
    </dev/null >"$work/shop.log" 2>&1 &
recording=$!
pids="$pids $recording"
port=$(port_of shop "$recording")
"$java" -jar "$shop/load.jar" --url "http://127.0.0.1:$port" --requests 400 >"$work/load.log" || fail 'the load failed'
head -n 1 "$work/load.log"
stop "$recording"
grep '^retake: recorded' "$work/shop.log" | sed "s|^retake: ||; s|$work/||" || fail 'nothing was recorded'

heading 'Stop the database and the other service. Everything below runs without them.'
stop "$database"
stop "$rates"
shown 'retake cases traffic/ --out cases/'
"$retake" cases "$work/traffic" --out "$work/cases" 2>"$work/cases.log" | head -n 1 | sed "s|$work/||"

# Replays a build; $1 is the jar, $2 the exit code to expect.
replay() {
    shown "retake replay cases/ -- java -jar $(basename "$1")"
    code=0
    # shellcheck disable=SC2086 # a list of options
    "$retake" replay "$work/cases" --url "http://127.0.0.1:$port" -- \
        "$java" "-Dshop.port=$port" $settings -jar "$1" 2>"$work/replay.log" || code=$?
    [ "$code" -eq "$2" ] || fail "the replay ended with exit code $code, not $2"
}

heading 'Replay on the build that was recorded: the same questions asked, the same answers given.'
replay "$shop/shop.jar" 0

heading 'Replay on a refactored build: a class has moved to another package, and nothing is wrong.'
replay "$shop/variants/moved-class.jar" 0

heading 'Replay on a build with a bug. Somebody changed one line in Money.java:'
grep '^[-+] ' "$shop/../variants/rounding-down/change.patch"
replay "$shop/variants/rounding-down.jar" 1
