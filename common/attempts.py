"""Trying what may be refused, on pages: a refusal is a sentence there, never an error."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest

from common.refusals import NotFound, Refused


@dataclass(slots=True)
class Attempt:
    """*status*: of a page that says what has come of it."""

    status: int = 200


@contextmanager
def attempt(request: HttpRequest, form: BaseForm | None = None) -> Iterator[Attempt]:
    """Try what stands in the block. A refusal ends it and is told: in the form, or as a message on the next page.

    `NotFound` goes through, as it is a page of its own.
    """
    tried = Attempt()
    try:
        yield tried
    except NotFound:
        raise
    except Refused as refused:
        tried.status = refused.status
        if form is None:
            messages.error(request, refused.message)
        else:
            form.add_error(None, refused.message)
