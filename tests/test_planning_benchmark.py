"""The study of plans goes on where it was stopped."""

import json
from pathlib import Path

import pytest

from benchmarks import planning

SHEETS = Path(__file__).parents[1] / "python/forethought/gdl/sheets"


def run(folder: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    arguments = ["planning", str(folder), "--seconds", "20", "--out", str(out)]
    monkeypatch.setattr("sys.argv", arguments)
    planning.main()
    lines = (out / "plans.jsonl").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line]


def test_results_are_kept_and_a_cut_line_is_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, out = tmp_path / "sheets", tmp_path / "out"
    folder.mkdir()
    for name in ("hanoi", "maze", "nim"):
        text = (SHEETS / f"{name}.kif").read_text(encoding="utf-8")
        (folder / f"{name}.kif").write_text(text, encoding="utf-8")
    first = run(folder, out, monkeypatch)
    assert [json.loads(line)["sheet"] for line in first] == ["hanoi", "maze", "nim"]
    assert run(folder, out, monkeypatch) == first
    stored = out / "plans.jsonl"
    stored.write_text(stored.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    again = run(folder, out, monkeypatch)
    assert again[:2] == first[:2]
    assert json.loads(again[-1])["sheet"] == "nim"
    table = (out / "table.md").read_text(encoding="utf-8")
    assert "Plans for 2 rule sheets of one role" in table
    assert "| hanoi | 100 | 100 | yes | 100 |" in table
