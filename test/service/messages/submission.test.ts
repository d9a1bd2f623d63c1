import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

/** The database fails where a file is removed that no message uses. */
beforeAll(async () => {
  opened = await openTestService({ env: { LOG_LEVEL: 'silent', MAIL_FROM: 'shop@example.com' } });
  calls = calling(opened);
  const { pool } = opened.database;
  await pool`
    create function be_away() returns trigger language plpgsql as $$
    begin raise exception 'It is away.' using errcode = '08006'; end $$`;
  await pool`
    create trigger be_away before delete on message_files
    for each statement execute function be_away()`;
});

afterAll(() => opened.close());

async function submit(head: string): Promise<void> {
  const { service, actor } = opened;
  const content = Readable.from([Buffer.from(`${head}\r\n\r\nHello\r\n`)]);
  await service.submission.accept({ actor, recipients: ['ada@example.com'], content });
}

it('SUBM-07 mail that was stored is acknowledged, though the database is away right after', async () => {
  await submit('From: shop@example.com\r\nSubject: Receipt');
  const { messages } = await calls.call('list_messages', {});
  expect(messages.map(({ subject }) => subject)).toEqual(['Receipt']);
});

it('SUBM-04 refused mail is answered with the reason, though the database is away right after', async () => {
  await expect(submit('Subject: Nobody')).rejects.toMatchObject({
    detail: expect.stringContaining('The mail must have one From header'),
  });
});
