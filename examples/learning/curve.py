"""Draw what `train.py` measured while it learned: `.venv/bin/python examples/learning/curve.py` writes curve.svg."""

import json
from pathlib import Path

import pygal
from pygal.style import CleanStyle

HERE = Path(__file__).parent
style = CleanStyle(background="white", plot_background="white", font_family="sans-serif")
chart = pygal.XY(
    style=style, width=720, height=380, js=[], show_x_guides=True, dots_size=3, legend_at_bottom=True,
    title="Wins against the heaviest tile", x_title="CPU seconds of training", y_title="%",
)  # fmt: skip
for game in ("block", "draw"):
    curve = json.loads((HERE / f"{game}.json").read_text())
    chart.add(game.title(), [(point["seconds"], round(100 * point["share"], 1)) for point in curve])
chart.render_to_file(str(HERE / "curve.svg"))
