# `make run` opens the demo, `make test` runs every test; both first install what is missing.
PREFIX ?= /usr/local
BUILD ?= .build
SWIFT ?= swift
# `make test CONFIGURATION=release` tests what users get: an optimised build can be wrong where a debug build is right.
CONFIGURATION ?= debug
TESTABLE = $(if $(filter release,$(CONFIGURATION)),-Xswiftc -enable-testing)
# Places that the loader has to correct, in a short list instead of 3.5 MB; glibc's loader knows it from 2.36 on.
PACKED = $(if $(shell getconf GNU_LIBC_VERSION | awk '{ split($$2, v, "."); if (v[1] > 2 || v[2] >= 36) print "yes" }'),\
	-Xlinker -z -Xlinker pack-relative-relocs)
RELEASE = -c release --static-swift-stdlib --product maraca $(PACKED)
SOURCES = Package.swift Sources Tests Benchmarks Examples

.PHONY: screens run build test deps swift lint format fuzz bench doc install deb clean

run: build
	$(BUILD)/release/maraca --demo

build: deps
	$(SWIFT) build --scratch-path $(BUILD) $(RELEASE)

test: deps
	SWIFT=$(SWIFT) CONFIGURATION=$(CONFIGURATION) Tests/all $(BUILD) $(TESTABLE)

# Debian's packages, installed as root or with sudo, else named.
deps: swift
	@scripts/install-packages

swift:
	@scripts/check-swift $(SWIFT)

lint:
	$(SWIFT) format lint --strict --parallel --recursive --configuration .swift-format $(wildcard $(SOURCES))

format:
	$(SWIFT) format --in-place --parallel --recursive --configuration .swift-format $(wildcard $(SOURCES))

# A minute of mutation for each of what reads mail; `Tests/Fuzz/run 3600 html` fuzzes one for an hour.
fuzz: deps
	Tests/Fuzz/run

# What docs/notes/performance.md tells, some twenty minutes of it. `make bench SIZES="10000 100000"` leaves the million threads out,
# `SIZES=0` all stores; `Benchmarks/run` names what else can be left out.
MESSAGES ?= 20000
SIZES ?= 10000 100000 1000000
bench: build
	$(SWIFT) build --scratch-path $(BUILD) -c release --product StoreBench
	MARACA=$(BUILD)/release/maraca BENCH=$(BUILD)/release/StoreBench Benchmarks/run $(MESSAGES) $(SIZES)

# Every screen that a test compares, as a picture, and a short session that moves. Of the states only those of the usual size are in
# the tree.
screens: deps
	$(SWIFT) build --scratch-path $(BUILD) --build-tests
	rm -f docs/screens/*.svg docs/screens/states/*.svg docs/screens/themes/*.svg
	SCREENS=$(CURDIR)/docs/screens $(SWIFT) test --scratch-path $(BUILD) --skip-build --filter "^InboxUITests\."

# What the libraries' comments say, as pages for a browser: $(BUILD)/documentation. `make doc ACCESS=package` has also what only the
# libraries themselves may call.
ACCESS ?= public
doc: deps
	$(SWIFT) package --scratch-path $(BUILD) dump-symbol-graph --minimum-access-level $(ACCESS)
	scripts/write-documentation $(BUILD)

install: build
	install -D -m 0755 $(BUILD)/release/maraca $(DESTDIR)$(PREFIX)/bin/maraca
	install -D -m 0644 scripts/maraca.desktop $(DESTDIR)$(PREFIX)/share/applications/maraca.desktop
	scripts/install-words $(BUILD)/release/maraca $(DESTDIR)$(PREFIX)/share $(PREFIX)/share

# A Debian package for machines like this one: no Swift is needed where it is installed.
deb:
	rm -rf $(BUILD)/deb
	$(MAKE) install DESTDIR=$(BUILD)/deb PREFIX=/usr
	scripts/make-deb $(BUILD)/deb $(BUILD)

clean:
	rm -rf $(BUILD)
