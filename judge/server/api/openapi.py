"""The table of questions as an OpenAPI document (3.1)."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from judge.records.parameters import Parameter, Schema
from judge.records.questions import LONGEST_CITING, PREFIX, QUESTIONS, QuestionSpec
from judge.server.api.schemas import Schemas
from judge.server.api.server_records import EditionRecord, HealthRecord, ProblemRecord
from judge.version import __version__

PROBLEM = "application/problem+json"
DESCRIPTION = """Rules of card games: the same records as `judge … --json`, in one envelope.

Every answer names the `edition` of the library from which it comes, which is also its `ETag`. An answer stays valid
until the edition changes, so any cache may store it. All errors have the format of RFC 9457."""
PROBLEMS = {
    400: "A parameter is missing, unknown or wrong, or names an unknown game, edition or document.",
    404: "No entry has that name; `nearest` has close matches.",
    408: "The body of the request took too long.",
    413: "The body of the request is too large.",
    414: "The address is too long.",
    500: "An error in the program.",
    503: "Too many questions are waiting, or this one took too long; `Retry-After` says when to ask again.",
}
KEPT = {
    "ETag": {"description": "The edition of the library.", "schema": {"type": "string"}},
    "Cache-Control": {"description": "How long a cache may keep the answer.", "schema": {"type": "string"}},
}
RETRY = {"Retry-After": {"description": "Seconds to wait.", "required": True, "schema": {"type": "integer"}}}


def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    schemas = Schemas()
    paths: dict[str, Any] = {PREFIX + one.name: {one.method.lower(): _operation(one, schemas)} for one in QUESTIONS}
    paths[f"{PREFIX}edition"] = {
        "get": _described("edition", "The state of the library that answers.", EditionRecord, schemas)
    }
    paths[f"{PREFIX}health"] = {"get": _described("health", "Whether this instance can answer.", HealthRecord, schemas)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "judge", "version": __version__, "description": DESCRIPTION},
        "paths": paths,
        "components": {"schemas": schemas.found},
    }


def _operation(question: QuestionSpec, schemas: Schemas) -> dict[str, Any]:
    envelope = schemas.envelope(f"{question.name.title().replace('-', '')}Answer", question.records)
    answered = {"description": "The answer.", "headers": KEPT, "content": {"application/json": {"schema": envelope}}}
    unchanged = {"description": "The edition in `If-None-Match` is current.", "headers": KEPT}
    described = {
        "operationId": question.name,
        "summary": question.summary,
        "parameters": [_parameter(one) for one in question.parameters],
    }
    if not question.body:
        return described | {"responses": {"200": answered, "304": unchanged, **_problems(schemas)}}
    text = {"text/plain": {"schema": {"type": "string", "maxLength": LONGEST_CITING}}}
    body = {"description": question.body, "required": True, "content": text}
    return described | {"requestBody": body, "responses": {"200": answered, **_problems(schemas)}}


def _described(name: str, summary: str, record: type, schemas: Schemas) -> dict[str, Any]:
    """Return the operation that says what a copy is."""
    answered = {"description": "The answer.", "content": {"application/json": {"schema": schemas.of(record)}}}
    unchanged = {"304": {"description": "The edition in `If-None-Match` is current.", "headers": KEPT}}
    responses = {"200": answered, **(unchanged if name == "edition" else {}), **_problems(schemas)}
    return {"operationId": name, "summary": summary, "parameters": [], "responses": responses}


def _parameter(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "in": "query",
        "required": parameter.required,
        "description": parameter.meaning,
        "schema": parameter.schema(),
    }


def _problems(schemas: Schemas) -> dict[str, Schema]:
    content = {PROBLEM: {"schema": schemas.of(ProblemRecord)}}
    problems: dict[str, Schema] = {
        str(status): {"description": text, "content": content} for status, text in PROBLEMS.items()
    }
    problems[str(HTTPStatus.SERVICE_UNAVAILABLE.value)]["headers"] = RETRY
    return problems
