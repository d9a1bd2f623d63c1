import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { consoleScreenOf, consoleScreens } from '@postroad/core/account/console-addresses';
import { version } from '@postroad/core/platform/version';
import { createHttpServer } from '@postroad/http/server';
import { createLog } from '@postroad/service/platform/log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeService } from './fake-service.ts';

let folder: string;
let app: ReturnType<typeof createHttpServer>;

const page = '<!doctype html><title>Console</title>';
const script = 'export const answer = 42;\n'.repeat(50);
const file = '/console/app-3f9c.js';

/** As the build of the console writes it. */
function build(into: string, markup: string): void {
  mkdirSync(into, { recursive: true });
  const put = (name: string, text: string) => {
    writeFileSync(join(into, name), text);
    writeFileSync(join(into, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(into, `${name}.gz`), gzipSync(text));
  };
  put('index.html', markup);
  put('app-3f9c.js', script);
  const type = 'text/javascript; charset=utf-8';
  const files = [{ url: file, file: 'app-3f9c.js', type }];
  const embed = { page: 'index.html', script: 'app-3f9c.js' };
  const manifest = { page: 'index.html', files, embed };
  writeFileSync(join(into, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(into, 'secret.txt'), 'secret');
}

const serverOver = (consoleFolder: string) =>
  createHttpServer(createFakeService(), { log: createLog('silent'), consoleFolder });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'postroad-console-'));
  build(folder, page);
  app = serverOver(folder);
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** The header of a browser that opens an address, and that of a program. */
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const programs = [undefined, '*/*', 'application/json', 'application/json, text/html;q=0.5'];

type Method = 'GET' | 'HEAD' | 'POST';

function ask(url: string, headers: Record<string, string> = {}, method: Method = 'GET') {
  return app.inject({ method, url, headers });
}

const open = (url: string, more: Record<string, string> = {}, method: Method = 'GET') =>
  ask(url, { accept: browser, ...more }, method);

describe('CON-01', () => {
  it('the start is the console for a browser and JSON for a program', async () => {
    const shown = await open('/');
    expect([shown.statusCode, shown.body]).toEqual([200, page]);
    expect(shown.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept, accept-encoding',
    });
    for (const accept of programs) {
      const answer = await ask('/', accept === undefined ? {} : { accept });
      expect(answer.headers.vary).toBe('accept');
      expect(answer.json()).toEqual({
        ...{ name: 'Postroad', version, api: '/api/v1', openapi: '/openapi.json' },
        ...{ docs: '/docs', console: '/', health: '/healthz' },
      });
    }
  });

  it.each(consoleScreens)(
    '/%s is the console for a browser, and nothing for a program',
    async (screen) => {
      for (const url of [`/${screen}`, `/${screen}/`, `/${screen}/a/b?version=2`]) {
        const shown = await open(url);
        expect([shown.statusCode, shown.body]).toEqual([200, page]);
        const answer = await ask(url);
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
        expect(answer.headers.vary).toBe('accept');
      }
    },
  );

  it('an address that nothing has is the page with 404', async () => {
    for (const url of ['/nowhere', '/flowsome', '/index.html', '//flows', '/.env']) {
      const shown = await open(url);
      expect([shown.statusCode, shown.body], url).toEqual([404, page]);
      expect((await ask(url)).json().code).toBe('not_found');
    }
    expect((await open('/nowhere', {}, 'HEAD')).statusCode).toBe(404);
  });

  it('says what a program says below the API, of a file, and of another method', async () => {
    for (const url of ['/api/v1/nowhere', '/console/nowhere.js', '/mcp/nowhere']) {
      expect((await open(url)).json().code, url).toBe('not_found');
    }
    expect((await open('/flows', {}, 'POST')).json().code).toBe('not_found');
    expect((await open('/webhooks/ses')).statusCode).toBe(405);
  });

  it('knows the screen of a path', () => {
    expect(consoleScreenOf('/')).toBe('start');
    expect(consoleScreenOf('/records/emails/3')).toBe('records');
    for (const path of ['', '/nowhere', '/api/v1/flows', '/Flows', 'flows']) {
      expect(consoleScreenOf(path), path).toBeNull();
    }
  });
});

