// Possible mutants of the modules named in argv, as JSON lines: [module, first byte, byte after it, new text].
import { readFileSync } from "node:fs";
import { parseAst } from "@rollup/wasm-node/parseAst";

const SWAPPED = {
  "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===",
  "&&": "||", "||": "&&", "??": "&&",
}; // prettier-ignore

function* mutants(node, text) {
  const source = (part) => text.slice(part.start, part.end);
  if (node.operator in SWAPPED && node.right && node.left) {
    const between = text.slice(node.left.end, node.right.start);
    const swapped = between.replace(node.operator, SWAPPED[node.operator]);
    yield [node, `(${source(node.left)}${swapped}${source(node.right)})`];
  } else if (node.type === "UnaryExpression" && node.operator === "!") yield [node, source(node.argument)];
  else if (node.type === "Literal" && typeof node.value === "number") yield [node, `${node.value + 1}`];
  else if (node.type === "Literal" && typeof node.value === "boolean") yield [node, `${!node.value}`];
  else if (node.type === "ExpressionStatement" && !node.directive) yield [node, ";"];
  else if (node.type === "ReturnStatement" && node.argument) yield [node, "return null;"];
  else if (node.type === "IfStatement" || node.type === "ConditionalExpression")
    yield [node.test, `!(${source(node.test)})`];
  for (const child of Object.values(node).flat()) if (child?.type) yield* mutants(child, text);
}

for (const path of process.argv.slice(2)) {
  const text = readFileSync(path, "utf-8");
  const bytes = (length) => Buffer.byteLength(text.slice(0, length));
  for (const [node, now] of mutants(parseAst(text), text))
    console.log(JSON.stringify([path, bytes(node.start), bytes(node.end), now]));
}
