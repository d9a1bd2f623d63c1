import { retriedTransaction } from '@postroad/service/platform/retried-transaction';
import type { Tx } from '@postroad/store/platform/transaction';
import { describe, expect, it } from 'vitest';
import { databaseKind, openTestDatabase } from '../../support/database.ts';

it('answers a conflict, and never an internal error, to who is overtaken each time', async () => {
  const opened = await openTestDatabase();
  try {
    let tries = 0;
    const overtaken = retriedTransaction(opened.database, {}, async ({ sql }) => {
      tries += 1;
      await sql`do $$ begin raise exception 'overtaken' using errcode = '40001'; end $$`;
    });
    await expect(overtaken).rejects.toMatchObject({ code: 'conflict' });
    expect(tries).toBe(3);
  } finally {
    await opened.drop();
  }
});

it.each([
  [{ readOnly: true }, 'The database is too busy. Try again later.'],
  [{}, 'The database is too busy. Nothing was stored. Try again later.'],
])(
  'UNIT-11 says of a database that lacks something what became of the call: %j',
  async (mode, message) => {
    const opened = await openTestDatabase();
    try {
      const short = retriedTransaction(opened.database, mode, async ({ sql }) => {
        await sql`do $$ begin raise exception 'short' using errcode = '53300'; end $$`;
      });
      await expect(short).rejects.toMatchObject({ code: 'unavailable', message });
    } finally {
      await opened.drop();
    }
  },
);

/** Only a server has connections that can be ended alone. */
const servers = databaseKind() === 'postgres' ? ['a server'] : [];

describe.each(servers)('on %s', () => {
  /** Ends its own connection in the first `times` tries. */
  const losing = (times: number) => {
    const tries = { count: 0 };
    const body = async ({ sql }: Tx) => {
      tries.count += 1;
      if (tries.count <= times) await sql`select pg_terminate_backend(pg_backend_pid())`;
      return 'done';
    };
    return { tries, body };
  };

  it.each([{ readOnly: true }, {}])(
    'POOL-08 does a transaction again whose connection was lost before its commit: %j',
    async (mode) => {
      const opened = await openTestDatabase();
      try {
        const { body } = losing(2);
        await expect(retriedTransaction(opened.database, mode, body)).resolves.toBe('done');
      } finally {
        await opened.drop();
      }
    },
  );

  it('POOL-08 says of a read that is lost each time only that the database does not answer', async () => {
    const opened = await openTestDatabase();
    try {
      const { body, tries } = losing(9);
      await expect(
        retriedTransaction(opened.database, { readOnly: true }, body),
      ).rejects.toMatchObject({
        code: 'unavailable',
        message: 'The database does not answer. Try again.',
      });
      expect(tries.count).toBe(3);
    } finally {
      await opened.drop();
    }
  });

  it('POOL-08 does nothing again whose connection was lost with its commit, which may be done', async () => {
    const opened = await openTestDatabase();
    try {
      const { pool } = opened.database;
      await pool`create table left_behind (id int)`;
      await pool`
        create function end_connection() returns trigger language plpgsql as $$
        begin
          perform pg_terminate_backend(pg_backend_pid());
          return null;
        end $$`;
      await pool`
        create constraint trigger ending after insert on left_behind
        deferrable initially deferred for each row execute function end_connection()`;
      let tries = 0;
      const lost = retriedTransaction(opened.database, {}, async ({ sql }) => {
        tries += 1;
        await sql`insert into left_behind values (1)`;
      });
      await expect(lost).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('may or may not be done'),
      });
      expect(tries).toBe(1);
    } finally {
      await opened.drop();
    }
  });
});
