import { analyzeSync, LiquidError, type Template } from 'liquidjs';
import { limits } from '../limits.ts';
import { nearest } from '../nearest.ts';
import type { FieldError } from '../refusal.ts';
import { engines } from './liquid.ts';
import { type LiquidPiece, parseLiquid, positionOf, splitLiquid } from './liquid-source.ts';
import { isMergeVariable, mergeVariables } from './merge-context.ts';

export interface LiquidFindings {
  errors: FieldError[];
  warnings: FieldError[];
}

/** Fields that are lines of text, where nothing is escaped and no button can stand. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(['subject', 'pre_header']);

function excerptAt(source: string, offset: number): string {
  const end = source.indexOf('\n', offset);
  const line = source.slice(offset, end < 0 ? undefined : end);
  const cut = line.length > limits.liquidExcerptChars;
  return cut ? `${line.slice(0, limits.liquidExcerptChars)}…` : line;
}

/** LiquidJS says `undefined filter: x` and `tag "x" not found`; the nearest name helps on. */
function explain(message: string, field: string): { code: string; text: string } {
  const plain = message.replace(/, file:.*$|, line:\d+, col:\d+$/gs, '');
  const engine = TEXT_FIELDS.has(field) ? engines.text : engines.html;
  const filter = /^undefined filter: (.*)$/.exec(plain)?.[1];
  if (filter !== undefined) {
    const near = nearest(filter, Object.keys(engine.filters));
    const hint = near ? ` Did you mean "${near}"?` : '';
    return { code: 'unknown_filter', text: `there is no filter "${filter}".${hint}` };
  }
  const tag = /^tag "(.*)" not found$/.exec(plain)?.[1];
  if (tag !== undefined) {
    const near = nearest(tag, Object.keys(engine.tags));
    const hint = near ? ` Did you mean "${near}"?` : '';
    return { code: 'unknown_tag', text: `there is no tag "${tag}" here.${hint}` };
  }
  return { code: 'liquid_syntax', text: `${plain}.` };
}

function syntaxError(error: unknown, source: string, field: string): FieldError {
  if (!LiquidError.is(error)) throw error;
  const cause = error.originalError ?? error;
  const begin = error.token.input === source ? error.token.begin : 0;
  const { line, column } = positionOf(source, begin);
  const { code, text } = explain(cause.message, field);
  const excerpt = excerptAt(source, begin);
  const message = `Line ${line}, column ${column}: ${text} It says: ${excerpt}`;
  return { path: field, code, message };
}

const knownNames = mergeVariables.map(({ name }) => name.replace(/\.\*$/, ''));

const KEYWORDS: ReadonlySet<string> = new Set(
  'and or not contains in true false nil null empty blank reversed forloop'.split(' '),
);
const STRING = /"[^"]*"|'[^']*'/g;
/** A name, unless it is a filter's (behind `|`), an argument's (before `:`) or part of a number. */
const NAME = /\|\s*\w+|\w[\w-]*\s*:|[A-Za-z_][\w-]*(?:\.[\w-]+)*/g;
const BARE_ARGUMENT = /\bstyle\s*:\s*\w+|https?:\/\/\S+/g;
const LOCAL = /^(?:(\w[\w-]*)\s+in\s|(\w[\w-]*)\s*=|["']?(\w[\w-]*)["']?$)/;

/**
 * A quick look that most sources pass: every word in them is known. Only where one is not does
 * LiquidJS's analysis run, which counts lines from the start for each variable.
 */
function namesOnlyKnown(pieces: LiquidPiece[], also: ReadonlySet<string>): boolean {
  const locals = new Set<string>();
  for (const { kind, text, name, args } of pieces) {
    if (kind === 'text' || kind === 'opaque' || name.startsWith('end')) continue;
    if (text.includes('[') || name === 'liquid' || name === 'cycle') return false;
    if (name === 'button' && args.includes('{{')) return false;
    if (name === 'for' || name === 'assign' || name === 'capture') {
      const local = LOCAL.exec(args);
      const defined = local?.[1] ?? local?.[2] ?? local?.[3];
      if (defined !== undefined) locals.add(defined);
    }
    const bare = (kind === 'output' ? text.slice(2, -2) : args).replace(STRING, '""');
    const code = name === 'button' ? bare.replace(BARE_ARGUMENT, '') : bare;
    for (const [word] of code.matchAll(NAME)) {
      if (word.startsWith('|') || word.endsWith(':')) continue;
      const path = word.split('.');
      const root = path[0] ?? '';
      if (KEYWORDS.has(root) || locals.has(root) || also.has(root)) continue;
      if (!isMergeVariable(path)) return false;
    }
  }
  return true;
}

function unknownVariables(
  templates: Template[],
  field: string,
  also: ReadonlySet<string>,
): FieldError[] {
  const warnings: FieldError[] = [];
  for (const uses of Object.values(analyzeSync(templates).globals)) {
    for (const use of uses) {
      const path = use.segments.map((segment) =>
        typeof segment === 'object' ? '0' : String(segment),
      );
      const name = path.join('.');
      if (also.has(path[0] ?? '') || isMergeVariable(path)) continue;
      const near = nearest(name, knownNames) ?? nearest(path.slice(0, 2).join('.'), knownNames);
      const hint =
        path[0] === 'theme'
          ? 'Theme values stand only in tags of their own, as in {{ theme.link_color }}.'
          : near
            ? `Did you mean "${near}"?`
            : 'It renders blank.';
      const where = `Line ${use.location.row}, column ${use.location.col}`;
      const message = `${where}: there is no variable "${name}". ${hint}`;
      warnings.push({ path: field, code: 'unknown_variable', message });
    }
  }
  return warnings;
}

/**
 * Parses a Liquid source as it is saved: syntax errors, unknown filters and tags are errors with
 * line, column and excerpt; unknown variables are warnings with the nearest known name. `also`
 * are names that the field knows besides `mergeVariables`.
 */
export function checkLiquid(
  source: string,
  field: string,
  also: ReadonlySet<string> = new Set(),
): LiquidFindings {
  if (!source.includes('{{') && !source.includes('{%')) return { errors: [], warnings: [] };
  if (source.length > limits.liquidSourceChars) {
    const message = `A template has at most ${limits.liquidSourceChars} characters.`;
    return { errors: [{ path: field, code: 'too_long', message }], warnings: [] };
  }
  const engine = TEXT_FIELDS.has(field) ? engines.text : engines.html;
  try {
    const templates = parseLiquid(engine, source);
    const known = namesOnlyKnown(splitLiquid(source), also);
    return { errors: [], warnings: known ? [] : unknownVariables(templates, field, also) };
  } catch (error) {
    return { errors: [syntaxError(error, source, field)], warnings: [] };
  }
}
