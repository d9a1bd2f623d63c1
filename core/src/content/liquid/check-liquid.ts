import { LiquidError } from 'liquidjs';
import { fieldKeyPattern } from '../../people/person-values.ts';
import { type Issue, meant } from '../../platform/issue.ts';
import { limits } from '../../platform/limits.ts';
import { nearest } from '../../platform/nearest.ts';
import { positionAt } from '../../platform/position.ts';
import { jsonDocumentTag } from '../text/json-value.ts';
import { mergeVariables } from '../text/merge-context.ts';
import { positionWords } from '../text/position-words.ts';
import { engines } from './liquid.ts';
import { cutLiquid, type LiquidPiece, nestingOf, splitLiquid } from './liquid-source.ts';
import { unknownVariables, type VariableUse } from './unknown-variables.ts';

export interface LiquidFindings {
  errors: Issue[];
  warnings: Issue[];
}

/** Fields of plain text, where nothing is escaped and buttons are not allowed. */
const textFields: ReadonlySet<string> = new Set(['subject', 'pre_header']);

function excerptAt(source: string, offset: number): string {
  const end = source.indexOf('\n', offset);
  const line = source.slice(offset, end < 0 ? undefined : end);
  const cut = line.length > limits.liquidExcerptChars;
  return cut ? `${line.slice(0, limits.liquidExcerptChars)}…` : line;
}

/** Adds the nearest name to LiquidJS's `undefined filter: x` and `tag "x" not found`. */
function explain(
  message: string,
  field: string,
): { code: string; text: string; near: string | null } {
  const plain = message.replace(/, file:.*$|, line:\d+, col:\d+$/gs, '');
  const engine = textFields.has(field) ? engines.text : engines.html;
  const filter = /^undefined filter: (.*)$/.exec(plain)?.[1];
  if (filter !== undefined) {
    const near = nearest(filter, Object.keys(engine.filters));
    const hint = near ? ` Did you mean "${near}"?` : '';
    return { code: 'unknown_filter', text: `there is no filter "${filter}".${hint}`, near };
  }
  const tag = /^tag "(.*)" not found$/.exec(plain)?.[1];
  if (tag !== undefined) {
    const near = nearest(tag, Object.keys(engine.tags));
    const hint = near ? ` Did you mean "${near}"?` : '';
    return { code: 'unknown_tag', text: `there is no tag "${tag}" here.${hint}`, near };
  }
  const tooDeep = plain.startsWith('Maximum call stack');
  const text = tooDeep ? 'it nests too deeply.' : `${plain}.`;
  return { code: 'liquid_syntax', text, near: null };
}

const notHandlebars =
  'Write Liquid in place of Handlebars: {% if … %} … {% endif %}, and {{ name }} with two braces.';

