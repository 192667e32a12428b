from django.db import models


class Banner(models.Model):
    """The single row with what the host tells everyone on top of each page."""

    text = models.CharField(max_length=300)

    def __str__(self) -> str:
        return self.text


class Heartbeat(models.Model):
    """The times of a worker's last sweep and of the last backup, by the database's clock, in a row each."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at}"
