"""The table of questions for a reader: one page without scripts, and without anything from another host."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from judge.core.files import data_folder
from judge.server.api.endpoints import ENDPOINTS, PREFIX, Endpoint
from judge.server.api.openapi import PROBLEMS
from judge.server.api.parameters import Parameter
from judge.site.templates import Template, environment
from judge.version import __version__

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""What the page may load: nothing but its own style."""


def page() -> str:
    """Return the page."""
    template = Template(environment(data_folder("templates")), "api.html")
    questions = [_question(one) for one in ENDPOINTS]
    return template.render(questions=questions, problems=PROBLEMS, prefix=PREFIX, version=__version__)


def _question(endpoint: Endpoint) -> dict[str, Any]:
    example = f"{PREFIX}{endpoint.name}"
    return {
        "name": endpoint.name,
        "summary": endpoint.summary,
        "method": endpoint.method,
        "body": endpoint.body,
        "example": f"{example}?{endpoint.example}" if endpoint.example else example,
        "parameters": [(one, ", ".join(_limits(one))) for one in endpoint.parameters],
        "records": [record.__name__.removesuffix("Record") for record in endpoint.records],
    }


def _limits(parameter: Parameter) -> Iterator[str]:
    """Yield what a parameter may be, in words."""
    schema = parameter.schema()
    items = schema.get("items", schema)
    if parameter.required:
        yield "required"
    if "maxLength" in items:
        yield f"at most {items['maxLength']} characters"
    if "minimum" in items:
        yield f"{items['minimum']} to {items['maximum']}"
    if "enum" in items:
        yield "one of " + " ".join(items["enum"])
    if items["type"] == "boolean":
        yield "true or false"
    if "default" in items:
        yield f"default {str(items['default']).lower()}"
    if parameter.most:
        yield f"may be given {parameter.most} times"
