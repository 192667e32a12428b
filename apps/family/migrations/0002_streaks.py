from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('family', '0001_initial'),
    ]

    operations = [
        migrations.RenameField('member', 'row', 'streak'),
        migrations.RenameField('member', 'longest_row', 'longest_streak'),
    ]
