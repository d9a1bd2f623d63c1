import { limits } from '@postroad/core/platform/limits';
import { forgetFiles } from '@postroad/store/messages/message-file';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';
import { type Delivering, delivering } from '../sending/delivering.ts';

let opened: TestService;
let calls: Calling;
let mail: Delivering;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  mail = delivering(opened);
});

afterAll(() => opened.close());

const words = { subject: 'Invoice', body_markdown: 'Thanks. ![Logo](cid:logo)' };
const content = Buffer.from(Array.from({ length: 600_000 }, (_, at) => (at * 31) % 256));
const pdf = {
  filename: 'Rechnung für Ada.pdf',
  content_type: 'application/pdf',
  content_base64: content.toString('base64'),
};
const logo = {
  filename: 'logo.png',
  content_type: 'image/png',
  content_base64: 'aGk=',
  content_id: 'logo',
};

async function files(): Promise<number> {
  return (await opened.database.pool`select from message_files`).length;
}

async function send(to: string, attachments: (typeof pdf)[]) {
  return (await calls.call('send_message', { to, ...words, attachments })).message;
}

it('MSG-13 files of a message arrive, and go when they are no longer kept', async () => {
  const { id } = await send('ada@example.com', [pdf, logo]);
  const queued = await opened.database.pool`select to_jsonb(s)::text as row from sends s`;
  expect(String(queued[0]?.row).length).toBeLessThan(2_000);
  await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
  const [email] = await mail.arrived();
  const found = (email?.attachments ?? []).map((one) => ({
    name: one.filename,
    id: one.contentId ?? null,
    octets: Buffer.from(one.content as ArrayBuffer),
  }));
  expect(found.map(({ name, id: contentId }) => [name, contentId])).toEqual([
    ['logo.png', '<logo>'],
    ['Rechnung für Ada.pdf', null],
  ]);
  expect(found[1]?.octets.equals(content)).toBe(true);
  const said = await calls.call('get_send_content', { send_id: id });
  expect(said.headers['Content-Type']).toContain('multipart/mixed');
  expect(await files()).toBe(2);
  const days = 31;
  await calls.call('move_clock', { advance: { amount: days, unit: 'days' } });
  const { database } = opened;
  await transaction(database, { testClock: true }, async (tx) => {
    expect(await forgetFiles(tx, new Date(tx.now.getTime() - 30 * 86_400_000), 10)).toBe(2);
  });
  expect(await files()).toBe(0);
});

it('files go with the erasure of the person', async () => {
  const before = await files();
  await send('flo@example.com', [pdf]);
  expect(await files()).toBe(before + 1);
  await calls.call('delete_person', { person: 'flo@example.com' });
  expect(await files()).toBe(before);
});

it('MSG-13 refuses what a mail cannot carry, and more than 10,000,000 bytes', async () => {
  const input = { to: 'ada@example.com', ...words };
  const before = await files();
  for (const [change, member] of [
    [{ filename: 'a\r\nBcc: eve@example.com' }, 'filename'],
    [{ content_type: 'pdf' }, 'content_type'],
    [{ content_base64: 'aGk' }, 'content_base64'],
    [{ content_base64: 'aG\nk=' }, 'content_base64'],
  ] as const) {
    const attachments = [{ ...logo, ...change }];
    const refusal = await calls.refused('send_message', { ...input, attachments });
    expect(pathsOf(refusal)).toEqual([`attachments[0].${member}`]);
  }
  const twice = await calls.refused('send_message', { ...input, attachments: [logo, pdf, logo] });
  expect(pathsOf(twice)).toEqual(['attachments[2].content_id']);
  const most = Buffer.alloc(limits.attachmentBytes).toString('base64');
  const attachments = [{ ...pdf, content_base64: most }, logo];
  expect((await calls.refused('send_message', { ...input, attachments })).code).toBe(
    'payload_too_large',
  );
  expect(await files()).toBe(before);
});
