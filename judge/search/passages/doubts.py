"""Whether the first answer answers a query, and which of its words no document has (docs/search.md, section 6)."""

from __future__ import annotations

from judge.core.tokens import WORD, words
from judge.search.stages import Found, Question
from judge.search.weights import DOUBT, MOST_AGREEING, MOST_TELLING


def doubt(question: Question, first: Found) -> float:
    """Return what speaks, above 0, for it that the first answer does not answer the query (docs/search.md)."""
    return sum(DOUBT[name] * value for name, value in doubt_features(question, first).items())


def doubt_features(question: Question, first: Found) -> dict[str, float]:
    """Return what the doubt of a first answer rests on."""
    telling = [concept for concept in question.meaning.concepts if concept.telling]
    mended = question.meaning.mended
    missing = sum(one.weight for one in telling if not one.known and one.term not in mended)
    return {
        "always": 1.0,
        "in_passage": first.judged.in_passage if first.judged else 1.0,
        "of_game": _of_game(question, first),
        "missing": missing / (sum(concept.weight for concept in telling) or 1.0),
        "words": min(len(telling), MOST_TELLING),
        "score": first.score,
    }


def _of_game(question: Question, first: Found) -> float:
    """Return what share of the best entries is of the first answer's game."""
    documents = question.about.documents
    best = [one.position for one in question.ranked[:MOST_AGREEING]]
    game, *games = (documents[row.document]["game"] for row in question.compiled.store.rows([first.position, *best]))
    return games.count(game) / max(1, len(games))


def strange_words(question: Question) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the words that no document in scope has, and those that were taken for others, as they were typed."""
    mended = question.meaning.mended
    unknown = {
        one.term for one in question.meaning.concepts if one.telling and not one.known and one.term not in mended
    }
    missing: list[str] = []
    read_as: dict[str, str] = {}
    for word in WORD.findall(question.query.text):
        for term in words(word):
            if term in unknown:
                missing.append(word)
            elif mended.get(term, term) != term:
                read_as[word] = mended[term]
    return tuple(dict.fromkeys(missing)), read_as
