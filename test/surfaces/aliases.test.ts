import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFolder } from '@postroad/cli/definitions/tree-folder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from './running-service.ts';
import { answersAlike, runCli } from './three-surfaces.ts';

// @quick postgres: names are understood above the database.

// SAFE-58: arguments that have template in their name are taken with layout on every surface.
answersAlike([
  { name: 'create_email', input: { title: 'Spring', layout: 'default' } },
  { name: 'create_email', input: { title: 'Spring', layout: 'no-such' } },
  { name: 'create_email', input: ({ layout_id }) => ({ title: 'Spring', layout_id }) },
  { name: 'update_email', input: ({ email_id, layout_id }) => ({ email_id, layout_id }) },
  { name: 'preview_email', input: ({ email_id, layout_id }) => ({ email_id, layout_id }) },
]);

let running: RunningService;

beforeAll(async () => {
  running = await startService();
});

afterAll(() => running.stop());

type Body = Record<string, unknown>;

async function ask(method: string, path: string, body?: object): Promise<[number, Body]> {
  const headers = { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${running.url}/api/v1${path}`, { method, headers, ...sent });
  return [answer.status, (await answer.json()) as Body];
}

const html = '<html><head></head><body>{{ content }}</body></html>';

describe('layouts for templates', () => {
  it('SAFE-58 paths answer under the name by which they were asked', async () => {
    const [, { templates, next_cursor }] = await ask('GET', '/templates?limit=1');
    const [status, answer] = await ask('GET', '/layouts?limit=1');
    expect([status, answer]).toEqual([200, { layouts: templates, next_cursor }]);
    const [created, { layout }] = await ask('POST', '/layouts', { name: 'Two', html });
    expect([created, layout]).toMatchObject([201, { name: 'Two' }]);
    const { id } = layout as { id: number };
    const [, { template }] = await ask('GET', `/templates/${id}`);
    expect(template).toEqual(layout);
    const [, changed] = await ask('PATCH', `/layouts/${id}?dry_run=1`, { name: 'Three' });
    expect(changed).toMatchObject({ layout: { name: 'Three' }, dry_run: true });
    const [missing, problem] = await ask('GET', '/layouts/999999');
    expect([missing, problem.code]).toEqual([404, 'not_found']);
    expect(await ask('DELETE', `/layouts/${id}`)).toMatchObject([200, { deleted: true }]);
  });

  it('SAFE-58 the command line takes templates as a noun too', async () => {
    const { exitCode, out } = await runCli(['templates', 'list', '--json'], running.env);
    expect([exitCode, out]).toEqual([
      0,
      (await runCli(['layouts', 'list', '--json'], running.env)).out,
    ]);
  });

  it('SAFE-58 files may be in layouts, and emails name a layout; a pull has templates', async () => {
    const [, { files }] = await ask('GET', '/definitions');
    const email =
      '---\nkey: fresh\nsubject: Fresh\nlayout: wide\n---\nHello {{ unsubscribe_url }}\n';
    const added = {
      'layouts/wide.html': `---\nkey: wide\nname: Wide\n---\n${html}\n`,
      'emails/fresh.md': email,
    };
    const tree = { ...(files as Record<string, string>), ...added };
    const [status, { ok, applied, parse_errors }] = await ask('POST', '/definitions/apply', {
      files: tree,
    });
    expect([status, ok, applied, parse_errors]).toEqual([200, true, 2, []]);
    const [, after] = await ask('GET', '/definitions');
    const pulled = after.files as Record<string, string>;
    const paths = Object.keys(pulled);
    expect(paths.filter((path) => path.startsWith('layouts/'))).toEqual([]);
    const wide = paths.find((path) => /^templates\/\d+-wide\.html$/.test(path)) ?? '';
    const fresh = paths.find((path) => path.endsWith('-fresh.md')) ?? '';
    expect(pulled[fresh]).toContain(`template_id: ${Number(/\d+/.exec(wide)?.[0])}\n`);
    const { [wide]: text = '', ...rest } = pulled;
    const moved = { ...rest, [wide.replace('templates/', 'layouts/')]: text };
    const [, again] = await ask('POST', '/definitions/diff', { files: moved });
    expect(again).toMatchObject({ ok: true, changed: 0 });
  });

  it('SAFE-58 a folder of definitions is read with its layouts', async () => {
    const root = await mkdtemp(join(tmpdir(), 'postroad-'));
    await mkdir(join(root, 'layouts'));
    await writeFile(join(root, 'layouts', 'wide.html'), html);
    const { files } = await readFolder(root);
    await rm(root, { recursive: true });
    expect(files).toEqual({ 'layouts/wide.html': html });
  });
});

it('SAFE-59 the paths of the queue are taken in snake case too', async () => {
  for (const [kebab, snake] of [
    ['retry-failed', 'retry_failed'],
    ['dismiss-uncertain', 'dismiss_uncertain'],
  ]) {
    const kept = await ask('POST', `/queue/${kebab}`, {});
    expect(await ask('POST', `/queue/${snake}`, {})).toEqual(kept);
    expect(kept[0]).not.toBe(404);
  }
});

it('SAFE-60 POST …/cancel cancels an import', async () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => `person${at}@example.com\n`);
  let end = (): void => undefined;
  // It arrives until it is canceled, so that it cannot be done before.
  const body = new ReadableStream<Uint8Array>({
    start(sending) {
      sending.enqueue(Buffer.from(`email\n${rows.join('')}`));
      end = () => sending.close();
    },
  });
  const headers = { authorization: `Bearer ${running.token}`, 'content-type': 'text/csv' };
  const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  const importing = fetch(`${running.url}/api/v1/people/import`, sent);
  const newest = async () => {
    const [, { imports }] = await ask('GET', '/people/imports?limit=1');
    return (imports as { id: number }[])[0]?.id;
  };
  await expect.poll(newest).toEqual(expect.any(Number));
  const canceled = await ask('POST', `/people/imports/${await newest()}/cancel`, {});
  expect(canceled).toMatchObject([200, { import: { status: 'canceled' } }]);
  end();
  expect((await importing).status).toBe(409);
  const [missing, problem] = await ask('POST', '/people/imports/999999/cancel');
  expect([missing, problem.code]).toEqual([404, 'not_found']);
  expect(String(problem.detail)).toContain('import');
});
