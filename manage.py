#!/usr/bin/env python
import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dominoes_site.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:  # a setting is wrong
        sys.exit(str(error))
    except OperationalError as error:
        sys.exit(f"The database says: {error}. `manage.py doctor` says more; DATABASE_URL may be wrong.")
