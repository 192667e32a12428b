from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Hashed, compressed files; imports between ES modules are rewritten too."""

    support_js_module_import_aggregation = True
