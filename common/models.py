from django.db import models


class Banner(models.Model):
    """The single row with what the host tells everyone on top of each page."""

    text = models.CharField(max_length=300)
    until = models.DateTimeField(null=True)  # None: until the host removes it

    def __str__(self) -> str:
        return self.text


class Heartbeat(models.Model):
    """When something last happened, by the database's clock, in a row each (`common.processes.heartbeat`)."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at}"
