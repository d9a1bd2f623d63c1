import { tagKey } from '@postroad/core/condition/compare';
import type { Condition } from '@postroad/core/condition/condition';
import { asks } from '@postroad/core/condition/evaluate';
import type { FactQuestion, Segments } from '@postroad/core/condition/facts';
import { isSoundLeaf } from '@postroad/core/condition/sound-leaf';
import { eachLeaf } from '@postroad/core/condition/tree';
import { localDate } from '@postroad/core/local-date';
import type { Tx } from '../transaction.ts';
import { loadSegments } from './nested-segments.ts';

/** What conditions refer to by name, as ids; what is missing does not exist. */
export interface ConditionNames {
  now: Date;
  /** In the account's time zone, YYYY-MM-DD; read only where a condition asks for it. */
  today: string;
  /** By `tagKey`. */
  tags: ReadonlyMap<string, number>;
  /** By name. */
  events: ReadonlyMap<string, number>;
  flows: ReadonlyMap<string, number>;
  products: ReadonlyMap<string, number>;
  segments: Segments;
}

/**
 * Everything that `compileCondition` needs to know about these conditions, whatever JSON they are:
 * the segments they name, however deep, then one query a kind of name.
 */
export async function conditionNames(tx: Tx, conditions: unknown[]): Promise<ConditionNames> {
  const segments = await loadSegments(tx, conditions);
  const all = [...conditions, ...new Set(segments.values())];
  const asked = all.flatMap((condition) => asks(condition as Condition));
  const [tags, events, flows, products, today] = await Promise.all([
    idsOf(tx, 'tags', tagsNamed(all)),
    idsOf(
      tx,
      'events',
      named(asked, (question) => question.kind === 'event' && question.event),
    ),
    idsOf(
      tx,
      'flows',
      named(asked, (one) => one.kind === 'completed_flow' && one.flow),
    ),
    idsOf(tx, 'products', named(asked, productOf)),
    asked.some(({ kind }) => kind === 'today') ? accountDate(tx) : '',
  ]);
  return { now: tx.now, today, tags, events, flows, products, segments };
}

/** The date of the transaction in the account's time zone. */
export async function accountDate({ sql, now }: Tx): Promise<string> {
  const [row] = await sql<{ timezone: string }[]>`select timezone from instance`;
  return localDate(now, row?.timezone ?? 'UTC');
}

function productOf(question: FactQuestion): string | false {
  const about = question.kind === 'subscription' || question.kind === 'purchased';
  return about && question.product;
}

function named(asked: FactQuestion[], nameOf: (question: FactQuestion) => string | false) {
  return [...new Set(asked.flatMap((question) => nameOf(question) || []))];
}

function tagsNamed(conditions: unknown[]): string[] {
  const keys = new Set<string>();
  for (const condition of conditions) {
    eachLeaf(condition, '', (leaf) => {
      if (leaf.type === 'has_tag' && isSoundLeaf(leaf)) keys.add(tagKey(leaf.tag as string));
    });
  }
  return [...keys];
}

type Dictionary = 'tags' | 'events' | 'flows' | 'products';

async function idsOf(
  { sql }: Tx,
  dictionary: Dictionary,
  names: string[],
): Promise<Map<string, number>> {
  // Text that no column can hold names nothing.
  const wanted = names.filter((name) => name.isWellFormed() && !name.includes('\u0000'));
  if (wanted.length === 0) return new Map();
  const source = {
    tags: () => sql`select id, normalized as name from tags where normalized`,
    events: () => sql`select id, name from event_types where name`,
    flows: () => sql`select id, key as name from flows where key`,
    products: () => sql`select id, key as name from products where key`,
  }[dictionary]();
  const rows = await sql<{ id: number; name: string }[]>`${source} = any(${wanted}::text[])`;
  return new Map(rows.map((row) => [row.name, row.id]));
}
