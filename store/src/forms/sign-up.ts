import type { Answers } from '@postroad/core/forms/sign-up';
import type { PageLanguage } from '@postroad/core/subscribers/pages/page-copy';
import { advisoryLocks } from '../platform/advisory-locks.ts';
import type { Tx } from '../platform/transaction.ts';

export interface NewSignUp {
  /** In hex. */
  nonce: string;
  form_id: number;
  address: string;
  answers: Answers;
  is_single: boolean;
  language: PageLanguage;
  wording: string;
  purpose: string;
  ip: string | null;
  user_agent: string | null;
  due_at: Date;
}

export interface SignUpRow extends Omit<NewSignUp, 'due_at'> {
  id: number;
  send_id: number;
  attempts: number;
  confirmed_at: Date | null;
  created_at: Date;
}

/** Makes other transactions that count the same mark wait until this one ends. */
export async function lockMark({ sql }: Tx, mark: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.signUps}::int, hashtext(${mark}))`;
}

export type MarkKind = 'mail' | 'post';

/** The times of a mark since a moment, newest first. */
export async function listMarks(
  { sql }: Tx,
  kind: MarkKind,
  mark: string,
  since: Date,
): Promise<Date[]> {
  const rows = await sql<{ counted_at: Date }[]>`
    select counted_at from sign_up_marks
    where kind = ${kind} and digest = ${mark} and counted_at > ${since}
    order by counted_at desc limit 10`;
  return rows.map(({ counted_at }) => counted_at);
}

export async function addMark({ sql }: Tx, kind: MarkKind, mark: string, at: Date): Promise<void> {
  await sql`insert into sign_up_marks (kind, digest, counted_at) values (${kind}, ${mark}, ${at})`;
}

/** The newest unconfirmed sign-up of an address by a form; it waits if it is that new, or its mail is due. */
export async function findUnconfirmed(
  { sql }: Tx,
  { form_id, address }: Pick<NewSignUp, 'form_id' | 'address'>,
  since: Date,
): Promise<(Pick<SignUpRow, 'id' | 'answers' | 'is_single'> & { is_waiting: boolean }) | null> {
  const [row] = await sql<(SignUpRow & { is_waiting: boolean })[]>`
    select id, answers, is_single, created_at > ${since} or due_at is not null as is_waiting
    from sign_ups where address = ${address} and form_id = ${form_id} and confirmed_at is null
    order by is_waiting desc, created_at desc, id desc limit 1`;
  return row ?? null;
}

/** Writes what a visitor says who signs up again before they confirm. */
export async function changeSignUp(
  { sql }: Tx,
  id: number,
  said: Pick<NewSignUp, 'answers' | 'wording' | 'purpose' | 'ip' | 'user_agent'>,
): Promise<void> {
  await sql`
    update sign_ups set answers = ${JSON.stringify(said.answers)}::text::json,
      wording = ${said.wording}, purpose = ${said.purpose}, ip = ${said.ip},
      user_agent = ${said.user_agent}
    where id = ${id} and confirmed_at is null`;
}

export async function insertSignUp({ sql, now }: Tx, signUp: NewSignUp): Promise<void> {
  await sql`
    insert into sign_ups (nonce, form_id, address, answers, is_single, language, wording, purpose, ip,
      user_agent, send_id, due_at, created_at)
    values (${signUp.nonce}, ${signUp.form_id}, ${signUp.address},
      ${JSON.stringify(signUp.answers)}::text::json, ${signUp.is_single}, ${signUp.language},
      ${signUp.wording}, ${signUp.purpose}, ${signUp.ip}, ${signUp.user_agent},
      nextval(pg_get_serial_sequence('sends', 'id')), ${signUp.due_at}, ${now})`;
}

export async function findSignUp({ sql }: Tx, nonce: string): Promise<SignUpRow | null> {
  const [row] = await sql<SignUpRow[]>`
    select * from sign_ups where nonce = ${nonce}`;
  return row ?? null;
}

/** The same, kept from others until the transaction ends. */
export async function lockSignUp({ sql }: Tx, nonce: string): Promise<SignUpRow | null> {
  const [row] = await sql<SignUpRow[]>`
    select * from sign_ups where nonce = ${nonce} for update`;
  return row ?? null;
}

export async function markConfirmed({ sql, now }: Tx, id: number): Promise<void> {
  await sql`update sign_ups set confirmed_at = ${now}, due_at = null where id = ${id}`;
}

/**
 * Takes due rows for a while: another process finds them again once the claim expires, and this one all
 * but those that are `busy`. None of `fullDomains` is taken, and without `mailing` none that a mail confirms.
 */
export async function claimSignUps(
  { sql, now }: Tx,
  {
    until,
    limit,
    busy,
    fullDomains,
    mailing,
  }: {
    until: Date;
    limit: number;
    busy: readonly number[];
    fullDomains: readonly string[];
    mailing: boolean;
  },
): Promise<SignUpRow[]> {
  return await sql<SignUpRow[]>`
    update sign_ups set due_at = ${until}, attempts = attempts + 1
    where id = any(array(
      select id from sign_ups where due_at <= ${now} and id <> all(${[...busy]}::bigint[])
        and split_part(address, '@', 2) <> all(${[...fullDomains]}::text[])
        ${mailing ? sql`` : sql`and is_single`}
      order by due_at limit ${limit} for update skip locked))
    returning *`;
}

export interface SettledSignUp {
  mailed: boolean;
  dueAt: Date | null;
  lastError: string | null;
}

/** What became of a claimed row; it is over where `dueAt` is null. */
export async function settleSignUp(
  { sql, now }: Tx,
  id: number,
  { mailed, dueAt, lastError }: SettledSignUp,
): Promise<void> {
  await sql`
    update sign_ups set due_at = ${dueAt}, last_error = ${lastError},
      mailed_at = coalesce(${mailed ? now : null}::timestamptz, mailed_at)
    where id = ${id} and confirmed_at is null`;
}

export async function deleteSignUp({ sql }: Tx, id: number): Promise<void> {
  await sql`delete from sign_ups where id = ${id}`;
}

/** Whether mail to the address came back, or was complained about. */
export async function isUnwanted({ sql }: Tx, address: string): Promise<boolean> {
  const rows = await sql`
    select from people where email = ${address}
      and (hard_bounced_at is not null or complained_at is not null)`;
  return rows.length > 0;
}

/** Forgets old sign-ups and marks. */
export async function forgetSignUps(
  { sql }: Tx,
  before: { signUps: Date; marks: Date },
): Promise<void> {
  await sql`delete from sign_ups where created_at < ${before.signUps}`;
  await sql`delete from sign_up_marks where counted_at < ${before.marks}`;
}

/** Keeps a proof of work as used; false where it was. */
export async function takeProof({ sql, now }: Tx, challenge: string): Promise<boolean> {
  const rows = await sql`
    insert into sign_up_marks (kind, digest, counted_at) values ('proof', ${challenge}, ${now})
    on conflict (digest) where kind = 'proof' do nothing returning id`;
  return rows.length > 0;
}
