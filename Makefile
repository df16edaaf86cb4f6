# The verbs of the project; `make help` lists them.
GAME    ?= games/tic_tac_toe.kif
SEED    ?= 1
CORPUS  ?= ../shared/corpus
GRINGO_CSV ?= ../shared/research/gringo.csv
RUNS    ?= 5
SECONDS ?= 600
GAMES   ?= 10000
JOBS    ?= $(shell nproc 2>/dev/null || echo 1)

NAME    := $(basename $(notdir $(GAME)))
BINARY  := target/release/gdl2hdl

# Tests replay part of the corpus where there is one; a folder that was named must be there.
CORPUS_FOR_TESTS := $(if $(wildcard $(CORPUS)/gdl)$(filter-out file,$(origin CORPUS)),GDL2HDL_CORPUS="$(abspath $(CORPUS))")

.DEFAULT_GOAL := example
.PHONY: example test lint build doc bench bench-ground bench-playouts bench-start bench-picks bench-area bench-idle bench-size bench-wide bench-hw bench-lecture metagamers calibrate bitstreams boards-check bit-flips corpus widths crosscheck stops exhaustive fuzz bless setup clean help

## example: (default) compile GAME to Verilog, simulate it in Verilator, cross-check it with the interpreter
example: setup build
	@mkdir -p out
	$(BINARY) $(GAME) -o out/$(NAME).v
	$(BINARY) record $(GAME) --playouts 20 --seed $(SEED) -o out/$(NAME).jsonl
	$(BINARY) replay $(GAME) out/$(NAME).jsonl --engine interpreter,ground,verilator
	@echo
	@echo "$(GAME) -> out/$(NAME).v and out/$(NAME).json"
	@echo "20 random playouts of the rules, played again by the Verilog: no difference."

## test: install what is missing, check the style, build the documentation, run all tests and say how long they took
test: setup lint doc
	$(CORPUS_FOR_TESTS) scripts/suite.sh --workspace --locked

## lint: formatting and clippy, warnings are errors
lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings

## build: the release binary
build:
	cargo build --release --locked -p gdl2hdl-cli

## doc: the documentation of all crates, warnings are errors
doc:
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

## bench: whole-process times of every game of CORPUS (or games/), beside GRINGO_CSV; RUNS runs each
bench: build
	cargo run --release --locked -q -p gdl2hdl-bench --bin bench -- \
	    --binary $(BINARY) --corpus "$(CORPUS)" --gringo "$(GRINGO_CSV)" --runs $(RUNS)
	$(MAKE) --no-print-directory bench-playouts bench-picks

## bench-ground: processor time and ground rules of every game of CORPUS, beside gringo in the same run
bench-ground: setup build
	cargo run --release --locked -q -p gdl2hdl-bench --bin bench_ground -- \
	    --binary $(BINARY) --corpus "$(CORPUS)" --runs $(RUNS)

## bench-playouts: playouts/s of games/ and CORPUS on one thread, beside the machine's limit and other systems
bench-playouts: build
	cargo run --release --locked -q -p gdl2hdl-bench --bin playouts -- \
	    --binary $(BINARY) --corpus "$(CORPUS)" --runs $(RUNS)

## bench-start: from the rules of games/ or CORPUS to first legal moves, to a million states/s, to the final engine
bench-start: build
	cargo run --release --locked -q -p gdl2hdl-bench --bin start -- \
	    --binary $(BINARY) --corpus "$(CORPUS)" --runs $(RUNS)

## bench-picks: 100 million picks of the fast engine for each number of moves, against their exact probabilities
bench-picks:
	cargo run --release --locked -q -p gdl2hdl-bench --bin picks

## bench-area: what the parts of the playout engine take of an iCE40 and of an ECP5, as Yosys maps them
bench-area: setup
	cargo run --release --locked -q -p gdl2hdl-bench --bin area

## bench-idle: how long boards in simulation have nothing to play while the host has jobs; two minutes
bench-idle: setup
	cargo run --release --locked -q -p gdl2hdl-bench --bin idle -- --most 1
	cargo run --release --locked -q -p gdl2hdl-bench --bin idle -- --first-moves --baud 3000000 --latency 1

## bench-wide: games with hundreds to thousands of moves: what Verilator and Icarus take for them; some minutes
bench-wide: setup build
	cargo run --release --locked -q -p gdl2hdl-bench --bin wide -- --binary $(BINARY)

## bench-size: gates and look-up tables of games/ and CORPUS, beside ABC and Yosys on the nets as built; half an hour
bench-size: setup build
	cargo run --release --locked -q -p gdl2hdl-bench --bin size -- \
	    --binary $(BINARY) --corpus "$(CORPUS)" --jobs $(JOBS)

