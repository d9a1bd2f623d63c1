import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  Parser,
} from 'yaml';
import { quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { roundedText } from '../../platform/operations/rounded-number.ts';
import { FileError, roundedError } from './file-error.ts';
import type { FileEntry, FileNode } from './file-tree.ts';
import { ParseBudget } from './parse-budget.ts';

function fault(code: string, offset: number, message: string, fix: string): FileError {
  return new FileError(code, offset, message, fix);
}

function malformed(offset: number, reason: string): FileError {
  const said = reason.split(/\n| at line /, 1)[0] ?? '';
  const message = `This is not YAML: ${said}${/[.!?]$/.test(said) ? '' : '.'}`;
  return fault('yaml_malformed', offset, message, 'Correct the YAML at this place.');
}

const tooDeep = (offset: number) =>
  fault(
    'too_deep',
    offset,
    `YAML may be nested ${limits.jsonDepth} levels deep at most.`,
    'Take levels out of it.',
  );

function keyOf(node: unknown, offset: number): string {
  if (isScalar(node) && !node.anchor && !node.tag) {
    const { value, source } = node;
    if (typeof value === 'string') return value;
    if (source !== undefined && source !== '') return source;
  }
  throw malformed(offset, 'A key has to be one word or a text in quotes.');
}

function entriesOf(pairs: readonly { key: unknown; value: unknown }[], depth: number): FileEntry[] {
  const seen = new Set<string>();
  return pairs.map(({ key: keyNode, value }) => {
    const offset = (keyNode as Node | null)?.range?.[0] ?? 0;
    const key = keyOf(keyNode, offset);
    if (seen.has(key)) {
      const message = `The key ${quoted(key)} is there twice.`;
      throw fault('key_duplicate', offset, message, 'Keep one of the two.');
    }
    seen.add(key);
    return { key, offset, value: nodeOf(value, offset, depth + 1) };
  });
}

function nodeOf(node: unknown, near: number, depth: number): FileNode {
  if (node === null || node === undefined) return { kind: 'scalar', offset: near, value: null };
  const offset = (node as Node).range?.[0] ?? near;
  if (isAlias(node)) {
    const message = 'Aliases (*name) are not read here.';
    throw fault('yaml_alias', offset, message, 'Write the value out.');
  }
  const { anchor, tag } = node as { anchor?: string; tag?: string };
  if (anchor) {
    const message = 'Anchors (&name) are not read here.';
    throw fault('yaml_alias', offset, message, 'Take the anchor out.');
  }
  if (tag) throw fault('yaml_tag', offset, 'Tags (!name) are not read here.', 'Take the tag out.');
  if (depth > limits.jsonDepth) throw tooDeep(offset);
  if (isMap(node)) return { kind: 'map', offset, entries: entriesOf(node.items, depth) };
  if (isSeq(node)) {
    const items = node.items.map((item) => nodeOf(item, offset, depth + 1));
    return { kind: 'list', offset, items };
  }
  const value = isScalar(node) ? node.value : undefined;
  const plain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  if (!plain) throw malformed(offset, 'A value of this kind is not read here.');
  const rounded =
    typeof value === 'number' && isScalar(node) ? roundedText(node.source ?? '') : null;
  if (rounded !== null) throw roundedError(offset, rounded);
  return { kind: 'scalar', offset, value: value as string | number | boolean | null };
}

/** The lexer's markers of the next token, which occur in no text: mode, document, scalar, end. */
const marks: ReadonlySet<string> = new Set(['\x02', '\x18', '\x1f']);

/** Stops at the parser's first complaint. */
class FirstError extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** The source of a complaint: an offset, a range, or a token. */
type Source = number | readonly number[] | { offset: number };

function offsetOf(source: Source): number {
  if (typeof source === 'number') return source;
  return 'offset' in source ? source.offset : (source[0] ?? 0);
}

/** Stops at the first misplaced token, before the composer collects all of them. */
function* complete(tokens: Iterable<CST.Token>): Generator<CST.Token> {
  for (const token of tokens) {
    if (token.type === 'error') throw new FirstError(token.offset, token.message);
    yield token;
  }
}

/** Like `Parser.parse`, with counting. Throws FileError. */
function* tokensOf(text: string, budget: ParseBudget) {
  const parser = new Parser();
  let offset = 0;
  let open = 0;
  for (const lexeme of new Lexer().lex(text)) {
    budget.spend(
      1 + Math.floor(lexeme.length / limits.yamlPartChars),
      limits.yamlFileParts,
      offset,
    );
    if (lexeme === '[' || lexeme === '{') open += 1;
    else if (lexeme === ']' || lexeme === '}') open -= 1;
    // An error about the stack would come later and cost more.
    if (open > limits.jsonDepth) throw tooDeep(offset);
    if (!marks.has(lexeme)) offset += lexeme.length;
    yield* complete(parser.next(lexeme));
  }
  yield* complete(parser.end());
}

/**
 * Stops at the first complaint or warning. A composer would collect all of them with their stacks:
 * tens of thousands in a hostile text.
 */
function documentsOf(text: string, budget: ParseBudget): Document.Parsed[] {
  const composer = new Composer({ uniqueKeys: false, version: '1.2', schema: 'core' });
  let first: FirstError | null = null;
  // An error thrown within a map or list is caught there and reported again.
  const onError = (source: Source, _code: string, message: string) => {
    first ??= new FirstError(offsetOf(source), message);
    throw first;
  };
  Object.assign(composer, { onError });
  return [...composer.compose(tokensOf(text, budget))];
}

/** The parser recurses, and reports an exhausted stack as a fault. */
function complaint(offset: number, message: string): FileError {
  return /call stack/.test(message) ? tooDeep(offset) : malformed(offset, message);
}

function parsed(text: string, budget: ParseBudget): Document.Parsed[] {
  try {
    return documentsOf(text, budget);
  } catch (error) {
    if (error instanceof FileError) throw error;
    if (error instanceof FirstError) throw complaint(error.offset, error.message);
    if (error instanceof RangeError) throw tooDeep(0);
    throw malformed(0, error instanceof Error ? error.message : String(error));
  }
}

/**
 * Reads one YAML 1.2 document that JSON could represent: without anchors, aliases, tags and
 * duplicate keys. Throws FileError; the caller limits the length.
 */
export function readYaml(text: string, budget: ParseBudget = new ParseBudget()): FileNode {
  const [first, second] = parsed(text, budget);
  if (first === undefined) return { kind: 'map', offset: 0, entries: [] };
  const [error] = first.errors;
  if (error) throw complaint(error.pos[0], error.message);
  if (second) {
    const offset = second.range?.[0] ?? 0;
    throw malformed(offset, 'a second document begins here.');
  }
  const [warning] = first.warnings;
  if (warning) throw malformed(warning.pos[0], warning.message);
  return nodeOf(first.contents, 0, 1);
}
