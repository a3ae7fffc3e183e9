#!/bin/sh
# Runs every fuzz target of every crate for SECONDS (60 by default), as many at once as there are processors:
#   scripts/fuzz.sh [SECONDS [TARGET...]]
# Needs the example shop, whose classes the targets start from. What is found on the way stays in target/fuzz/corpus; what
# makes a target fail stays in target/fuzz/failures, and the next run tries it first.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
seconds=${1:-60}
[ $# -eq 0 ] || shift
out=${CARGO_TARGET_DIR:-$root/target}/fuzz
cargo=${CARGO:-cargo}
host=$(rustc -vV | sed -n 's/^host: //p')

"$cargo" run --quiet --locked -p retake-analyze --features fuzz --example seeds -- \
    "$out/seeds" examples/shop/target/shop.jar

# What cargo-fuzz sets, without a sanitizer, so that the stable compiler does: there is no unsafe code to sanitize.
coverage='-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
    -Cllvm-args=-sanitizer-coverage-trace-compares -Cllvm-args=-simplifycfg-branch-fold-threshold=0'
for manifest in crates/*/fuzz/Cargo.toml; do
    RUSTFLAGS="$(echo $coverage) --cfg fuzzing -Cdebug-assertions -Ccodegen-units=1" CARGO_TARGET_DIR=$out \
        "$cargo" build --quiet --release --locked --manifest-path "$manifest" --target "$host"
done
[ $# -gt 0 ] || set -- $(for target in crates/*/fuzz/fuzz_targets/*.rs; do basename "$target" .rs; done)

export out host seconds
# A target does its work on one thread, so that the same bytes take the same way.
export RAYON_NUM_THREADS=1
run='
    target=$1
    log=$out/$target.log
    mkdir -p "$out/corpus/$target" "$out/failures/$target" "$out/seeds/$target"
    if "$out/$host/release/$target" -seed=1 "-max_total_time=$seconds" -timeout=20 -rss_limit_mb=2048 -verbosity=1 \
        "-artifact_prefix=$out/failures/$target/" "$out/corpus/$target" "$out/seeds/$target" "$out/failures/$target" \
        >"$log" 2>&1
    then
        echo "fuzz: $target: $(sed -n "s/^Done \([0-9]*\) runs in \([0-9]*\) second.*/\1 runs in \2 s/p" "$log")"
    else
        tail -n 40 "$log"
        echo "fuzz: $target failed; its input is in $out/failures/$target" >&2
        exit 255
    fi
'
printf '%s\n' "$@" | xargs -n 1 -P "$(nproc)" sh -c "$run" run
