import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, placeIn } from "../../static/js/look_back/address.js";

const at = (search, hash = "") => ({ pathname: "/g/abc/", search, hash });

test("a place is read from the address, also in the form of older links", () => {
  assert.deepEqual(placeIn(at("?deal=3&ply=12")), { deal: 3, ply: 12 });
  assert.deepEqual(placeIn(at("?deal=3")), { deal: 3, ply: 0 });
  assert.deepEqual(placeIn(at("", "#0.2")), { deal: 0, ply: 2 });
  assert.deepEqual(placeIn(at("?deal=3&ply=12", "#0.2")), { deal: 0, ply: 2 });
});

test("anything else in the address means the present", () => {
  for (const search of ["", "?ply=3", "?deal=x&ply=1", "?deal=-1&ply=1", "?deal=1&ply=1e3", "?deal=999999&ply=1"])
    assert.equal(placeIn(at(search)), null, search);
  assert.equal(placeIn(at("", "#side")), null);
});

test("other parameters of the address stay", () => {
  assert.equal(addressOf(at(""), { deal: 3, ply: 12 }), "/g/abc/?deal=3&ply=12");
  assert.equal(addressOf(at("?from=mail&deal=1&ply=1"), { deal: 3, ply: 12 }), "/g/abc/?from=mail&deal=3&ply=12");
  assert.equal(addressOf(at("?deal=1&ply=1", "#0.2"), null), "/g/abc/");
});
