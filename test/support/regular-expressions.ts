import { limits } from '@postroad/core/platform/limits';
import { parseAst } from 'rolldown/parseAst';

/** A regular expression of the sources. */
export interface FoundExpression {
  /** As a literal: `/a+/g`. */
  text: string;
  pattern: string;
  flags: string;
  /** `path:line` of its first place. */
  place: string;
}

/** What the parts of a pattern that is put together at run time can be, by file and by their code. */
export type KnownParts = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** The nodes below one, in their order. */
function nodesOf(tree: unknown): Node[] {
  const found: Node[] = [];
  const left: unknown[] = [tree];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (isNode(value)) found.push(value);
    left.push(...Object.values(value).toReversed());
  }
  return found;
}

/** The pattern and flags of a literal; null for any other node. */
function literalOf(node: Node): { pattern: string; flags: string } | null {
  const { regex } = node as { regex?: { pattern: string; flags: string } };
  return node.type === 'Literal' && regex ? regex : null;
}

/** Whether it makes a regular expression: `new RegExp(…)` or `RegExp(…)`. */
function builds({ type, callee }: Node): boolean {
  if (type !== 'NewExpression' && type !== 'CallExpression') return false;
  return isNode(callee) && callee.name === 'RegExp';
}

/** Every text that a template or an expression can give, with what is known of its parts. */
function textsOf(node: Node, partsOf: (node: Node) => readonly string[]): string[] {
  if (node.type === 'Literal') return [String(node.value)];
  if (node.type !== 'TemplateLiteral') return [...partsOf(node)];
  const quasis = node.quasis as { value: { cooked: string } }[];
  const holes = node.expressions as Node[];
  return quasis.reduce<string[]>(
    (made, { value }, index) => {
      const hole = holes[index];
      const next = hole === undefined ? [''] : partsOf(hole);
      return made.flatMap((before) => next.map((part) => before + value.cooked + part));
    },
    [''] as string[],
  );
}

/** The value of `limits.someName`, as a part of a pattern. */
function limitOf(code: string): string[] {
  const [, name = ''] = /^limits\.(\w+)$/.exec(code) ?? [];
  return Object.hasOwn(limits, name) ? [String(limits[name as keyof typeof limits])] : [];
}

/**
 * Every regular expression of a file: literals, and those put together at run time, finished with
 * what their parts can be. Throws where a part is not known.
 */
export function expressionsOf(path: string, code: string, known: KnownParts): FoundExpression[] {
  const nodes = nodesOf(parseAst(code, { lang: path.endsWith('.ts') ? 'ts' : 'js' }));
  const placeOf = ({ start }: Node) => `${path}:${code.slice(0, start).split('\n').length}`;
  const found = (node: Node, pattern: string, flags: string): FoundExpression => ({
    ...{ text: `/${pattern}/${flags}`, pattern, flags },
    place: placeOf(node),
  });
  const declared = new Map<string, string>();
  for (const { type, id, init } of nodes) {
    const literal = type === 'VariableDeclarator' && isNode(init) ? literalOf(init) : null;
    if (literal && isNode(id)) declared.set(`${String(id.name)}.source`, literal.pattern);
  }
  return nodes.flatMap((node) => {
    const literal = literalOf(node);
    if (literal) return [found(node, literal.pattern, literal.flags)];
    if (!builds(node)) return [];
    const partsOf = (part: Node) => {
      const written = code.slice(part.start, part.end);
      const parts = known[path]?.[written] ?? [declared.get(written) ?? limitOf(written)].flat();
      if (parts.length > 0) return parts;
      throw new Error(`${placeOf(part)}: what can ${written} be? Say it in the test of this name.`);
    };
    const [pattern, flags] = node.arguments as Node[];
    if (pattern === undefined) return [];
    const flag = flags === undefined ? '' : String(flags.value);
    return textsOf(pattern, partsOf).map((text) => found(node, text, flag));
  });
}
