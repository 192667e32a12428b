"""How somebody comes in: passwords, passkeys, second factors, and who may open which page."""