function syntaxError(error: unknown, source: string, field: string): Issue {
  if (!LiquidError.is(error)) throw error;
  const cause = error.originalError ?? error;
  const begin = error.token.input === source ? error.token.begin : 0;
  const { code, text, near } = explain(cause.message, field);
  const excerpt = excerptAt(source, begin);
  const message = `${positionWords(source, begin)}: ${text} It says: ${excerpt}`;
  const issue = { path: field, code, message };
  if (code !== 'liquid_syntax') return meant(issue, near);
  const isHandlebars =
    source.slice(0, begin).endsWith('{{') && /^[{#^/>]/.test(source.slice(begin));
  const { line } = positionAt(source, begin);
  const shown = `Change line ${line} of ${field}. See describe_schema liquid.`;
  return { ...issue, fix: isHandlebars ? notHandlebars : shown };
}

/** The first tag that opens a block at too great a depth; parsing and rendering recurse. */
function deepestTag(pieces: readonly LiquidPiece[]): LiquidPiece | null {
  let depth = 0;
  for (const piece of pieces) {
    depth = Math.max(0, depth + nestingOf(piece));
    if (depth > limits.liquidDepth) return piece;
  }
  return null;
}

function tooDeep(piece: LiquidPiece, source: string, field: string): Issue {
  const message = `${positionWords(source, piece.start)}: Liquid tags nest at most ${limits.liquidDepth} deep. It says: ${excerptAt(source, piece.start)}`;
  return { path: field, code: 'liquid_too_deep', message };
}

/** A tag that only compilation may write, since its values keep their quotes; also within `liquid`. */
function ownTagError(pieces: readonly LiquidPiece[], source: string, field: string): Issue | null {
  const piece = pieces.find(({ kind, text }) => kind === 'tag' && text.includes(jsonDocumentTag));
  if (piece === undefined) return null;
  const message = `${positionWords(source, piece.start)}: there is no tag "${jsonDocumentTag}" here. It says: ${excerptAt(source, piece.start)}`;
  return { path: field, code: 'unknown_tag', message };
}

const knownNames = mergeVariables.map(({ name }) => name.replace(/\.\*$/, ''));

const personal = knownNames.flatMap((name) => /^person\.(\w+)$/.exec(name)?.[1] ?? []);

/** The member of the person that other products have as a variable of its own, such as first_name. */
function nearPersonal(name: string): string | null {
  const member = nearest(name, personal);
  return member && `person.${member}`;
}

/** Where an object has keys of the account's own, such as person.fields and event.details. */
const freeKeys: ReadonlyMap<string, string> = new Map(
  mergeVariables.flatMap(({ name }) => {
    const [object = '', keys, isFree] = name.split('.');
    return isFree === '*' && keys !== undefined ? [[object, keys] as const] : [];
  }),
);

/**
 * The variable that an unknown one most likely means. What is written after the name of a known object
 * is compared by itself, since the name alike makes every member near: person.city was person.id.
 */
function nearVariable(path: readonly string[], known: readonly string[]): string | null {
  const name = path.join('.');
  const [object = '', member = '', ...deeper] = path;
  const start = `${object}.`;
  const members = known.flatMap((one) => (one.startsWith(start) ? [one.slice(start.length)] : []));
  if (member === '' || members.length === 0) {
    const near = nearest(name, known) ?? nearest(path.slice(0, 2).join('.'), known);
    return near ?? nearPersonal(name);
  }
  const near = nearest(name.slice(start.length), members) ?? nearest(member, members);
  const withWord = near ?? members.find((one) => one.split('_').includes(member));
  if (withWord !== undefined) return start + withWord;
  const isKey = deeper.length === 0 && fieldKeyPattern.test(member);
  const keys = isKey ? freeKeys.get(object) : undefined;
  return keys === undefined ? null : `${start}${keys}.${member}`;
}

/** A subject and a pre-header are text: no theme tag is resolved in them. */
function themeHint(field: string): string {
  return textFields.has(field)
    ? 'Theme values are for HTML and CSS, not for a subject or a pre-header. It renders blank.'
    : 'Theme values need tags of their own, as in {{ theme.link_color }}.';
}

function unknownWarning(
  { path, start }: VariableUse,
  source: string,
  field: string,
  also: ReadonlySet<string>,
): Issue {
  const name = path.join('.');
  const near = nearVariable(path, [...also, ...knownNames]);
  const ofTheme = path[0] === 'theme';
  const own = near ? `Did you mean "${near}"?` : 'It renders blank.';
  const hint = ofTheme ? themeHint(field) : own;
  const message = `${positionWords(source, start)}: there is no variable "${name}". ${hint}`;
  return meant({ path: field, code: 'unknown_variable', message }, ofTheme ? null : near);
}

const noNames: ReadonlySet<string> = new Set();

/**
 * Checks a Liquid source on save: syntax errors, unknown filters and tags are errors with line,
 * column and excerpt; unknown variables are warnings with the nearest known name. `also` are names
 * that the field has besides `mergeVariables`.
 */
export function checkLiquid(source: string, field: string, also = noNames): LiquidFindings {
  const { errors, warnings } = checkAndSplitLiquid(source, field, also);
  return { errors, warnings };
}

/** The same, with the Liquid pieces of the source; null if it has errors. */
export function checkAndSplitLiquid(
  source: string,
  field: string,
  also = noNames,
): LiquidFindings & { pieces: readonly LiquidPiece[] | null } {
  if (!source.includes('{{') && !source.includes('{%')) {
    return { errors: [], warnings: [], pieces: splitLiquid(source) };
  }
  const refused = (error: Issue) => ({ errors: [error], warnings: [], pieces: null });
  if (source.length > limits.liquidSourceChars) {
    const message = `A template has at most ${limits.liquidSourceChars} characters.`;
    return refused({ path: field, code: 'too_long', message });
  }
  try {
    const { pieces, parse } = cutLiquid(source);
    const deep = deepestTag(pieces);
    if (deep) return refused(tooDeep(deep, source, field));
    const own = ownTagError(pieces, source, field);
    if (own) return refused(own);
    const templates = parse(textFields.has(field) ? engines.text : engines.html);
    const unknown = unknownVariables(pieces, templates, also);
    const warnings = unknown.map((use) => unknownWarning(use, source, field, also));
    return { errors: [], warnings, pieces };
  } catch (error) {
    return refused(syntaxError(error, source, field));
  }
}
