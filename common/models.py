from django.db import models


class Heartbeat(models.Model):
    """The one row that says when a worker has last looked at the clocks, by the database's own time."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at}"
