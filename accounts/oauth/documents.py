"""Documents in which apps find our addresses and abilities."""

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.models import Token
from accounts.oauth.registry import IDENTITY


def addresses() -> dict[str, str]:
    """Of the pages and endpoints of OAuth, by what they are."""
    names = {"authorization": "authorize", "token": "token", "revocation": "revoke", "userinfo": "userinfo"}
    return {name: settings.SITE_URL + reverse(f"oauth_{page}") for name, page in names.items()}


@require_safe
def discovery(_request: HttpRequest) -> JsonResponse:
    """OpenID Connect Discovery, and RFC 8414."""
    prove = ["client_secret_basic", "client_secret_post", "none"]
    document = {f"{name}_endpoint": address for name, address in addresses().items()} | {
        "issuer": settings.SITE_URL,
        "jwks_uri": settings.SITE_URL + reverse("oauth_keys"),
        "scopes_supported": [*IDENTITY, *Token.Scope.values],
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "token_endpoint_auth_methods_supported": prove,
        "revocation_endpoint_auth_methods_supported": prove,
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "claims_supported": ["sub", "name", "preferred_username", "profile", "email", "email_verified"],
        "request_uri_parameter_supported": False,
        "service_documentation": settings.SITE_URL + reverse("api:try_it"),
    }
    answer = JsonResponse(document)
    answer["Access-Control-Allow-Origin"] = "*"
    return answer
