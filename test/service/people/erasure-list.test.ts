import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readErasures } from '@postroad/service/app/backup/read-erasures';
import { ErasureList } from '@postroad/service/people/erasure-list';
import { createLog } from '@postroad/service/platform/log';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postroad-erasures-'));
  file = join(folder, 'erasures.ndjson');
  opened = await openTestService({ env: { ERASURES_FILE: file } });
  calls = calling(opened);
});

afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

async function erase(email: string): Promise<number> {
  const { person } = await calls.call('upsert_person', { email });
  await calls.call('delete_person', { person: email });
  return person.id;
}

const listed = async () => (await readErasures(file)).map(({ person_id }) => person_id);

/** As a process does that starts now. */
async function follow(lines: string[] = []) {
  const log = createLog('warn', (line) => lines.push(line) > 0);
  return await new ErasureList().follow({ ...opened, log });
}

it('BACK-06 the list has each erasure, without an address, once the lanes ran', async () => {
  const id = await erase('ada@example.com');
  await opened.service.tick();
  expect(await listed()).toEqual([id]);
  expect(await readFile(file, 'utf8')).not.toContain('ada@');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('BACK-06 a process adds what the file lacks, and nothing that it has', async () => {
  const before = await listed();
  const id = await erase('bob@example.com');
  await follow();
  await follow();
  expect(await listed()).toEqual([...before, id]);
  await rm(file);
  await follow();
  expect(await listed()).toEqual([...before, id]);
});

it('BACK-06 a line that was cut off takes no other with it', async () => {
  const before = await listed();
  await appendFile(file, '{"id":99,"per');
  const id = await erase('cut@example.com');
  await follow();
  expect(await listed()).toEqual([...before, id]);
});

it('BACK-06 a list that cannot be written is logged once, and tried again', async () => {
  await rm(file);
  await writeFile(join(folder, 'blocked'), '');
  const lines: string[] = [];
  const list = new ErasureList();
  const log = createLog('warn', (line) => lines.push(line) > 0);
  const config = { ...opened.config, erasuresFile: join(folder, 'blocked', 'erasures.ndjson') };
  await list.follow({ ...opened, config, log });
  await list.follow({ ...opened, config, log });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('The list of erasures could not be written');
  await list.follow({ ...opened, log });
  expect(await listed()).toHaveLength(3);
});
