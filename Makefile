# Each target is a few plain commands. What they need is set up once, in .venv, and renewed when the
# files it was made from change; needed beforehand: Python 3.11+, Rust with rustfmt and clippy, git.

PYTHON ?= python3
BIN := .venv/bin
BENCH_BIN := .venv-bench/bin
INSTALL := -m pip install --quiet --disable-pip-version-check

# Keeps a notice of the manual's theme out of every build.
export NO_MKDOCS_2_WARNING := 1

# The package is made from these. Folders count too, so that a file taken away is noticed.
SOURCES := pyproject.toml LICENSE Cargo.toml Cargo.lock \
	$(shell find crates/*/Cargo.toml crates/*/src python -not -name '__pycache__' -not -name '*.pyc' -not -name '*.so')

.PHONY: demo test test-rust test-python lint lint-rust lint-python bench docs docs-rust docs-python lock tools
.DELETE_ON_ERROR:

demo: .venv/package
	$(BIN)/python examples/demo.py

# Both languages at once: to link the package takes minutes of one processor only.
test:
	$(MAKE) --no-print-directory --jobs=2 test-rust test-python

test-rust: lint-rust docs-rust
	cargo test --workspace --locked --quiet
	cargo run --quiet --locked -p forethought-core --example gdl_fuzz 5 1 testdata/gdl/*.kif testdata/gdl/pitfalls/*.kif

test-python: lint-python docs-python
	$(BIN)/pytest --numprocesses=auto --dist=loadfile

lint: lint-rust lint-python

lint-rust: tools
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked --quiet -- -D warnings

lint-python: .venv/package
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/stubtest --allowlist tests/packaging/stubtest.txt forethought._native

bench: .venv-bench/package
	$(BENCH_BIN)/python -m benchmarks

docs: docs-rust docs-python

docs-rust: tools
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet

docs-python: .venv/package
	$(BIN)/mkdocs build --strict --quiet

# Renews the locked versions within the ranges of pyproject.toml.
lock: export UV_CUSTOM_COMPILE_COMMAND := make lock
lock: .venv/requirements
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
		--group dev pyproject.toml --output-file requirements.lock
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
		--group bench --constraints requirements.lock pyproject.toml --output-file requirements-bench.lock

.venv/requirements: requirements.lock | tools
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python $(INSTALL) --requirement requirements.lock
	touch $@

.venv-bench/requirements: requirements-bench.lock | tools
	$(PYTHON) -m venv --clear .venv-bench
	$(BENCH_BIN)/python $(INSTALL) --requirement requirements-bench.lock
	touch $@

# In release mode, and not editable: what runs is what a user would have. Maturin calls itself by name.
.venv/package .venv-bench/package: %/package: %/requirements $(SOURCES) | tools
	PATH="$(CURDIR)/$*/bin:$$PATH" $*/bin/python $(INSTALL) --no-deps --no-build-isolation .
	touch $@

tools:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "error: $(PYTHON) is not Python 3.11 or newer: name one with make PYTHON=..." >&2; exit 1; }
	@{ cargo clippy --version && cargo fmt --version; } >/dev/null 2>&1 \
		|| { echo "error: cargo with clippy and rustfmt is not on PATH: install Rust 1.88 or newer" >&2; exit 1; }
