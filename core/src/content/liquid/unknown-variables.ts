import { analyzeSync, type Template } from 'liquidjs';
import { isMergeVariable } from '../text/merge-context.ts';
import { type LiquidPiece, splitLiquid } from './liquid-source.ts';
import { readTagArguments } from './tag-arguments.ts';

export interface VariableUse {
  path: string[];
  /** Offset of the tag or output in the source. */
  start: number;
}

const keywords: ReadonlySet<string> = new Set(
  'and or not contains in true false nil null empty blank reversed continue forloop'.split(' '),
);
const stringPattern = /"[^"]*"|'[^']*'/g;
/**
 * Matches names, except those of filters (after `|`), arguments (before `:`) or parts of numbers.
 */
const namePattern = /\|\s*\w+|(?<![\w-])\w[\w-]*\s*:|(?<![\w.-])[A-Za-z_][\w-]*(?:\.[\w-]+)*/g;
const localPattern = /^(?:(\w[\w-]*)\s+in\s|(\w[\w-]*)\s*=|["']?(\w[\w-]*)["']?$)/;

function localOf({ name, args }: LiquidPiece): string | undefined {
  if (name !== 'for' && name !== 'assign' && name !== 'capture') return undefined;
  const local = localPattern.exec(args);
  return local?.[1] ?? local?.[2] ?? local?.[3];
}

const address = /^(?:https?:\/\/|mailto:|tel:)/i;

/** Whether an unquoted argument is literal: a style, a URL, the words of a label. */
function isText(argument: string, text: string): boolean {
  if (argument === 'label' && !/[.[]/.test(text)) return true;
  return argument === 'style' || address.test(text);
}

/** Code in the arguments of our own tags: outputs inside text, and unquoted variables. */
function argumentCode(name: string, args: string): string {
  const pairs = name === 'component' ? args.replace(/^\s*(["'])[a-z0-9_-]+\1/, '') : args;
  return readTagArguments(pairs, name, '')
    .flatMap((argument) => {
      const { text, quoted } = argument;
      if (!quoted && !text.includes('{{')) {
        return isText(argument.name, text) ? [] : [text];
      }
      return splitLiquid(text).flatMap(({ kind, text: output }) =>
        kind === 'output' ? [output.slice(2, -2)] : [],
      );
    })
    .join(' ');
}

/** The code of a tag or output without its strings; null if words alone are ambiguous. */
function codeOf({ kind, text, name, args }: LiquidPiece): string | null {
  if (text.includes('[') || name === 'liquid' || name === 'cycle') return null;
  const ours = name === 'button' || name === 'component';
  const code = ours ? argumentCode(name, args) : kind === 'output' ? text.slice(2, -2) : args;
  return code.replace(stringPattern, '""');
}

/** All variables found by their words; null if only LiquidJS's analysis can tell. */
function quickUses(pieces: readonly LiquidPiece[]): VariableUse[] | null {
  const locals = new Set<string>();
  const uses: VariableUse[] = [];
  for (const piece of pieces) {
    const silent = piece.name === '#' || piece.name.startsWith('end');
    if (piece.kind === 'text' || piece.kind === 'opaque' || silent) continue;
    const code = codeOf(piece);
    if (code === null) return null;
    const local = localOf(piece);
    if (local !== undefined) locals.add(local);
    for (const [word] of code.matchAll(namePattern)) {
      if (word.startsWith('|') || word.endsWith(':')) continue;
      const path = word.split('.');
      const root = path[0] ?? '';
      if (!keywords.has(root) && !locals.has(root)) uses.push({ path, start: piece.start });
    }
  }
  return uses;
}

function analysedUses(templates: Template[], pieces: readonly LiquidPiece[]): VariableUse[] {
  const starts = pieces.map(({ start }) => start);
  const source = pieces.map(({ text }) => text).join('');
  const lines = [0];
  for (const match of source.matchAll(/\n/g)) lines.push(match.index + 1);
  return Object.values(analyzeSync(templates).globals).flatMap((uses) =>
    uses.map(({ segments, location }) => {
      const offset = (lines[location.row - 1] ?? 0) + location.col - 1;
      const start = starts.findLast((candidate) => candidate <= offset) ?? 0;
      const path = segments.map((part) => (typeof part === 'object' ? '0' : String(part)));
      return { path, start };
    }),
  );
}

/**
 * Variables that no mail has, each at its first use. `also` are names known besides the documented
 * ones. LiquidJS's own analysis counts lines from the start for each variable, so it runs only if
 * words alone are ambiguous.
 */
export function unknownVariables(
  pieces: readonly LiquidPiece[],
  templates: Template[],
  also: ReadonlySet<string>,
): VariableUse[] {
  const unknown = new Map<string, VariableUse>();
  for (const use of quickUses(pieces) ?? analysedUses(templates, pieces)) {
    const name = use.path.join('.');
    if (unknown.has(name) || also.has(use.path[0] ?? '') || isMergeVariable(use.path)) continue;
    unknown.set(name, use);
  }
  return [...unknown.values()];
}
