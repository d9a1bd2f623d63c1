import type { EmailKind } from '@postroad/core/content/compile/email';
import { packCompile, unpackCompile } from '../content/packed-compile.ts';
import type { Tx } from '../platform/transaction.ts';

/** What a test of a draft sends in place of the email. */
export interface DraftTest<Compiled> {
  from_address: string | null;
  kind: EmailKind;
  /** Null once it was forgotten. */
  compiled: Compiled | null;
}

/** Keeps what a test of a draft sends, and forgets what tests before `forget` sent. */
export async function keepDraftTest(
  { sql, now }: Tx,
  sendId: number,
  {
    from_address,
    kind,
    compiled,
  }: { from_address: string | null; kind: EmailKind; compiled: object },
  forget: Date,
): Promise<void> {
  await sql`
    update draft_tests set compiled = null where compiled is not null and created_at < ${forget}`;
  await sql`
    insert into draft_tests (send_id, from_address, kind, compiled, created_at)
    values (${sendId}, ${from_address}, ${kind}, decode(${packCompile(compiled)}, 'base64'), ${now})`;
}

/** What tests of drafts send, by send; sends that are none are missing. */
export async function readDraftTests<Compiled>(
  { sql }: Tx,
  sendIds: number[],
): Promise<Map<number, DraftTest<Compiled>>> {
  const rows = await sql<
    (Omit<DraftTest<never>, 'compiled'> & { send_id: number; compiled: Uint8Array | null })[]
  >`
    select send_id, from_address, kind, compiled from draft_tests
    where send_id = any(${sendIds}::bigint[])`;
  return new Map(
    rows.map(({ send_id, from_address, kind, compiled }) => [
      send_id,
      { from_address, kind, compiled: compiled && unpackCompile<Compiled>(compiled) },
    ]),
  );
}
