from django.db import models


class Heartbeat(models.Model):
    """The single row with the time of a worker's last sweep, by the database's clock."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at}"
