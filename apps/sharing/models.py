"""The pictures that we store."""

from django.db import models

from accounts.models import User


class Picture(models.Model):
    """A PNG by what it shows (`sharing.pictures.stored`): drawn once for all processes, deleted when it is old."""

    key = models.CharField(max_length=64, primary_key=True)
    png = models.BinaryField()
    made_at = models.DateTimeField(db_index=True)
    people = models.ManyToManyField(User, related_name="+")  # those it names

    def __str__(self) -> str:
        return self.key