describe('CON-04', () => {
  it.each<[string, string | undefined]>([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ])('a client that takes "%s" gets %s', async (accepted, coding) => {
    for (const [url, text] of [
      [file, script],
      ['/', page],
    ] as const) {
      const answer = await open(url, { 'accept-encoding': accepted });
      expect(answer.headers['content-encoding']).toBe(coding);
      expect(answer.headers.vary).toMatch(/accept-encoding$/);
      const read = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? ''] ?? String;
      expect(String(read(answer.rawPayload))).toBe(text);
    }
  });

  it('files have immutable names, and the page is asked for again', async () => {
    const answer = await ask(file);
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    for (const url of [file, '/', '/flows/welcome', '/docs', '/openapi.json']) {
      const { headers } = await open(url);
      const etag = String(headers.etag);
      expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
      for (const known of [etag, `"a", ${etag}`, etag.replace('W/', ''), '*']) {
        const again = await open(url, { 'if-none-match': known });
        expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
      }
      expect((await open(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    }
    // What is not there is said each time.
    const { etag } = (await open('/nowhere')).headers;
    expect((await open('/nowhere', { 'if-none-match': String(etag) })).statusCode).toBe(404);
  });

  it('HEAD has the headers alone', async () => {
    for (const url of [file, '/', '/flows']) {
      const [head, got] = [await open(url, {}, 'HEAD'), await open(url)];
      expect([head.statusCode, head.body]).toEqual([200, '']);
      expect(head.headers['content-length']).toBe(got.headers['content-length']);
    }
  });

  it('the documents of the API are coded too', async () => {
    for (const url of ['/openapi.json', '/docs', '/docs/problems']) {
      const plain = await ask(url);
      for (const [coding, read] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const answer = await ask(url, { 'accept-encoding': coding });
        expect(answer.headers['content-encoding']).toBe(coding);
        expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
        expect(String(read(answer.rawPayload))).toBe(plain.body);
      }
    }
  });

  it('serves what the build lists, and no other file', async () => {
    for (const path of ['secret.txt', 'manifest.json', 'app-3f9c.js.br', '%2e%2e/secret.txt']) {
      expect((await ask(`/console/${path}`)).statusCode, path).toBe(404);
    }
    for (const path of [
      '/console/../secret.txt',
      '/console/..%2fsecret.txt',
      '/console//secret.txt',
    ]) {
      expect((await ask(path)).body, path).not.toContain('secret');
    }
  });

  it('shows the next build without a restart, and says where there is none how to make it', async () => {
    const own = join(folder, 'own');
    const server = serverOver(own);
    const shown = () => server.inject({ url: '/', headers: { accept: browser } });
    const before = await shown();
    expect(before.statusCode).toBe(503);
    expect(before.body).toContain('npm run build');
    build(own, 'first');
    expect((await shown()).body).toBe('first');
    build(own, 'second');
    utimesSync(join(own, 'manifest.json'), 1, 1);
    expect((await shown()).body).toBe('second');
    await server.close();
  });
});

describe('CON-05', () => {
  const policyOf = async (url: string) => {
    const { headers } = await open(url);
    return new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((part) => [part.split(' ')[0], part.split(' ').slice(1)] as const),
    );
  };

  it('the console runs its own files alone, and asks nobody else', async () => {
    for (const url of ['/', '/flows/welcome', '/nowhere']) {
      const policy = await policyOf(url);
      expect(policy.get('default-src')).toEqual(["'none'"]);
      expect(policy.get('script-src')).toEqual(["'self'"]);
      expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
      expect(policy.get('img-src')).toEqual(["'self'", 'data:']);
      for (const [directive, sources] of policy) {
        for (const source of sources)
          expect(source, directive).toMatch(/^'(?:self|none)'$|^data:$/);
      }
    }
  });

  it('the frame of a mail runs its one script in an origin of its own', async () => {
    const policy = await policyOf('/console/mail');
    expect(policy.get('sandbox')).toEqual([
      ...['allow-scripts', 'allow-popups', 'allow-popups-to-escape-sandbox'],
    ]);
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual([expect.stringMatching(/^'sha256-/)]);
    expect(policy.get('img-src')).toEqual(['data:']);
    expect(policy.get('frame-ancestors')).toEqual(["'self'"]);
    expect((await policyOf('/console/mail?images=1')).get('img-src')).toEqual([
      ...['data:', 'https:', 'http:'],
    ]);
  });
});
