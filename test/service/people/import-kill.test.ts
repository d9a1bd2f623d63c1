import { createClient } from '@postroad/http/client/client';
import { expect, it } from 'vitest';
import { databaseKind } from '../../support/database.ts';
import { killedService } from '../../support/killed-service.ts';

const token = 'a-token-for-the-import-kill-test';
/** Several of the chunks that one transaction writes. */
const people = databaseKind() === 'postgres' ? 5_000 : 2_000;

const { serve } = killedService(token);

function file(): string {
  const lines = Array.from(
    { length: people },
    (_, index) => `person${index}@example.com,Ada${index},"vip,x",${index}`,
  );
  // Every tenth one again at the end, with another name; and a row in error.
  const again = lines
    .filter((_, index) => index % 10 === 0)
    .map((line) => line.replace('Ada', 'Bo'));
  return `email,first_name,tags,fields.seats\n${[...lines, 'nobody', ...again].join('\n')}\n`;
}

async function importOf(url: string) {
  const { output } = await createClient({ url, token }).invoke('list_imports', { limit: 1 });
  return output.imports[0];
}

it('an import whose process is killed with -9 midway continues in the next one, each row once', async () => {
  const first = await serve();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
  const sent = fetch(`${first.url}/api/v1/people/import`, {
    method: 'POST',
    headers,
    body: file(),
  });
  const answered = sent.then(
    (answer) => answer.status,
    () => null,
  );
  const begun = async () => (await importOf(first.url))?.created ?? 0;
  await expect.poll(begun, { timeout: 120_000, interval: 5 }).toBeGreaterThan(0);
  first.process.child.kill('SIGKILL');
  await first.process.ended;
  expect([201, null]).toContain(await answered);
  const second = await serve();
  const ended = async () => (await importOf(second.url))?.status;
  await expect.poll(ended, { timeout: 120_000, interval: 100 }).toBe('done');
  expect(await importOf(second.url)).toMatchObject({
    rows: people * 1.1 + 1,
    created: people,
    updated: 0,
    repeated: people / 10,
    invalid: 1,
  });
  const answer = await fetch(`${second.url}/api/v1/people/export?format=ndjson`, { headers });
  const found = (await answer.text()).trimEnd().split('\n');
  expect(found).toHaveLength(people);
  expect(found.filter((line) => line.includes('"first_name":"Bo'))).toHaveLength(people / 10);
  expect(found.every((line) => line.includes('"tags":["vip","x"]'))).toBe(true);
}, 600_000);
