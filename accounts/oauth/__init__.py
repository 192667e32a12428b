"""“Sign in with Boneyard”: allauth's OpenID provider, with our scopes, tokens and pages."""