## bench-hw: states/s of games/ on boards, as routed and simulated, beside one core of this machine, kept in docs/boards.csv; ONLY="game board", LIMIT=seconds of a build, CPU=1 for the processor alone; a day at first
bench-hw: setup build
	cargo run --release --locked -q -p gdl2hdl-bench --bin hardware -- \
	    --binary $(BINARY) --corpus "$(CORPUS)" --output out/hardware --rows docs/boards.csv --only "$(ONLY)" $(if $(LIMIT),--limit "$(LIMIT)") $(if $(CPU),--cpu)

## bench-lecture: sizes of ground games and speeds of three reasoners, on games/, beside the figures of the lecture on grounding
bench-lecture:
	cargo run --release --locked -q -p gdl2hdl-bench --bin lecture -- --runs $(RUNS)

## metagamers: every metagamer on every game of CORPUS against its trace, and what pruner and optimizer gain
metagamers: build
	cargo run --release --locked -q -p gdl2hdl-bench --bin metagamers -- \
	    --binary $(BINARY) --corpus "$(CORPUS)" --jobs $(JOBS)

## calibrate: the model of costs beside what Yosys makes of engines, and the weights that would be nearest; an hour at first
calibrate: setup
	cargo run --release --locked -q -p gdl2hdl-bench --bin calibrate -- --output out/calibrate

## bitstreams: bitstreams in out/bitstreams; what has not changed is not built again
bitstreams: setup build
	cargo run --release --locked -q -p gdl2hdl-bench --bin bitstreams -- \
	    --binary $(BINARY) --corpus "$(CORPUS)" --output out/bitstreams

## boards-check: boards of out/bitstreams in simulation, down to their bitstreams, against the fast engine
boards-check: setup build
	cargo run --release --locked -q -p gdl2hdl-bench --bin boards_check -- \
	    --binary $(BINARY) --output out/bitstreams

## bit-flips: a bitstream with multipliers in out/bitstreams with one bit flipped, a hundred times: read back, judged, played; an hour
bit-flips: setup build
	cargo run --release --locked -q -p gdl2hdl-bench --bin bit_flips -- \
	    --binary $(BINARY) --output out/bitstreams

## corpus: every trace of CORPUS on every engine, and playouts in all widths; status 3 on any difference
corpus: setup build
	cargo run --release --locked -q -p gdl2hdl-bench --bin corpus -- \
	    --binary $(BINARY) --corpus "$(CORPUS)" --jobs $(JOBS)
	$(MAKE) --no-print-directory widths

## widths: playouts of games/ and 30 games of CORPUS on the scalar engine, and in all widths of the fast one
widths: build
	cargo run --release --locked -q -p gdl2hdl-bench --bin widths -- \
	    --binary $(BINARY) --corpus "$(CORPUS)" --jobs $(JOBS)

## stops: every command stopped at 20 random moments on ten games, and large games of CORPUS; an hour. With DEADLINES=1,5,20 each with these deadlines on the largest games; two hours
stops: setup build
	cargo run --release --locked -q -p gdl2hdl-bench --bin stops -- --binary $(BINARY) --corpus "$(CORPUS)" \
	    $(if $(DEADLINES),--deadlines "$(DEADLINES)")

## crosscheck: the playout engine in Verilator, and its netlists, against the fast engine, on games/ and CORPUS
crosscheck: setup build
	cargo run --release --locked -q -p gdl2hdl-bench --bin crosscheck -- \
	    --binary $(BINARY) --corpus "$(CORPUS)" --jobs $(JOBS)
	cargo run --release --locked -q -p gdl2hdl-bench --bin picks -- --engine verilator --picks 1000000

## exhaustive: every set of up to 12 legal moves with every draw, picked in Verilator: 519 million picks, some minutes
exhaustive: setup
	@mkdir -p out/exhaustive
	cd hdl && verilator --binary --timing -fno-life -fno-life-post -Wno-fatal -Wno-lint -O3 -CFLAGS -O2 \
	    -y rtl -y tb/shared -Itb/shared --top-module playout_picker_tb \
	    -Mdir ../out/exhaustive -o bench tb/playout_picker_tb.v > ../out/exhaustive/build.log
	out/exhaustive/bench +all | tee out/exhaustive/verdict
	@grep -q '^PASS' out/exhaustive/verdict

## fuzz: readers, the whole compile path and all engines on random games and damaged texts, each for SECONDS; GAMES random and changed games beside gringo
fuzz:
	GDL2HDL_FUZZ_SECONDS=$(SECONDS) cargo test --release --locked -p gdl2hdl-tests \
	    --test end_to_end -- --nocapture fuzz_readers:: fuzz_compile:: engines_agree:: departures::
	PROPTEST_CASES=$(GAMES) cargo test --release --locked -p gdl2hdl-tests --test end_to_end -- --nocapture judged::

## bless: accept the present output as expected in all snapshot tests; then read `git diff`
bless:
	UPDATE_EXPECT=1 cargo test --workspace --locked

## setup: install the tools that are missing (Debian, Ubuntu)
setup:
	@scripts/setup.sh

## clean: remove everything that was built
clean:
	cargo clean
	rm -rf out

## help: this list
help:
	@sed -n 's/^## //p' Makefile
