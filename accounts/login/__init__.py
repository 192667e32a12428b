"""Login: passwords, passkeys, second factors, and access to allauth's pages."""
