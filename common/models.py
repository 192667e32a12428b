from django.db import models


class Banner(models.Model):
    """The single row with what the host tells everyone on top of each page."""

    text = models.CharField(max_length=300)

    def __str__(self) -> str:
        return self.text


class Heartbeat(models.Model):
    """The single row with the time of a worker's last sweep, by the database's clock."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at}"
