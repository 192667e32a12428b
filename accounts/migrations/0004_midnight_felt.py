from django.db import migrations, models

FELTS = [
    ("midnight", "Midnight blue"),
    ("petrol", "Petrol"),
    ("baize", "Green baize"),
    ("walnut", "Walnut"),
    ("slate", "Slate"),
]


def follow_the_default(apps, schema_editor):
    """Petrol was the default, so hardly anybody chose it. Players can choose it again in the settings."""
    apps.get_model("accounts", "User").objects.using(schema_editor.connection.alias).filter(felt="petrol").update(
        felt="midnight"
    )


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_plain_labels")]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="felt",
            field=models.CharField(choices=FELTS, default="midnight", max_length=10, verbose_name="table colour"),
        ),
        migrations.RunPython(follow_the_default, migrations.RunPython.noop, elidable=True),
    ]
