import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { consoleLine, linkForPerson } from '@postroad/cli/commands/serve';
import { readConfig } from '@postroad/service/app/config/config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { serveCommand } from '../surfaces/serve-command.ts';
import { runCli } from '../surfaces/three-surfaces.ts';

// @database embedded: links are printed for it alone.

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** As before the first start, which makes the token. */
const forgetStarts = () => rm(join(database.dataDir, 'api-token'), { force: true });

const sameOrigin = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };

/** `postroad serve` at a terminal of this kind. */
const serve = (more: Record<string, string> = {}, outIsTty = true) =>
  serveCommand({ DATA_DIR: database.dataDir, STARTER: '0', ...more }, outIsTty);

const linkIn = (text: string) => /http:\S+\/sign-in#[\w-]+/.exec(text)?.[0] ?? null;

async function signInWith(link: string) {
  const { origin, hash } = new URL(link);
  const body = JSON.stringify({ code: hash.slice(1) });
  return await fetch(`${origin}/console/session`, { method: 'POST', headers: sameOrigin, body });
}

describe('CON-16', () => {
  it('a start on a terminal prints a link that signs in once, and the first start opens it', async () => {
    await forgetStarts();
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
    ['on a server of PostgreSQL', { DATABASE_URL: 'postgres://127.0.0.1/postroad' }, true],
  ])('a start %s has none', async (_, env, outIsTty) => {
    const signInLink = async () => 'http://127.0.0.1/sign-in#code';
    const linkFor = (more: Record<string, string>, isTty: boolean) =>
      linkForPerson(
        readConfig({ DATA_DIR: database.dataDir, ...more }),
        { signInLink },
        { outIsTty: isTty },
      );
    expect(await linkFor({}, true)).toBe(await signInLink());
    expect(await linkFor(env, outIsTty)).toBeNull();
  });

  it('a start by npm names a command that its folder has', () => {
    const env = { npm_execpath: '/usr/lib/npm-cli.js' };
    expect(consoleLine('http://127.0.0.1', null, { env })).toContain('"npx postroad open"');
  });

  it('a start into a file prints none; "postroad open" makes one, at the address that the command uses', async () => {
    await forgetStarts();
    const serving = await serve({}, false);
    expect(linkIn(serving.said())).toBeNull();
    expect(serving.said()).toContain('signed in with "postroad open"');
    expect(serving.opened).toEqual([]);
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
