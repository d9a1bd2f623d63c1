import { TransactionOver } from '@postroad/store/platform/connection/guarded-session';
import { readWithoutTransaction } from '@postroad/store/platform/read-without-transaction';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

let opened: OpenTestDatabase;

/** One connection, so that each transaction has that of the one before. */
beforeAll(async () => {
  opened = await openTestDatabase(1);
});

afterAll(() => opened.drop());

/** Something that a transaction begins and does not wait for; it continues once it is let. */
function straggler(): { start: (tx: Tx, act: (tx: Tx) => Promise<unknown>) => void } & {
  goOn: () => void;
  ended: () => Promise<unknown>;
} {
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let ended: Promise<unknown> = Promise.resolve();
  return {
    start(tx, act) {
      ended = gate.then(() => act(tx)).catch((error: unknown) => error);
    },
    goOn: () => goOn(),
    ended: () => ended,
  };
}

const write = ({ sql }: Tx) =>
  sql`insert into event_types (name, first_seen_at, last_seen_at) values ('late', now(), now())`;

const written = async () => (await opened.database.pool`select from event_types`).length;

it.each<[string, object, boolean]>([
  ['was refused', {}, true],
  ['was committed', {}, false],
  ['was a dry run', { rollback: true }, false],
  ['was a read', { readOnly: true }, false],
])(
  'UNIT-02 what a transaction left behind writes nothing after it %s',
  async (_what, options, fails) => {
    const late = straggler();
    const over = transaction(opened.database, options, async (tx) => {
      late.start(tx, write);
      if (fails) throw new Error('on purpose');
    });
    await (fails ? expect(over).rejects.toThrow('on purpose') : over);
    late.goOn();
    expect(await late.ended()).toBeInstanceOf(TransactionOver);
    expect(await written()).toBe(0);
  },
);

it('UNIT-02 nor in the transaction of somebody else, whose answers stay their own', async () => {
  const late = straggler();
  // New to the connection, so that its description is asked for first.
  const ask = ({ sql }: Tx) => sql`select id, name from event_types where name = ${'late'}`;
  const refused = transaction(opened.database, {}, async (tx) => {
    late.start(tx, ask);
    throw new Error('on purpose');
  });
  await expect(refused).rejects.toThrow('on purpose');
  const next = transaction(opened.database, {}, async ({ sql }) => {
    late.goOn();
    expect(await late.ended()).toBeInstanceOf(TransactionOver);
    return await sql<{ a: number; b: string }[]>`select 7 as a, ${'x'}::text as b`;
  });
  late.goOn();
  expect(await next).toEqual([{ a: 7, b: 'x' }]);
});

it('UNIT-02 nor after a read without a transaction', async () => {
  let later: (() => PromiseLike<unknown>) | undefined;
  await readWithoutTransaction(opened.database, {}, async (sql) => {
    later = () => sql`select 1`;
    return await sql`select 1`;
  });
  const ended = await Promise.resolve(later?.()).catch((error: unknown) => error);
  expect(ended).toBeInstanceOf(TransactionOver);
});
