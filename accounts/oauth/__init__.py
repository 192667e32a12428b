"""Apps that people sign in to with their account here: allauth's OpenID provider, with our scopes, tokens and pages."""
