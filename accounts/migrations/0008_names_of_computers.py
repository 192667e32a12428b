from django.db import migrations

# By level, from the second computer on: they had the first one's name and a number.
NAMES = {
    "beginner": ("Nib", "Tuft", "Bean", "Moss", "Wisp", "Crumb", "Dot"),
    "casual": ("Comma", "Ditto", "Stanza", "Verso", "Tilde", "Inkwell", "Hyphen"),
    "solid": ("Basalt", "Anvil", "Timber", "Cobalt", "Walnut", "Flint", "Saffron"),
    "good": ("Sextant", "Rubric", "Lantern", "Quarto", "Meridian", "Cipher", "Almanac"),
    "strong": ("Zenith", "Halcyon", "Umbra", "Equinox", "Nebula", "Solstice", "Eclipse"),
}


def give_names(apps, schema_editor):
    computers = apps.get_model("accounts", "User").objects.using(schema_editor.connection.alias)
    for level, names in NAMES.items():
        for number, name in enumerate(names, 2):
            computers.filter(bot_level=level, username=f"computer-{level}-{number}").update(nickname=name)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_games_in_rows")]

    operations = [migrations.RunPython(give_names, migrations.RunPython.noop)]
