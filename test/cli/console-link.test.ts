import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runCli } from '../surfaces/three-surfaces.ts';

// @database embedded: links are printed for it alone.

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const sameOrigin = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };

interface Serving {
  said(): string;
  opened: string[];
  url: string;
  stop(): Promise<void>;
}

/** `postroad serve` at a terminal of this kind, once it serves. */
async function serve(more: Record<string, string> = {}, outIsTty = true): Promise<Serving> {
  let said = '';
  const opened: string[] = [];
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const env = { DATA_DIR: database.dataDir, PORT: '0', LOG_LEVEL: 'error', ...more };
  const ended = runCli(['serve'], env, '', outIsTty, {
    stopped: () => stopped,
    out: (text) => {
      said += text;
    },
    open: async (address) => {
      opened.push(address);
      return true;
    },
  });
  await expect.poll(() => said).toContain('Stop with Ctrl+C');
  return {
    ...{ said: () => said, opened, url: /serves (http:\S+)/.exec(said)?.[1] ?? '' },
    async stop() {
      stop();
      await ended;
    },
  };
}

const linkIn = (text: string) => /http:\S+\/sign-in#[\w-]+/.exec(text)?.[0] ?? null;

async function signInWith(link: string) {
  const { origin, hash } = new URL(link);
  const body = JSON.stringify({ code: hash.slice(1) });
  return await fetch(`${origin}/console/session`, { method: 'POST', headers: sameOrigin, body });
}

describe('CON-16', () => {
  it('a start on a terminal prints a link that signs in once, and the first start opens it', async () => {
    const first = await serve();
    const link = linkIn(first.said()) ?? '';
    expect(first.opened).toEqual([link]);
    const answer = await signInWith(link);
    expect(await answer.json()).toMatchObject({ kind: 'environment', database: 'embedded' });
    expect((await signInWith(link)).status).toBe(401);
    await first.stop();
    const second = await serve();
    expect(linkIn(second.said())).not.toBe(link);
    expect(second.opened).toEqual([]);
    await second.stop();
  });

  it.each<[string, Record<string, string>, boolean]>([
    ['into a file', {}, false],
    ['behind a proxy', { BASE_URL: 'https://mail.example.com' }, true],
    ['for other machines', { HOST: '0.0.0.0' }, true],
  ])('a start %s prints none', async (_, env, outIsTty) => {
    const serving = await serve(env, outIsTty);
    expect(linkIn(serving.said())).toBeNull();
    expect(serving.said()).toContain('signed in with "postroad open"');
    expect(serving.opened).toEqual([]);
    await serving.stop();
  });

  it('a start by npm names a command that its folder has', async () => {
    const serving = await serve({ npm_execpath: '/usr/lib/npm-cli.js' }, false);
    expect(serving.said()).toContain('signed in with "npx postroad open"');
    await serving.stop();
  });

  it('a start in CI opens nothing', async () => {
    const serving = await serve({ CI: 'true' });
    expect(serving.opened).toEqual([]);
    await serving.stop();
  });

  it('"postroad open" makes another link, at the address that the command uses', async () => {
    const serving = await serve({}, false);
    const { exitCode, out } = await runCli(['open'], { DATA_DIR: database.dataDir });
    expect([exitCode, new URL(out.trim()).origin]).toEqual([0, serving.url]);
    const answer = await signInWith(out.trim());
    expect(answer.status).toBe(200);
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const { changes } = (await (
      await fetch(`${serving.url}/api/v1/changes?resource=tokens`, { headers: { cookie } })
    ).json()) as { changes: object[] };
    expect(changes[0]).toMatchObject({ operation: 'create_sign_in_link', surface: 'cli' });
    const create = ['tokens', 'create', '--name', 'R', '--scope', 'read', '--json'];
    const made = await runCli(create, { DATA_DIR: database.dataDir });
    const reader = { POSTROAD_URL: serving.url, POSTROAD_TOKEN: JSON.parse(made.out).secret };
    expect((await runCli(['open'], reader)).out).toBe(`${serving.url}/\n`);
    await serving.stop();
  });
});
