"""Positions as SVG, laid out and drawn as on the pages (static/js/geometry, static/css/tiles.css)."""
