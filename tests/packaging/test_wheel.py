"""What is shipped works by itself: it is built, installed and used with no source tree in sight."""

import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

import forethought as ft

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, folder: Path = ROOT) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def maturin(*arguments: str | Path) -> None:
    run(sys.executable, "-m", "maturin", *arguments)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    maturin("build", "--release", "--locked", "--interpreter", sys.executable, "--out", out)
    (built,) = out.iterdir()
    return built


@pytest.fixture(scope="module")
def clean(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that has the wheel, what it depends on, and nothing else."""
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    lock = ROOT / "requirements.lock"
    run(programs / "python", "-m", "pip", "install", "--quiet", "--constraint", lock, wheel)
    return programs


def test_one_wheel_serves_every_python(wheel: Path) -> None:
    assert re.fullmatch(rf"forethought-{re.escape(ft.__version__)}-cp311-abi3-\w+\.whl", wheel.name)


def test_the_wheel_is_typed_and_licensed(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {"forethought/py.typed", "forethought/_native.pyi"} <= set(names)
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_it_imports_in_a_clean_environment(clean: Path, tmp_path: Path) -> None:
    program = "import forethought; print(forethought.__version__, forethought.__file__)"
    version, path = run(clean / "python", "-c", program, folder=tmp_path).split()
    assert version == ft.__version__
    assert Path(path).is_relative_to(clean.parent)


@pytest.mark.skipif(find_spec("forethought.cli") is None, reason="needs forethought.cli")
def test_its_command_runs_in_a_clean_environment(clean: Path, tmp_path: Path) -> None:
    assert "forethought" in run(clean / "forethought", "--help", folder=tmp_path)


@pytest.mark.skipif(not hasattr(ft, "decide"), reason="needs forethought.decide")
def test_the_first_example_runs_in_a_clean_environment(clean: Path, tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    example = readme.split("```python\n")[1].split("```")[0]
    run(clean / "python", "-W", "error", "-c", example, folder=tmp_path)


def test_the_tests_see_the_installed_package() -> None:
    assert "site-packages" in Path(ft.__file__).parts


def test_the_source_distribution_can_be_built_from(tmp_path: Path) -> None:
    maturin("sdist", "--out", tmp_path)
    (archive,) = tmp_path.iterdir()
    with tarfile.open(archive) as files:
        # The first releases of Python 3.11 have no filters yet.
        if hasattr(tarfile, "data_filter"):
            files.extraction_filter = tarfile.data_filter
        files.extractall(tmp_path)
    folder = tmp_path / archive.name.removesuffix(".tar.gz")
    for name in ("LICENSE", "README.md", "python/forethought/py.typed"):
        assert (folder / name).is_file(), name
    # Resolves the workspace against the lock file: fails without a manifest, a lock or a crate.
    metadata = ["cargo", "metadata", "--locked", "--offline", "--no-deps", "--format-version=1"]
    described = run(*metadata, folder=folder)
    assert "forethought-core" in described
    for source in ROOT.glob("crates/*/src/**/*.rs"):
        assert (folder / source.relative_to(ROOT)).is_file(), source
