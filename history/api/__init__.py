"""The history by API."""
