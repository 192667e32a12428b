// What static/js/board/tile.js draws, as lists of [name, attributes, ...children], for test_tile_drawing.py.

import { drawShadow, drawTile, tilePicture } from "../../static/js/board/tile.js";

class Element {
  constructor(name) {
    this.name = name;
    this.attributes = {};
    this.children = [];
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  append(...children) {
    this.children.push(...children);
  }
  toJSON() {
    return [this.name, this.attributes, ...this.children];
  }
}

globalThis.document = { body: { dataset: {} }, createElementNS: (_space, name) => new Element(name) };

/** *wanted*: [values or null, {vertical, spinner, plain, halo}] of each. */
export const drawn = (wanted) => wanted.map(([values, how]) => [drawShadow(how), drawTile(values, how)]);

export const pictures = (wanted) => wanted.map((values) => tilePicture(values));
