# Omena. `make run` starts it, `make test` tests it; each installs what it needs (Debian, as root or
# with sudo). The work is done by the tools called here; a recipe is a line or two.
PORT ?= 8750
DATA ?=
SWIFT_BIN := $(or $(patsubst %/,%,$(dir $(shell command -v swift 2>/dev/null))),/opt/swift/usr/bin)
export PATH := $(PATH):$(SWIFT_BIN)

SOURCES := Package.swift $(shell find Sources -name '*.swift' -o -name '*.h' -o -name '*.modulemap')
VENV := .venv/.ready
STAMPS := .build/stamps

.PHONY: run build test check format lint wasm dist fuzz bench clean
.DEFAULT_GOAL := build

-include Makefile.wasm
$(WASM)/Domain.swiftmodule $(WASM)/HTML.swiftmodule: | $(STAMPS)/packages-build

run: build ; @Tools/run "$(PORT)" "$(DATA)"

build: bin/omena dist

# Everything: lint, native tests, browser build and size, browser and command tests, faults.
test check: ; @Tools/test

format: ; swift format -i -p -r Sources Tests Package.swift

lint: ; swift format lint -s -p -r Sources Tests Package.swift && Tools/check-style

# Two minutes for each parser; Tests/Fuzz/run says more.
fuzz: $(STAMPS)/packages-build ; @Tests/Fuzz/run

bench: build $(VENV) ; @Tools/bench

clean: ; rm -rf .build bin dist .venv

# A release build; the order of a new binary and its name is a rename, so a running one stays whole.
bin/omena: $(SOURCES) $(STAMPS)/packages-build
	@mkdir -p bin
	swift build -c release --static-swift-stdlib --product omena
	cp .build/release/omena bin/omena.new && mv bin/omena.new bin/omena

# The sample decks, which the server reads at its first start.
dist: dist/samples.json
SAMPLES := $(wildcard Data/samples/*.tsv Data/samples/*.json Sources/sampler/*.swift)
dist/samples.json: $(SAMPLES) | $(STAMPS)/packages-build
	@mkdir -p dist
	swift build -c release --static-swift-stdlib --product sampler
	.build/release/sampler Data/samples dist/samples.json

$(STAMPS)/packages-%: Tools/packages.txt Tools/setup
	@Tools/setup $*
	@mkdir -p $(STAMPS) && touch $@

$(VENV): Tests/Browser/requirements.txt $(STAMPS)/packages-test
	python3 -m venv --clear .venv
	.venv/bin/pip install -q --disable-pip-version-check -r Tests/Browser/requirements.txt
	@touch $@
