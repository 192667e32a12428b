"""Addresses for whoever watches the server: is the process up, can it serve."""

import asyncio
import logging

import redis.asyncio
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse

logger = logging.getLogger(__name__)
PATIENCE = 3  # seconds


def healthz(_request: HttpRequest) -> HttpResponse:
    """The process answers; asks nothing of anybody else."""
    return HttpResponse("ok\n", content_type="text/plain")


async def readyz(_request: HttpRequest) -> HttpResponse:
    """Database and Redis (where there is one) answer: 200, else 503 and which doesn't."""
    checks = {"database": sync_to_async(_ask_database), "channels": _ask_redis}
    answers = {name: await _works(name, check) for name, check in checks.items()}
    return JsonResponse(answers, status=200 if all(answers.values()) else 503)


async def _works(name, check) -> bool:
    try:
        await asyncio.wait_for(check(), PATIENCE)
    except Exception:  # whatever it is, the answer is no
        logger.exception("not ready: %s", name)
        return False
    return True


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


async def _ask_redis() -> None:
    if settings.REDIS_URL:
        async with redis.asyncio.from_url(settings.REDIS_URL) as connection:
            await connection.ping()
