import { parseAst } from 'rolldown/parseAst';

/** Stands for what is filled into a sentence at run time. */
export const hole = '¦';

interface Node {
  type: string;
  start: number;
  [member: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** The text of a literal or a template, with holes; null for any other node. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  const quasis = node.quasis as { value: { cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join(hole);
}

/** Calls and members whose texts document the API, are logged, or name a fault of the program itself. */
const silentCalls: ReadonlySet<string> = new Set([
  ...['describe', 'meta', 'Error', 'TypeError', 'error', 'warn', 'info', 'debug', 'onWarning'],
]);
const silentMembers: ReadonlySet<string> = new Set([
  ...['summary', 'description', 'help', 'meaning', 'purpose', 'describe', 'note', 'notes', 'rules'],
]);

function calledName({ callee }: Node): string {
  const { name, property } = callee as { name?: string; property?: { name?: string } };
  return name ?? property?.name ?? '';
}

function isSilent(node: Node): boolean {
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    return silentCalls.has(calledName(node));
  }
  const { key, value } = node as { key?: { name?: string }; value?: Node };
  return (
    node.type === 'Property' &&
    silentMembers.has(key?.name ?? '') &&
    value?.type !== 'ArrowFunctionExpression'
  );
}

/** Whether a text ends as a sentence does, and has words enough to be one. */
function isSentence(text: string): boolean {
  const isEnded = /[.?]$/.test(text) && !text.endsWith('..');
  return isEnded && text.split(' ').filter((word) => /^[a-z]+[,;:.?]?$/i.test(word)).length > 2;
}

/** The sentences of a text; one that a hole stands for says itself elsewhere. */
function sentencesOf(text: string): string[] {
  const plain = text
    .trim()
    .replaceAll(/¦+/g, hole)
    .replace(/^¦ (?=[A-Z"])/, '');
  return plain.split(/(?<=[.?]) (?=[A-Z¦"]|[a-z]+_)/).filter(isSentence);
}

/** Each sentence that a source can say to somebody, with holes for what is filled in, by its line. */
export function sentencesIn(path: string, code: string): { place: string; sentence: string }[] {
  const found: { place: string; sentence: string }[] = [];
  const left: unknown[] = [parseAst(code, { lang: 'ts' })];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (isNode(value)) {
      if (isSilent(value)) continue;
      const text = textOf(value);
      if (text !== null && isSentence(text)) {
        const place = `${path}:${code.slice(0, value.start).split('\n').length}`;
        for (const sentence of sentencesOf(text)) found.push({ place, sentence });
      }
    }
    left.push(...Object.values(value));
  }
  return found;
}
