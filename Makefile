# Build, test and show Retake. `make help` lists what there is.

CARGO ?= cargo
TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target))
# The command carries the agent inside, so the agent is built first.
AGENT := $(TARGET)/release/libretake_agent.so
EXAMPLES := examples/shop/target examples/orders/target
DENY := $(TARGET)/tools/bin/cargo-deny

.PHONY: help setup build test proof lint unit examples deny fuzz demo bench clean
# Tests run on what was built before them.
.NOTPARALLEL:

help:
	@echo 'make build     target/release/retake, with its agent inside'
	@echo 'make test      everything that must hold: format, lints, tests, examples'
	@echo 'make proof     the tests that take too long for that: every release, every library'
	@echo 'make fuzz      every decoder on mutated input, a few minutes in all'
	@echo 'make demo      record and replay a small service, in two minutes'
	@echo 'make bench     measurements, side by side with peers'
	@echo 'make setup     install what is missing (a JDK, Maven, a linker)'
	@echo 'make clean     remove what was built'

setup:
	@scripts/setup.sh

build: setup
	@$(CARGO) build --release --locked -p retake-agent
	@RETAKE_AGENT='$(AGENT)' $(CARGO) build --release --locked -p retake
	@echo 'built $(TARGET)/release/retake'

test: build lint examples unit deny fuzz
	@echo 'make test: all is well'

proof: build examples
	@scripts/setup.sh --tests
	@scripts/runtimes.sh
	$(CARGO) test --workspace --locked --no-fail-fast -- --ignored

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

examples:
	examples/shop/build.sh
	examples/orders/build.sh

# The tests of the command need the example to record and replay.
unit: examples
	@scripts/setup.sh --tests
	@scripts/runtimes.sh
	$(CARGO) test --workspace --locked --no-fail-fast

deny: $(DENY)
	@PATH="$(dir $(DENY)):$$PATH" $(CARGO) deny --locked --log-level error check bans licenses sources

$(DENY):
	@echo 'building cargo-deny, which checks licences and sources (three minutes, once)'
	@$(CARGO) install --quiet --locked --root '$(TARGET)/tools' cargo-deny@0.20.2

# A failure here has its input in target/fuzz/failures; make it a test.
fuzz: examples
	@scripts/fuzz.sh 60 class configuration jar
	@scripts/fuzz.sh 15

demo: build examples
	@$(CARGO) build --quiet --release --locked -p retake-e2e --bin orders-load
	@RETAKE='$(TARGET)/release/retake' ORDERS_LOAD='$(TARGET)/release/orders-load' scripts/demo.sh

bench: build
	@for bench in bench/src/bin/*; do \
		$(CARGO) run --release --locked -p retake-bench --bin "$$(basename "$$bench" .rs)" || exit 1; \
	done

clean:
	$(CARGO) clean
	rm -rf $(EXAMPLES)
