from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("games", "0004_who_set_the_table")]

    operations = [
        migrations.CreateModel(
            name="PartnerSignal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("text", models.CharField(max_length=4)),
                ("version", models.PositiveIntegerField()),
                ("key", models.CharField(blank=True, max_length=64)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=models.deletion.CASCADE, related_name="signals", to="games.round"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("round", "seat", "text"), name="signal_once_a_deal")
                ],
            },
        ),
    ]
