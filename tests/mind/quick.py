"""Studies that imagine few worlds, for tests that don't ask how well a study judges."""

from dataclasses import replace

import pytest

from mind.analysis import study
from mind.search import exact
from tests import samples


@pytest.fixture
def quick_studies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sums and the form are the same, and small endings are solved. With BONEYARD_ALL=1 as on the site."""
    if samples.ALL:
        return
    monkeypatch.setattr(study, "JUDGE", replace(study.JUDGE, worlds=24))
    monkeypatch.setattr(exact, "BUDGET", 2_500)
    monkeypatch.setattr(study, "TIMES", 4)
    monkeypatch.setattr(study, "LUCK", 4)
