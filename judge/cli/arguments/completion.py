"""What the shell offers while a person types: numbers, titles, keys and games of the compiled library.

A shell asks at every press of the key, so nothing is built here: what is not compiled yet has no candidates. What is
offered lands in the person's terminal and is without control characters; titles are found without them too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from judge.core.errors import JudgeError
from judge.core.names import on_one_line
from judge.core.tokens import ARTICLE, key

if TYPE_CHECKING:
    import click

    from judge.library.store import Store

MOST = 60
"""Candidates that are offered; more would scroll away what was asked."""
SPECIAL = r"([^\w\s.,:/+-])"


def locators(context: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Offer the numbers and titles that begin with what is typed; a title may already have words before it."""
    return first_words(context, typed, context.params.get(parameter.name or "") or ())


def first_words(context: click.Context, typed: str, before: Sequence[str] = ()) -> list[str]:
    """Offer the numbers and titles that begin with some words and what is typed after them."""
    whole = " ".join([*before, typed])
    with_store = _store(context)
    if with_store is None or not whole.strip():
        return []
    offered = dict.fromkeys(_rest(text, len(before), whole) for text in _beginning_with(with_store, whole))
    return [_escaped(text) for text in offered if text][:MOST]


def documents(context: click.Context, _: click.Parameter, typed: str) -> list[str]:
    """Offer the keys of documents."""
    store = _store(context)
    return [one.key for one in store.documents() if one.key.startswith(typed)] if store else []


def games(context: click.Context, _: click.Parameter, typed: str) -> list[str]:
    """Offer the games that documents are of."""
    store = _store(context)
    names = sorted({one.game for one in store.documents() if one.game}) if store else []
    return [_escaped(name) for name in names if name.casefold().startswith(typed.casefold())]


def own_documents(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """Offer the keys of the person's own documents, as `judge list` shows them."""
    from judge.core.files import corpus_folders, user_library
    from judge.library.collection import sources

    own = user_library()
    try:
        folders = corpus_folders()
        found = sources(folders if own in folders else [own], lambda _: None)
    except JudgeError:
        return []
    keys = (source.key for source in found if source.path.parent == own)
    return [on_one_line(key) for key in keys if key.startswith(typed)]


def _store(context: click.Context) -> Store | None:
    """Return the compiled library's tables if they are there and fresh."""
    from judge.core.files import cache_folder, corpus_folders
    from judge.library.cache import open_existing

    named = context.params.get("corpus") or (context.parent.params.get("corpus") if context.parent else ()) or ()
    try:
        return open_existing(corpus_folders(named), cache_folder())
    except JudgeError:
        return None


def _beginning_with(store: Store, typed: str) -> Iterator[str]:
    """Yield the numbers, then the titles and cards' names, that begin with what is typed."""
    number = typed.strip().lower()
    if number[:1].isdigit():
        yield from store.names_beginning_with(number, ("number",), MOST)
    yield from store.names_beginning_with(key(typed), ("title", "alias", "mentioned"), MOST)


def _rest(title: str, words_before: int, typed: str) -> str:
    """Return a title from the word on that is being typed."""
    shown = title if ARTICLE.match(typed) else ARTICLE.sub("", title)
    return " ".join(shown.split()[words_before:])


def _escaped(text: str) -> str:
    """Shield marks from bash, which takes candidates as they are; zsh and fish do so themselves."""
    text = on_one_line(text)
    return re.sub(SPECIAL, r"\\\1", text) if os.environ.get("_JUDGE_COMPLETE", "").startswith("bash") else text
