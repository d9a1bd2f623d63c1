import { patternsOf, type WebhookType } from '@postroad/core/webhooks/webhook-types';
import type { Sql } from '../connection/database.ts';
import type { Fragment } from '../fragment.ts';

/** Something that happened, for endpoints that hear of its type. */
export interface Announced {
  /** The record it happened to, by which the body is made before the first attempt. */
  subject_id: number;
  /** With whom the body goes. */
  person_id: number | null;
  /** What the body says besides the record. */
  about?: Readonly<Record<string, unknown>>;
}

export interface Announcement extends Announced {
  type: WebhookType;
}

/** Whether some endpoint heard of the type as the transaction began. */
export function isHeard(patterns: ReadonlySet<string>, type: WebhookType): boolean {
  return patterns.size > 0 && patternsOf(type).some((pattern) => patterns.has(pattern));
}

/** Writes a delivery for each endpoint that hears of it, in one statement for all. */
export function insertDeliveries(
  { sql, now }: { sql: Sql; now: Date },
  announced: readonly Announcement[],
): Fragment {
  return sql`
    insert into webhook_deliveries (endpoint_id, type, subject_id, person_id, about, happened_at, due_at)
    select e.id, w.type, w.subject_id, w.person_id, w.about::jsonb, ${now}, ${now}
    from unnest(
      ${announced.map(({ type }) => type)}::text[],
      ${announced.map(({ subject_id }) => subject_id)}::bigint[],
      ${announced.map(({ person_id }) => person_id)}::bigint[],
      ${announced.map(({ about }) => (about === undefined ? null : JSON.stringify(about)))}::text[]
    ) with ordinality as w (type, subject_id, person_id, about, number)
    join webhook_endpoints e on e.enabled
      and e.events && array[w.type, split_part(w.type, '.', 1) || '.*', '*']
    order by w.number, e.id`;
}
