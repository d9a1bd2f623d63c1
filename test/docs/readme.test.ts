import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { readPage, testedBlocks } from './guide.ts';
import { followPage, openShell } from './reader.ts';

// @quick embedded: it is what a reader starts with, and the guides run on a server.

it('finds the blocks to run, with their lines and flags', () => {
  const page = 'a\n\n```bash\nno\n```\n\n```bash test mail=3\nyes\n```\n```json test\n{}\n```\n';
  expect(testedBlocks(page)).toEqual([
    { language: 'bash', text: 'yes\n', line: 7, mail: 3, file: null },
    { language: 'json', text: '{}\n', line: 10, mail: null, file: null },
  ]);
});

it('keeps what a block sets, and fails with the first command that fails', async () => {
  const { dataDir, drop } = await createTestDatabase();
  const shell = openShell({ PATH: process.env.PATH ?? '', DATA_DIR: dataDir });
  const run = (line: number, text: string) =>
    shell.run({ language: 'bash', text, line, mail: null, file: null });
  await run(1, 'export NAME=Ada\ngreet() { echo "Hello $1"; }\n');
  expect(await run(2, 'greet "$NAME"\n')).toContain('Hello Ada');
  await expect(run(3, 'false | cat\necho not reached\n')).rejects.toThrow('ended too early');
  await expect(run(4, 'echo too late\n')).rejects.toThrow('ended too early');
  await shell.end();
  await drop();
});

it('shows nothing to paste that is not run, but for what starts a process or needs a server', () => {
  const shown = [...readPage('README.md').matchAll(/^```(\S+)(.*)\n([\s\S]*?)^```$/gm)];
  const notRun = shown.filter(([, , flags = '']) => !flags.includes('test'));
  expect(notRun.map(([, , , text = '']) => text.trim().split('\n').at(-1))).toEqual([
    'npm start',
    'npx postroad serve',
    'npx postroad worker',
  ]);
});

it('the first five minutes of the README work word for word', { timeout: 300_000 }, async () => {
  const { said, mails, tools } = await followPage('README.md', {}, 'built');
  expect(said).toHaveLength(testedBlocks(readPage('README.md')).length - tools.length);
  const first = mails.get(1) ?? '';
  expect(first).toContain('To: ada@example.com\r\n');
  expect(first).toContain('Subject: Welcome, Ada\r\n');
  const boundary = /boundary="([^"]+)"/.exec(first)?.[1] ?? 'none';
  expect(first.endsWith(`--${boundary}--\r\n`)).toBe(true);
  expect(mails.get(2)).toContain('To: grace@example.com\r\n');
  expect(mails.get(2)).toContain('Subject: Hello there\r\n');
  expect(tools).toHaveLength(2);
  for (const offered of tools) expect(offered).toContain('record_events');
});
