import type { JsonObject } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { FileError } from './file-error.ts';
import type { FileNode } from './file-tree.ts';
import { ParseBudget } from './parse-budget.ts';
import { writeYaml } from './write-yaml.ts';
import { readYaml } from './yaml-text.ts';

const fence = '---\n';

/** Text as files store it: line feeds, none of them at the end. */
export function fileText(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  let end = lines.length;
  // A pattern would scan each run of line feeds repeatedly.
  while (lines[end - 1] === '\n') end -= 1;
  return lines.slice(0, end);
}

/** Front matter, a blank line, the body and one line feed. */
export function writeFrontMatter(head: JsonObject, body: string): string {
  const text = fileText(body);
  return `${fence}${writeYaml(head)}${fence}${text === '' ? '' : `\n${text}\n`}`;
}

export interface FrontMatter {
  head: FileNode;
  body: string;
  /** Offset of the body. */
  bodyOffset: number;
}

/** Throws FileError. */
export function readFrontMatter(
  text: string,
  budget: ParseBudget = new ParseBudget(),
): FrontMatter {
  const fix = 'Begin the file with front matter between two lines of three hyphens.';
  if (!text.startsWith(fence)) {
    const message = 'The file does not begin with front matter.';
    throw new FileError('front_matter_missing', 0, message, fix);
  }
  const close = text.startsWith(fence, fence.length)
    ? fence.length - 1
    : text.indexOf('\n---', fence.length - 1);
  const end = close + '\n---'.length;
  const closed = close >= 0 && (end === text.length || text[end] === '\n');
  if (!closed) {
    const message = 'The front matter does not end: a line of three hyphens is missing.';
    throw new FileError('front_matter_missing', 0, message, fix);
  }
  if (close > limits.frontMatterChars) {
    const message = `Front matter has ${limits.frontMatterChars} characters at most.`;
    throw new FileError('file_too_large', 0, message, 'Shorten it.');
  }
  const head = shifted(text.slice(fence.length, close + 1), budget);
  const after = text.startsWith('\n', end) ? end + 1 : end;
  const bodyOffset = text.startsWith('\n', after) ? after + 1 : after;
  const body = fileText(text.slice(bodyOffset));
  return { head, body, bodyOffset };
}

/** Offsets count from the start of the file. */
function shifted(yaml: string, budget: ParseBudget): FileNode {
  try {
    return moved(readYaml(yaml, budget), fence.length);
  } catch (error) {
    if (!(error instanceof FileError) || error.offset === null) throw error;
    throw new FileError(error.issue.code, error.offset + fence.length, error.message, error.fix);
  }
}

function moved(node: FileNode, by: number): FileNode {
  const offset = node.offset + by;
  if (node.kind === 'scalar') return { ...node, offset };
  if (node.kind === 'list') {
    return { kind: 'list', offset, items: node.items.map((item) => moved(item, by)) };
  }
  const entries = node.entries.map(({ key, offset: at, value }) => ({
    key,
    offset: at + by,
    value: moved(value, by),
  }));
  return { kind: 'map', offset, entries };
}
