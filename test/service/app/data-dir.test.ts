import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localToken } from '@postroad/service/app/config/data-dir';
import { afterEach, beforeEach, expect, it } from 'vitest';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'postroad-data-'));
});

afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

it('makes one token however many processes ask for it at once, readable by its owner only', async () => {
  const config = { dataDir: dir, apiToken: null, apiTokenFile: null };
  const tokens = await Promise.all(Array.from({ length: 10 }, () => localToken(config)));
  expect(new Set(tokens).size).toBe(1);
  expect(tokens[0]).toMatch(/^postroad_[A-Za-z0-9_-]{32}$/);
  expect(await readFile(join(dir, 'api-token'), 'utf8')).toBe(`${tokens[0]}\n`);
  expect((await stat(join(dir, 'api-token'))).mode & 0o777).toBe(0o600);
  expect(await localToken({ ...config, apiToken: 'given-token' })).toBe('given-token');
});
