"""A game of three documents and a digest that came with the program: a sample of the golden run."""

from pathlib import Path

SAMPLES = Path(__file__).parents[1] / "golden_run" / "samples"
FILES = {
    path.name.replace(".md", "_md"): path.read_text(encoding="utf-8")
    for path in sorted((SAMPLES / "harbour").iterdir())
    if path.name != "asked.toml"
}
RULES, MANIFEST = FILES["rules_md"], FILES["corpus.toml"]
