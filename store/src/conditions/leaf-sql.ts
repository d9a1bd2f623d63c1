import { activeStatuses } from '@postroad/core/billing/status';
import { readOperator, type Scalar, tagKey } from '@postroad/core/conditions/compare';
import type { Condition, ConditionLeaf } from '@postroad/core/conditions/condition';
import { dateRange, readDateOperator } from '@postroad/core/conditions/date-compare';
import { factKey } from '@postroad/core/conditions/facts';
import { comparedWithOwn, readPersonField } from '@postroad/core/conditions/person-fields';
import { isPredicateName } from '@postroad/core/conditions/predicates';
import { addressPart } from '@postroad/core/conditions/types/email';
import { segmentQuestion } from '@postroad/core/conditions/types/in-segment';
import { daysAgo } from '@postroad/core/conditions/within';
import type { Duration } from '@postroad/core/platform/duration';
import type { Code } from '../platform/codes.ts';
import type { Sql } from '../platform/connection/database.ts';
import { endedMail } from '../platform/ended-mail.ts';
import type { Fragment } from '../platform/fragment.ts';
import { compareSql, dateRangeSql, type JsonMember, literal } from './compare-sql.ts';
import { matchSql } from './match-sql.ts';
import { predicateSql } from './predicate-sql.ts';
import type { SqlContext } from './sql-context.ts';

type Leaf<Type extends ConditionLeaf['type']> = Extract<ConditionLeaf, { type: Type }>;

/**
 * The SQL of each condition type over a row `p` of people, for a leaf without errors: true or
 * false, never null, and always equal to `evaluate` of the type. A type without SQL does not
 * compile.
 */
export const leafSql: {
  [Type in ConditionLeaf['type']]: (leaf: Leaf<Type>, context: SqlContext) => Fragment;
} = {
  email: ({ op, value }, { sql }) => emailSql(sql, op, addressPart(value)),

  field({ field, op, value }, { sql, names }) {
    const member = memberSql(sql, field, names);
    const date = readDateOperator(op);
    if (date !== null) {
      return dateRangeSql(sql, member, dateRange(date, value as string | Duration, names.today));
    }
    const operator = readOperator(op);
    if (operator === null) return sql`false`;
    const compared = (to: unknown) => compareSql(sql, member, operator, to as Scalar | undefined);
    const own = comparedWithOwn(field, value);
    if (own === value) return compared(value);
    return sql`(case when p.fields ? ${field}::text then ${compared(value)}
      else ${compared(own)} end)`;
  },

  has_tag({ tag }, { sql, names }) {
    const id = names.tags.get(tagKey(tag));
    return id === undefined ? sql`false` : sql`p.tag_ids @> array[${id}::int]`;
  },

  suppressed: (_leaf, { sql }) => sql`(p.unsubscribed_at is not null
    or p.hard_bounced_at is not null or p.complained_at is not null)`,

  subscribed_on: ({ op, value }, { sql }) => sql`p.subscribed_on ${signOf(sql, op)} ${value}::date`,

  event_occurred({ event, match, within_days }, { sql, names, exists }) {
    const type = names.events.get(event);
    if (type === undefined) return sql`false`;
    const since = sinceSql(sql, sql`e.occurred_at`, within_days, names.now);
    const matching = match === undefined ? sql`` : sql`and ${matchSql(sql, match, sql`e.details`)}`;
    return exists(sql`select from events e
      where e.person_id = p.id and e.type_id = ${type}::int ${since} ${matching}`);
  },

  event_count: (leaf, context) => eventCountSql(context, leaf),

  received_email({ email_id, within_days }, { sql, names, exists }) {
    const since = sinceSql(sql, sql`s.ended_at`, within_days, names.now);
    const named = email_id === undefined ? sql`` : sql`and s.email_id = ${email_id}::bigint`;
    return exists(sql`select from ${endedMail(sql)} s
      where s.person_id = p.id and s.status = 'sent' and s.source_kind <> 'test' ${named} ${since}`);
  },

  opened_email: (leaf, context) => engagedSql(context, 'open', leaf),
  clicked_email: (leaf, context) => engagedSql(context, 'click', leaf),

  engaged({ within_days }, { sql, names, exists }) {
    const since = sinceSql(sql, sql`g.last_at`, within_days, names.now);
    return exists(sql`select from email_engagements g
      where g.person_id = p.id and g.kind in ('open', 'click') ${since}`);
  },

  // The newest entry counts, by when it was said; a withdrawal that was said earlier does not.
  consented: ({ purpose }, { sql }) => sql`coalesce((select c.kind <> 'withdrawn' from consents c
    where c.person_id = p.id and c.purpose = ${purpose}::text
    order by c.happened_at desc, c.id desc limit 1), false)`,

  started_sequence({ sequence_id, within_days }, { sql, names, exists }) {
    const since = sinceSql(sql, sql`r.started_at`, within_days, names.now);
    return exists(sql`select from sequence_runs r
      where r.person_id = p.id and r.sequence_id = ${sequence_id}::bigint ${since}`);
  },

  finished_sequence({ sequence_id, within_days }, { sql, names, exists }) {
    const since = sinceSql(sql, sql`r.finished_at`, within_days, names.now);
    return exists(sql`select from sequence_runs r
      where r.person_id = p.id and r.sequence_id = ${sequence_id}::bigint
        and r.finished_at is not null ${since}`);
  },

  completed_flow({ flow }, { sql, names, exists }) {
    const id = names.flows.get(flow);
    if (id === undefined) return sql`false`;
    return exists(sql`select from runs r
      where r.flow_id = ${id}::bigint and r.person_id = p.id and r.status = 'completed'`);
  },

  active_subscription({ product }, { sql, names, exists }) {
    const id = names.products.get(product);
    if (id === undefined) return sql`false`;
    return exists(sql`select from subscriptions s
      where s.person_id = p.id and s.product_id = ${id}::int
        and s.status = any(${[...activeStatuses]}::text[])`);
  },

  purchased({ product }, { sql, names, exists }) {
    const id = names.products.get(product);
    if (id === undefined) return sql`false`;
    return exists(sql`select from payments b
      where b.person_id = p.id and b.product_id = ${id}::int and b.kind = 'purchase'`);
  },

  total_spend: ({ op, value }, context) => spendSql(context, op, value),

  in_segment(leaf, { sql, names, compile }) {
    const definition = names.segments.get(factKey(segmentQuestion(leaf)));
    return definition === undefined ? sql`false` : compile(definition as Condition);
  },

  predicate: ({ name, args = {} }, context) =>
    isPredicateName(name) ? predicateSql[name](args, context) : context.sql`false`,
};

