"""Studies: records that a person saved."""

from functools import partial

from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import View
from common import limits
from common.api.codec import JSONParser
from common.api.documented import changes, changes_by_body, reads
from common.api.pages import WhichPage, page_answer
from common.wishes import shape_of
from games.api.outputs import StudyDeal
from history import studies as kept
from history import study_view
from history.api import shapes
from history.api.past import A_PAGE


class RecordParser(JSONParser):
    largest = kept.LARGEST


class Studies(View):
    parser_classes = [RecordParser]

    @extend_schema(
        operation_id="studies_list",
        summary="List your studies",
        description="The records that you keep for study.",
        parameters=[shape_of(WhichPage)],
        responses=reads(shapes.Studies, 400, 404),
    )
    def get(self, request: Request) -> Response:
        found = kept.page_of(self.player, self.query(WhichPage).cursor, A_PAGE)
        return Response(page_answer(shapes.Studies, request, found))

    @extend_schema(
        operation_id="studies_add",
        summary="Create a study",
        description="The record must follow all rules. If it doesn't, the error shows where.",
        request=shape_of(shapes.NewStudy),
        responses=changes_by_body({201: shapes.StudyWhole}, 409, 429),
    )
    def post(self, _request: Request) -> Response:
        sent, owner = self.body(shapes.NewStudy), self.player
        limits.check("study", self.request)
        found = kept.read_value(sent.record)
        study = kept.keep(owner=owner, found=found, title=sent.title, now=timezone.now())
        return Response(shapes.StudyWhole(study).data, status=201)


class OneStudy(View):
    @extend_schema(
        operation_id="studies_view",
        summary="Get a study",
        description="A study with its deals. You can open your own, and those that others shared.",
        responses=reads(shapes.StudyWhole, 404),
    )
    def get(self, request: Request, study: str) -> Response:
        return Response(shapes.StudyWhole(kept.visible(study, request.user)).data)

    @extend_schema(
        operation_id="studies_change",
        summary="Rename or share a study",
        description="Changes only the fields that you send. A shared study has an address for everyone.",
        request=shape_of(kept.ChangedStudy),
        responses=changes_by_body(shapes.StudyWhole, 404),
    )
    def patch(self, _request: Request, study: str) -> Response:
        changed = kept.change(public_id=study, owner=self.player, wanted=self.body(kept.ChangedStudy))
        return Response(shapes.StudyWhole(changed).data)

    @extend_schema(
        operation_id="studies_delete",
        summary="Delete a study",
        description="Deletes it with its analysis. The game itself stays.",
        request=None,
        responses=changes({204: OpenApiResponse(description="The study is deleted.")}, 404),
    )
    def delete(self, _request: Request, study: str) -> Response:
        kept.mine(study, self.player).delete()
        return Response(status=204)


class StudyRound(View):
    @extend_schema(
        operation_id="studies_round",
        summary="Replay a deal of a study",
        description="The deal step by step, with all hands open.",
        responses=reads(StudyDeal, 404, 429),
    )
    def get(self, request: Request, study: str, deal: int) -> HttpResponseBase:
        seen = kept.visible(study, request.user)
        charge = partial(limits.check, "replay", request)
        return study_view.step_by_step(seen, deal, charge).answer(request._request, "application/json")
