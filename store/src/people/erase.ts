import { eraseContents } from '../platform/kept-contents.ts';
import type { Tx } from '../platform/transaction.ts';
import { keepConsentsOfErased } from './consent.ts';

/**
 * Locks a person for erasure, then the person's runs. This cannot deadlock: advancing a run waits
 * for no person, and waking one shares the person first. Returns the address as it is once locked,
 * or null if the person is gone.
 */
export async function lockForErasure({ sql }: Tx, id: number): Promise<string | null> {
  const rows = await sql<{ email: string }[]>`
    select email from people where id = ${id} for update`;
  await sql`select from runs where person_id = ${id} order by id for update`;
  return rows[0]?.email ?? null;
}

/**
 * Deletes a person and all records that refer to the person. Ended sends remain for the stats of
 * their emails, without person, run and the provider's text, and consents under the hash (hex) of the
 * address, without what was said.
 */
export async function erasePerson(
  tx: Tx,
  { id, address_hash }: { id: number; address_hash: string },
): Promise<void> {
  const { sql } = tx;
  await keepConsentsOfErased(tx, { id, address_hash });
  const sends = sql`
    select id from send_log where person_id = ${id}
    union all select id from sends where person_id = ${id}`;
  await sql`delete from send_feedback where send_id in (${sends})`;
  await sql`delete from tracking_hits where send_id in (${sends})`;
  const shown = await sql<{ id: number }[]>`
    ${sends} union select send_id from test_readers where person_id = ${id}`;
  await eraseContents(
    tx,
    shown.map((send) => send.id),
  );
  await sql`
    update send_log set person_id = null, run_id = null, provider_id = null, reason = null
    where person_id = ${id}`;
  await sql`update past_sends set person_id = null where person_id = ${id}`;
  await sql`
    delete from in_hand h using sends s
    where h.send_id = s.id and not h.attempted and s.person_id = ${id}`;
  await sql`delete from sends where person_id = ${id}`;
  await sql`
    update webhook_deliveries set body = null, about = null, person_id = null,
      status = case when status = 'waiting' then 'canceled' else status end
    where person_id = ${id}`;
  await sql`delete from sequence_turns where person_id = ${id}`;
  await sql`delete from segment_checks where person_id = ${id}`;
  await sql`
    delete from run_steps s using runs r where s.run_id = r.id and r.person_id = ${id}`;
  await sql`
    delete from import_errors where email = (select email from people where id = ${id})`;
  await sql`
    delete from sign_ups where address = (select email from people where id = ${id})`;
  await sql`delete from people where id = ${id}`;
}
