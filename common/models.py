from django.db import models


class Heartbeat(models.Model):
    """The times of a worker's last sweep and of the last backup, by the database's clock, in a row each."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at}"
