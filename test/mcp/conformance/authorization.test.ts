import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { OAuthAgent, Person } from '../../surfaces/oauth-agent.ts';
import { type RunningService, startService } from '../../surfaces/running-service.ts';

const require = createRequire(import.meta.url);
const suite = join(
  require.resolve('@modelcontextprotocol/conformance/package.json'),
  '../dist/index.js',
);
const preload = pathToFileURL(join(import.meta.dirname, 'node20.mjs')).href;

let running: RunningService;
let person: Person;

beforeAll(async () => {
  running = await startService();
  person = await Person.signIn(running, running.token);
});

afterAll(() => running.stop());

/** Runs all scenarios; where one asks for a browser, the person consents in it. */
async function runScenarios(version: string): Promise<string> {
  const port = await freePort();
  const { body } = await new OAuthAgent(running).register({
    redirect_uris: [`http://127.0.0.1:${port}/callback`],
  });
  const asked = [
    ...['authorization', '--url', running.url, '--port', String(port)],
    ...['--client-id', String(body.client_id), '--resource', `${running.url}/mcp`],
    ...['--spec-version', version],
  ];
  return await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', preload, suite, ...asked]);
    let out = '';
    let isAsked = false;
    const read = (chunk: Buffer) => {
      out += chunk.toString('utf8');
      const [, query] = /\/oauth\/authorize\?(\S+)/.exec(out) ?? [];
      if (query === undefined || isAsked || !out.endsWith('\n')) return;
      isAsked = true;
      void person.sentTo({ query }).then((to) => fetch(to), reject);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', reject);
    child.on('close', (code) => resolve(`${out}\nended with ${code}`));
  });
}

it.each(['2025-11-25', '2026-07-28'])(
  'OAUTH-01 the authorization server meets the conformance suite of %s',
  async (version) => {
    const out = await runScenarios(version);
    expect(out).toContain('ended with 0');
    expect(out).toContain('authorization-server-metadata-endpoint');
    expect(out).toContain('authorization-code-grant');
    expect(out).not.toMatch(/FAILURE|WARNING|SKIPPED/);
  },
);
