"""A game of three documents: a rulebook of 2025, rulings of 2007, and a digest that came with the program."""

RULES = """# Tide Rulebook

## 1.0 Anchoring

An anchor holds one ship. You cannot anchor a second ship at the same berth. Ferry may wait there.

## 2.0 Burning Ships

When a ship burns, its owner gains two coins.

## 3.0 Harbour Fees

Each harbour takes a fee of one coin at the end of the turn.

## 4.0 No Berth

A ship without a berth drifts.
"""
FAQ = """# Tide Questions

## Anchors

An anchor holds one ship. You may anchor a second ship at the same berth.

## Burn

When a ship burns, its owner gains five coins.

## Berth

Ships lie at a berth.
"""
CARDS = """# Tide Card Rulings

### General Topics:

### Fees

The harbour takes its fee of one coin at the start of the turn.

### Card-by-Card Rulings:

**Ferry**

It carries two. (2007-03-01)

It carries three. This is a reversal of the earlier ruling. (2009-05-02)

**Lighthouse**

It may be seen from any harbour. (2007-03-01)
"""
DIGEST = """# Tide Digest

## 1.0 Anchoring

In short: an anchor holds one ship, and never two at the same berth.
"""
MANIFEST = """[[document]]
file = "rules.md"
key = "rules"
game = "Tide"
date = "2025"
dialect = "outline"

[[document]]
file = "faq.md"
key = "faq"
game = "Tide"
date = "2007"
kind = "faq"
dialect = "plain"

[[document]]
file = "cards.md"
key = "cards"
game = "Tide"
date = "2007"
kind = "rulings"
dialect = "rulings"

[[document]]
file = "digest.md"
key = "digest"
game = "Tide"
date = "2026"
kind = "digest"
dialect = "outline"
"""
FILES = {"rules_md": RULES, "faq_md": FAQ, "cards_md": CARDS, "digest_md": DIGEST, "corpus.toml": MANIFEST}
