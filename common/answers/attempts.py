"""For pages: turns a refusal into a sentence instead of an error."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest

from common.refusals import NotFound, Refused


@dataclass(slots=True)
class Attempt:
    """*status*: of the page that shows the result."""

    status: int = 200


@contextmanager
def attempt(request: HttpRequest, form: BaseForm | None = None) -> Iterator[Attempt]:
    """Run the block. A refusal ends it, and appears in the form or as a message on the next page.

    `NotFound` passes through, because it has its own page.
    """
    tried = Attempt()
    try:
        yield tried
    except NotFound:
        raise
    except Refused as refused:
        tried.status = refused.counted().status
        if form is None:
            messages.error(request, refused.message)
        else:
            form.add_error(None, refused.message)
