from django.db import migrations

from accounts.skeletons import folded


def give_skeletons_anew(apps, _schema_editor):
    """Letters that look like capitals count as small ones now: “ꓮda” is Ada's twin, “bob0” is bobo's.

    Of accounts whose names look alike now the oldest has the skeleton, as in 0005.
    """
    User = apps.get_model("accounts", "User")
    known, changed = set(), {}
    people = User.objects.filter(is_guest=False, deleted_at=None).order_by("pk")
    for user in people.only("pk", "username", "skeleton").iterator():
        mine = folded(user.username)
        if mine in known:
            mine = f"{mine[:570]} {user.pk}"  # no user name has a space
        known.add(mine)
        if mine != user.skeleton:
            changed[user.pk] = mine
    for skeletons in (dict.fromkeys(changed), changed):  # first none: somebody else may still have what is theirs now
        for pk, skeleton in skeletons.items():
            User.objects.filter(pk=pk).update(skeleton=skeleton)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_browsers_from_before_are_listed")]

    operations = [migrations.RunPython(give_skeletons_anew, migrations.RunPython.noop)]
