import type { CompiledEmail } from '../compile/email.ts';
import { splitLiquid } from '../liquid/liquid-source.ts';
import type { MergeContext } from '../text/merge-context.ts';

/** The values of a mail that are its own, and not those of its account or its moment. */
export type OwnValues = Pick<MergeContext, 'person' | 'event' | 'data' | 'automation'>;

/** The members of a value that a template may read; `all` where it may read any. */
type Used = 'all' | Map<string, Used>;

/** What a compile may read of each of its own values. */
export type UsedValues = ReadonlyMap<string, Used>;

const everything: ReadonlyMap<string, Used> = new Map(
  ['person', 'event', 'data', 'automation'].map((root) => [root, 'all']),
);

/** Members whose own members are values by key. */
const keyed: ReadonlySet<string> = new Set(['person.fields', 'event.details']);

/** A root with the names behind it, and what follows them. */
const mention = /(?<!\w)(person|event|data|automation)(?![\w-])((?:\.[\w-]+)*)(\?|[^\p{ASCII}])?/gu;
/** A bracket behind nothing that it could belong to can name any root. */
const dynamicRoot = /(?:^|[^\w\])"'-])\[/;
const trims = /-?[%}]\}/g;
/** What LiquidJS computes from the other members. */
const computed: ReadonlySet<string> = new Set(['size', 'first', 'last']);

function note(used: Map<string, Used>, path: readonly string[]): void {
  let members = used;
  for (const [index, name] of path.entries()) {
    const known = members.get(name);
    if (known === 'all') return;
    const isLast = index === path.length - 1;
    const deeper = !isLast && (index === 0 || keyed.has(path.slice(0, index + 1).join('.')));
    if (!deeper) {
      members.set(name, 'all');
      return;
    }
    const next = known ?? new Map<string, Used>();
    members.set(name, next);
    members = next;
  }
}

/** The path up to a name that is not plain, or that LiquidJS computes; at least its root. */
function plainPath(path: string[], isOdd: boolean): string[] {
  const plain = isOdd ? path.slice(0, Math.max(1, path.length - 1)) : path;
  const end = plain.findIndex((name, index) => index > 0 && computed.has(name));
  return end < 0 ? plain : plain.slice(0, end);
}

/**
 * What a compile may read, found by words alone: everything that is written behind a root. A name
 * that is not plain counts as all members of what it is behind, so that what is picked always
 * renders as the whole does.
 */
export function usedValues({ subject, pre_header, html, text }: CompiledEmail): UsedValues {
  const used = new Map<string, Used>();
  for (const source of [subject, pre_header, html, text]) {
    for (const code of codeIn(source)) {
      if (dynamicRoot.test(code)) return everything;
      for (const [, root = '', names = '', odd] of code.matchAll(mention)) {
        note(used, plainPath([root, ...names.split('.').slice(1)], odd !== undefined));
      }
    }
  }
  return used;
}

/** What cannot be cut fails when it is filled in, for that mail alone. */
function piecesOf(source: string): ReturnType<typeof splitLiquid> {
  try {
    return splitLiquid(source);
  } catch {
    return [];
  }
}

/** The outputs and tags of a source. */
function codeIn(source: string): string[] {
  return piecesOf(source).flatMap(({ kind, text }) =>
    kind === 'text' || kind === 'opaque' ? [] : [text.replace(trims, ' ')],
  );
}

function picked(value: unknown, used: Used | undefined): unknown {
  if (used === undefined) return undefined;
  if (used === 'all' || typeof value !== 'object' || value === null) return value ?? undefined;
  const kept: Record<string, unknown> = {};
  for (const [name, below] of used) {
    if (!Object.hasOwn(value, name)) continue;
    const member = picked((value as Record<string, unknown>)[name], below);
    if (member !== undefined) setOwn(kept, name, member);
  }
  return kept;
}

/** A name of a field may be one that assignment takes for something else. */
function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true });
}

/** Values as they are kept: JSON, without what a compile does not read. */
export type PickedValues = Record<string, unknown>;

/**
 * The part of the values with which the compile renders as with all of them. Dates take the time
 * zone of the person, and the message the address, whatever the template says.
 */
export function pickValues(
  used: UsedValues,
  { person, event, data, automation }: OwnValues,
): PickedValues {
  const { email, timezone } = person;
  const own = picked(person, used.get('person'));
  const always = timezone === null ? { email } : { email, timezone };
  return {
    person: { ...(typeof own === 'object' ? own : {}), ...always },
    event: picked(event, used.get('event')),
    data: picked(data, used.get('data')),
    automation: picked(automation, used.get('automation')),
  };
}

const nobody = { first_name: null, last_name: null, timezone: null, fields: {}, tags: [] };

/** Picked values of a person, completed in the order of the whole. */
export function unpickValues(kept: PickedValues, personId: number): OwnValues {
  const { person, event, data, automation } = kept as Partial<OwnValues>;
  const { email = '', ...known } = person ?? {};
  return {
    person: { id: personId, email, ...nobody, ...withoutId(known) },
    event:
      event === undefined || event === null ? null : { ...{ name: '', details: {} }, ...event },
    data: data ?? null,
    automation: automation ?? null,
  };
}

function withoutId<Known extends { id?: number }>({ id: _, ...rest }: Known): Omit<Known, 'id'> {
  return rest;
}
