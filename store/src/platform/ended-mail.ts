import type { Sql } from './connection/database.ts';
import type { Fragment } from './fragment.ts';

/**
 * All mail that ended, also what only `past_sends` has any more, as a table in parentheses. Each part
 * is read by its own indexes.
 */
export function endedMail(sql: Sql): Fragment {
  const columns = sql`id, person_id, email_id, source_kind, source_id, step_id, status, ended_at`;
  return sql`(select ${columns} from send_log union all select ${columns} from past_sends)`;
}