/** A custom field, or a field of the person unless the row has a custom field of that key. */
function memberSql(sql: Sql, key: string, { kinds }: SqlContext['names']): JsonMember {
  const own = readPersonField(key);
  if (own === null) return { object: sql`p.fields`, key, kind: kinds.get(key) ?? null };
  const value = {
    first_name: sql`p.first_name`,
    last_name: sql`p.last_name`,
    timezone: sql`p.timezone`,
    email_domain: sql`split_part(p.email, '@', -1)`,
  }[own];
  const object = sql`(case when p.fields ? ${own}::text then p.fields
    else jsonb_build_object(${own}::text, ${value}) end)`;
  return { object, key, kind: null };
}

/**
 * Counts the events of those who have some as a set that one person narrows. Everybody else has 0, as
 * in `spendSql`.
 */
function eventCountSql(
  { sql, names, exists }: SqlContext,
  { event, match, op, value, within_days }: Leaf<'event_count'>,
): Fragment {
  const operator = readOperator(op);
  const zero = operator === 'greater' ? false : operator === 'less' ? value > 0 : value === 0;
  const type = names.events.get(event);
  if (type === undefined) return zero ? sql`true` : sql`false`;
  const since = sinceSql(sql, sql`e.occurred_at`, within_days, names.now);
  const matching = match === undefined ? sql`` : sql`and ${matchSql(sql, match, sql`e.details`)}`;
  const fits = sql`(count(*) ${signOf(sql, op)} ${value}::bigint)`;
  const counted = (having: Fragment) =>
    exists(sql`select from (
      select e.person_id from events e where e.type_id = ${type}::int ${since} ${matching}
      group by e.person_id having ${having}
    ) often where often.person_id = p.id`);
  return zero ? sql`not ${counted(sql`not ${fits}`)}` : counted(fits);
}

function emailSql(sql: Sql, op: string, part: string): Fragment {
  switch (readOperator(op)) {
    case 'equals':
      return sql`p.email = ${part}::text`;
    case 'starts_with':
      return sql`p.email like ${`${literal(part)}%`}::text`;
    case 'ends_with':
      return sql`p.email like ${`%${literal(part)}`}::text`;
    case 'contains':
      return sql`p.email like ${`%${literal(part)}%`}::text`;
    default:
      return sql`false`;
  }
}

function signOf(sql: Sql, op: string): Fragment {
  const operator = readOperator(op);
  return operator === 'greater' ? sql`>` : operator === 'less' ? sql`<` : sql`=`;
}

function sinceSql(sql: Sql, column: Fragment, days: number | undefined, now: Date): Fragment {
  return days === undefined ? sql`` : sql`and ${column} > ${daysAgo(now, days)}`;
}

function engagedSql(
  { sql, names, exists }: SqlContext,
  kind: Code<'email_engagements.kind'>,
  leaf: { email_id?: number; within_days?: number },
): Fragment {
  const since = sinceSql(sql, sql`g.last_at`, leaf.within_days, names.now);
  const named =
    leaf.email_id === undefined ? sql`` : sql`and g.email_id = ${leaf.email_id}::bigint`;
  return exists(sql`select from email_engagements g
    where g.person_id = p.id and g.kind = ${kind} ${named} ${since}`);
}

/**
 * Sums the spend of paying people as a set that one person narrows. Everybody else spent 0, so if 0
 * satisfies the comparison, the result is everybody except the payers who do not satisfy it.
 */
function spendSql({ sql, exists }: SqlContext, op: string, value: number): Fragment {
  const operator = readOperator(op);
  const zero = operator === 'greater' ? 0 > value : operator === 'less' ? 0 < value : value === 0;
  const spent = sql`coalesce(sum(case b.kind when 'refund' then -b.amount_cents else b.amount_cents end), 0)`;
  const fits = sql`(${spent} ${signOf(sql, op)} ${value}::bigint)`;
  const payers = (having: Fragment) =>
    exists(sql`select from (
      select b.person_id from payments b group by b.person_id having ${having}
    ) payer where payer.person_id = p.id`);
  return zero ? sql`not ${payers(sql`not ${fits}`)}` : payers(fits);
}
