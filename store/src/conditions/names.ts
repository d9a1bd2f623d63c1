import { tagKey } from '@postroad/core/conditions/compare';
import type { Condition } from '@postroad/core/conditions/condition';
import { asks } from '@postroad/core/conditions/evaluate';
import type { FactQuestion, Segments } from '@postroad/core/conditions/facts';
import { eachLeaf } from '@postroad/core/conditions/tree';
import { isValidLeaf } from '@postroad/core/conditions/valid-leaf';
import { localDate } from '@postroad/core/platform/local-date';
import { findFields } from '../people/field.ts';
import type { Tx } from '../platform/transaction.ts';
import { loadSegments } from './nested-segments.ts';

/** Ids of the records that conditions name; a missing name does not exist. */
export interface ConditionNames {
  now: Date;
  /** The date in the account's time zone, YYYY-MM-DD; read only if a condition needs it. */
  today: string;
  /**
   * The JSON type of custom fields, by key. The type of a used field never changes and other types
   * are refused, so the registry is right about every row.
   */
  kinds: ReadonlyMap<string, 'string' | 'number' | 'boolean'>;
  /** By `tagKey`. */
  tags: ReadonlyMap<string, number>;
  /** By name. */
  events: ReadonlyMap<string, number>;
  flows: ReadonlyMap<string, number>;
  products: ReadonlyMap<string, number>;
  segments: Segments;
}

/**
 * Loads what `compileCondition` needs for any conditions: the segments they name, at any depth,
 * then one query per kind of name.
 */
export async function conditionNames(tx: Tx, conditions: unknown[]): Promise<ConditionNames> {
  const segments = await loadSegments(tx, conditions);
  const all = [...conditions, ...new Set(segments.values())];
  const asked = all.flatMap((condition) => asks(condition as Condition));
  const [kinds, tags, events, flows, products, today] = await Promise.all([
    kindsOf(tx, leafTexts(all, 'field', 'field')),
    idsOf(tx, 'tags', leafTexts(all, 'has_tag', 'tag').map(tagKey)),
    idsOf(
      tx,
      'events',
      named(asked, (one) => (one.kind === 'event' || one.kind === 'event_count') && one.event),
    ),
    idsOf(
      tx,
      'flows',
      named(asked, (one) => one.kind === 'completed_flow' && one.flow),
    ),
    idsOf(tx, 'products', named(asked, productOf)),
    asked.some(({ kind }) => kind === 'today') ? accountDate(tx) : '',
  ]);
  return { now: tx.now, today, kinds, tags, events, flows, products, segments };
}

/** The date of the transaction in the account's time zone. */
export async function accountDate(tx: Tx): Promise<string> {
  return localDate(tx.now, await accountZone(tx));
}

/** The account's time zone, an IANA name. */
export async function accountZone({ sql }: Tx): Promise<string> {
  const [row] = await sql<{ timezone: string }[]>`select timezone from profile`;
  return row?.timezone ?? 'UTC';
}

function productOf(question: FactQuestion): string | false {
  const about = question.kind === 'subscription' || question.kind === 'purchased';
  return about && question.product;
}

function named(asked: FactQuestion[], nameOf: (question: FactQuestion) => string | false) {
  return [...new Set(asked.flatMap((question) => nameOf(question) || []))];
}

/** The texts under a key of all leaves of one type. */
function leafTexts(conditions: unknown[], type: string, key: string): string[] {
  const texts = new Set<string>();
  for (const condition of conditions) {
    eachLeaf(condition, '', (leaf) => {
      if (leaf.type === type && isValidLeaf(leaf)) texts.add(leaf[key] as string);
    });
  }
  return [...texts];
}

async function kindsOf(tx: Tx, keys: string[]): Promise<ConditionNames['kinds']> {
  const rows = keys.length > 0 ? await findFields(tx, keys) : [];
  return new Map(rows.map(({ key, type }) => [key, type === 'date' ? 'string' : type]));
}

type Dictionary = 'tags' | 'events' | 'flows' | 'products';

async function idsOf(
  { sql }: Tx,
  dictionary: Dictionary,
  names: string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const source = {
    tags: () => sql`select id, normalized as name from tags where normalized`,
    events: () => sql`select id, name from event_types where name`,
    flows: () => sql`select id, key as name from flows where key`,
    products: () => sql`select id, key as name from products where key`,
  }[dictionary]();
  const rows = await sql<{ id: number; name: string }[]>`${source} = any(${names}::text[])`;
  return new Map(rows.map((row) => [row.name, row.id]));
}
