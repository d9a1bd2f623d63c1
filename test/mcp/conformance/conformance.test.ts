import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFixtureServer } from './fixture-server.ts';

// @slow: it starts the suite of the protocol.

/** The suite exports only its package.json, so nothing else can be resolved. */
const require = createRequire(import.meta.url);
const suite = join(
  require.resolve('@modelcontextprotocol/conformance/package.json'),
  '../dist/index.js',
);
const preload = pathToFileURL(join(import.meta.dirname, 'node20.mjs')).href;

let fixture: { url: string; stop: () => Promise<void> };

beforeAll(async () => {
  fixture = await startFixtureServer();
});

afterAll(() => fixture.stop());

function runSuite(requirements: string): Promise<{ exitCode: number; out: string }> {
  const asked = ['server', '--url', `${fixture.url}/mcp`, '--requirements', requirements];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', preload, suite, ...asked],
      { cwd: import.meta.dirname, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        const exitCode = error === null ? 0 : Number(error.code ?? 1);
        resolve({ exitCode, out: `${stdout}\n${stderr}` });
      },
    );
  });
}

it.each(['2025-11-25', '2026-07-28'])(
  'SURF-03 the transports meet the requirements of %s',
  async (requirements) => {
    const { exitCode, out } = await runSuite(requirements);
    expect(exitCode, out.slice(-6_000)).toBe(0);
  },
  120_000,
);
