from django.db import models


class QueueRow(models.Model):
    """A row that waits in a queue."""

    due = models.DateTimeField(db_index=True)  # when any process may claim it; a claim moves it on
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)  # how often its work has failed

    class Meta:
        abstract = True
