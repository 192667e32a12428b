"""Studies: records that a person saved."""

from functools import partial

from django.http import HttpResponseBase
from django.utils import timezone
from rest_framework.response import Response

from accounts.api.base import View
from accounts.models import User
from common import limits
from common.api.codec import JSONParser
from common.api.documented import endpoint, nothing
from common.api.pages import WhichPage, page_answer
from games.api.outputs import StudyDeal
from history import studies as kept
from history import study_view
from history.api import shapes
from history.api.past import A_PAGE


class RecordParser(JSONParser):
    largest = kept.LARGEST


class Studies(View):
    parser_classes = [RecordParser]

    @endpoint("studies_list", "List your studies", shapes.Studies, 404)
    def get(self, player: User, wanted: WhichPage) -> Response:
        """The records that you keep for study."""
        found = kept.page_of(player, wanted.cursor, A_PAGE)
        return Response(page_answer(shapes.Studies, self.request, found))

    @endpoint("studies_add", "Create a study", {201: shapes.StudyWhole}, 409, 429)
    def post(self, sent: shapes.NewStudy) -> Response:
        """The record must follow all rules. If it doesn't, the error shows where."""
        owner = self.player
        limits.check("study", self.request)
        found = kept.read_value(sent.record)
        study = kept.keep(owner=owner, found=found, title=sent.title, now=timezone.now())
        return Response(shapes.StudyWhole(study).data, status=201)


class OneStudy(View):
    @endpoint("studies_view", "Get a study", shapes.StudyWhole, 404)
    def get(self, study: str) -> Response:
        """A study with its deals. You can open your own, and those that others shared."""
        return Response(shapes.StudyWhole(kept.visible(study, self.request.user)).data)

    @endpoint("studies_change", "Rename or share a study", shapes.StudyWhole, 404)
    def patch(self, player: User, wanted: kept.ChangedStudy, study: str) -> Response:
        """Changes only the fields that you send. A shared study has an address for everyone."""
        changed = kept.change(public_id=study, owner=player, wanted=wanted)
        return Response(shapes.StudyWhole(changed).data)

    @endpoint("studies_delete", "Delete a study", nothing("The study is deleted."), 404)
    def delete(self, study: str) -> Response:
        """Deletes it with its analysis. The game itself stays."""
        kept.mine(study, self.player).delete()
        return Response(status=204)


class StudyRound(View):
    @endpoint("studies_round", "Replay a deal of a study", StudyDeal, 404, 429)
    def get(self, study: str, deal: int) -> HttpResponseBase:
        """The deal step by step, with all hands open."""
        seen = kept.visible(study, self.request.user)
        charge = partial(limits.check, "replay", self.request)
        return study_view.step_by_step(seen, deal, charge).answer(self.request._request, "application/json")
