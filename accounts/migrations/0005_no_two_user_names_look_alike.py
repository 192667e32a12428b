from django.db import migrations, models

from accounts.skeletons import skeleton


def give_skeletons(apps, _schema_editor):
    """Of accounts whose names look alike already the oldest has it; the others can't be imitated any further."""
    User = apps.get_model("accounts", "User")
    known = set()
    for user in User.objects.filter(is_guest=False, deleted_at=None).order_by("pk").only("pk", "username").iterator():
        mine = skeleton(user.username.casefold())
        if mine in known:
            mine = f"{mine[:570]} {user.pk}"  # no user name has a space
        known.add(mine)
        User.objects.filter(pk=user.pk).update(skeleton=mine)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_a_weekend_stays_in_its_zone'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='skeleton',
            field=models.CharField(editable=False, max_length=600, null=True),
        ),
        migrations.RunPython(give_skeletons, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='user',
            name='skeleton',
            field=models.CharField(editable=False, max_length=600, null=True, unique=True),
        ),
    ]
