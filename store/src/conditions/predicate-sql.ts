import { domainsOf, type PredicateName } from '@postroad/core/conditions/predicates';
import { dateBefore, daysAgo } from '@postroad/core/conditions/within';
import type { JsonObject } from '@postroad/core/platform/json';
import { endedMail } from '../platform/ended-mail.ts';
import type { Fragment } from '../platform/fragment.ts';
import type { SqlContext } from './sql-context.ts';

/**
 * The SQL of each registered predicate over a row `p` of people, for arguments without errors: true
 * or false, never null, and always equal to `evaluate` in `core/src/conditions/predicates.ts`.
 */
export const predicateSql: Readonly<
  Record<PredicateName, (args: JsonObject, context: SqlContext) => Fragment>
> = {
  email_domain_in: (args, { sql }) =>
    sql`split_part(p.email, '@', -1) = any(${domainsOf(args)}::text[])`,

  joined_within: (args, { sql, names: { today } }) =>
    sql`p.subscribed_on > ${dateBefore(today, args.days as number)}::date`,

  received_at_least: (args, { sql, names: { now }, exists }) =>
    exists(sql`select from (
      select person_id from ${endedMail(sql)} s
      where status = 'sent' and source_kind <> 'test'
        and ended_at > ${daysAgo(now, args.within_days as number)}
      group by person_id having count(*) >= ${args.emails as number}::bigint
    ) often where often.person_id = p.id`),
};
