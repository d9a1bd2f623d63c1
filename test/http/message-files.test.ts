import { limits } from '@postroad/core/platform/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectProblem } from './http-server.ts';
import { operatorToken, type RealServer, startReal } from './real-server.ts';

let server: RealServer;

beforeAll(async () => {
  server = await startReal();
});

afterAll(() => server.stop());

const content = Buffer.from(Array.from({ length: 900_000 }, (_, at) => (at * 31) % 251));
const base64 = content.toString('base64');
const words = { to: 'ada@example.com', subject: 'Invoice', body_markdown: 'Thanks.' };

function withFile(content_base64: string) {
  const file = { filename: 'invoice.pdf', content_type: 'application/pdf', content_base64 };
  return { ...words, attachments: [file] };
}

async function post(body: unknown, { token = operatorToken, key = '', query = '' } = {}) {
  const headers: Record<string, string> = key === '' ? {} : { 'idempotency-key': key };
  return await server.ask('POST', `/api/v1/messages${query}`, { body, token, headers });
}

/** The bytes of the files that are stored, oldest first. */
async function stored(): Promise<Buffer[]> {
  const { pool } = server.database;
  const files = await pool<{ id: number; octets: number; used: boolean }[]>`
    select id, octets::int as octets, used from message_files order by id`;
  const found: Buffer[] = [];
  for (const { id, octets, used } of files) {
    const chunks = await pool<{ bytes: Uint8Array }[]>`
      select bytes from message_file_chunks where file_id = ${id} order by position`;
    const bytes = Buffer.concat(chunks.map((chunk) => chunk.bytes));
    expect([bytes.length, used]).toEqual([octets, true]);
    found.push(bytes);
  }
  return found;
}

/** Files that no message uses are removed after the answer. */
async function expectStored(...files: Buffer[]) {
  await expect
    .poll(async () => (await server.database.pool`select from message_files`).length)
    .toBe(files.length);
  for (const [index, bytes] of (await stored()).entries()) {
    expect(files[index]?.equals(bytes)).toBe(true);
  }
}

it('MSG-14 stores files while their call arrives, and keeps those of messages alone', async () => {
  const first = await post(withFile(base64), { key: 'one' });
  expect(first.status, first.text).toBe(201);
  await expectStored(content);
  const escaped = JSON.stringify(withFile(base64)).replaceAll('/', '\\/');
  const repeated = await post(escaped, { key: 'one' });
  expect(repeated.json).toEqual(first.json);
  expect(repeated.headers.get('idempotency-replayed')).toBe('true');
  const other = Buffer.concat([content, content]).toString('base64');
  expectProblem(await post(withFile(other), { key: 'one' }), 422, 'idempotency_key_reused');
  const tried = await post(withFile(base64), { query: '?dry_run=1' });
  expect(tried.json.dry_run).toBe(true);
  await expectStored(content);
});

it('MSG-14 names the file that is not base64, and takes no name of a stored file', async () => {
  const faulty = `${base64.slice(0, 400_000)}\\n${base64.slice(400_000)}`;
  const digest = 'sha256:47d1b91f9a8f7b9fca4b4d8e4a0d9e2f0f9c61f4a5c6e0b4a9f3d2c1b0a99887';
  for (const text of [faulty, `${base64}A`, `${base64}====`, digest]) {
    const answer = await post(withFile(text));
    expectProblem(answer, 422, 'validation_failed');
    expect(answer.json.errors).toMatchObject([{ path: 'attachments[0].content_base64' }]);
  }
  await expectStored(content);
});

it('MSG-14 stores nothing of a caller who may not send, and nothing of a broken or too large body', async () => {
  const made = await server.ask('POST', '/api/v1/tokens', {
    body: { name: 'reader', scope: 'read' },
  });
  expectProblem(
    await post(withFile(base64), { token: String(made.json.secret) }),
    403,
    'forbidden',
  );
  expectProblem(await post(JSON.stringify(withFile(base64)).slice(0, -1)), 400, 'malformed_json');
  const half = Buffer.alloc(limits.attachmentBytes / 2 + 1).toString('base64');
  const [file] = withFile(half).attachments;
  expectProblem(await post({ ...words, attachments: [file, file] }), 413, 'payload_too_large');
  expectProblem(
    await post(withFile('A'.repeat(limits.messageBodyBytes))),
    413,
    'payload_too_large',
  );
  await expectStored(content);
});
