import django.utils.timezone
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def keep_the_newest(apps, _editor):
    """Of the turns of a game that nobody has looked at yet."""
    Due = apps.get_model("plans", "Due")
    newest = Due.objects.filter(game=OuterRef("game")).order_by("-version", "-pk").values("pk")[:1]
    Due.objects.exclude(pk=Subquery(newest)).delete()


class Migration(migrations.Migration):

    dependencies = [("plans", "0001_initial")]

    operations = [
        migrations.RunPython(keep_the_newest, migrations.RunPython.noop),
        migrations.AddField(
            model_name="due",
            name="at",
            field=models.DateTimeField(db_index=True, default=django.utils.timezone.now),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="due",
            name="game",
            field=models.OneToOneField(on_delete=models.deletion.CASCADE, related_name="+", to="games.game"),
        ),
    ]
