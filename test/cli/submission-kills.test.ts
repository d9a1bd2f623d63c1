import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type ServiceProcess, startProcess } from '../support/service-process.ts';

/** `npm run soak` kills once for each five hundred of `POSTROAD_SOAK`. */
const soak = Number(process.env.POSTROAD_SOAK ?? 0);
const kills = soak > 0 ? Math.ceil(soak / 500) : 1;
const clients = 4;

let database: TestDatabase;
let server: ServiceProcess | null;

beforeEach(async () => {
  database = await createTestDatabase();
  server = null;
});

afterEach(async () => {
  await kill();
  await database.drop();
});

async function kill(): Promise<void> {
  server?.child.kill('SIGKILL');
  await server?.ended;
}

/** Starts the server; answers the port that takes mail. */
async function start(): Promise<number> {
  const env = {
    ...database.env,
    SUBMISSION_PORT: '0',
    MAIL_FROM: 'shop@example.com',
    STARTER: '0',
  };
  server = startProcess(['serve'], { env });
  const text = await server.until('Stop with Ctrl+C');
  return Number(/takes mail at 127\.0\.0\.1:(\d+)/.exec(text)?.[1]);
}

const messageIds = async () => {
  const outbox = join(database.dataDir, 'outbox');
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const texts = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  return texts.map((text) => /^Message-ID: (\S+)/im.exec(text)?.[1] ?? '');
};

it('SUBM-01, SUBM-07 a series of kill -9 loses no mail that was acknowledged, nor sends it twice', async () => {
  const acknowledged = new Set<string>();
  const begun: string[] = [];

  /** Submits mail until the server is gone, what was begun and not acknowledged again at first. */
  async function submit(port: number, pass: string, enough: () => void): Promise<void> {
    const auth = { user: 'shop', pass };
    const transport = createTransport({
      host: '127.0.0.1',
      port,
      auth,
      ignoreTLS: true,
      pool: true,
    });
    const again = begun.filter((id) => !acknowledged.has(id));
    try {
      for (;;) {
        const messageId = again.pop() ?? `<${begun.length}.kill@shop.example.com>`;
        if (!begun.includes(messageId)) begun.push(messageId);
        const mail = { from: 'shop@example.com', to: 'ada@example.com', messageId };
        await transport.sendMail({ ...mail, subject: 'Order', text: 'x'.repeat(20_000) });
        acknowledged.add(messageId);
        enough();
      }
    } catch {
      // The server was killed.
    } finally {
      transport.close();
    }
  }

  for (let round = 0; round < kills; round += 1) {
    const port = await start();
    const token = (await readFile(join(database.dataDir, 'api-token'), 'utf8')).trim();
    const wanted = acknowledged.size + 3 + (round % 5);
    await new Promise<void>((resolve) => {
      const enough = () => {
        if (acknowledged.size >= wanted) void kill().then(resolve);
      };
      for (let client = 0; client < clients; client += 1) void submit(port, token, enough);
    });
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(kills * 3);
  await start();
  const missing = async () => {
    const sent = new Set(await messageIds());
    return [...acknowledged].filter((id) => !sent.has(id));
  };
  await expect.poll(missing, { timeout: 60_000, interval: 250 }).toEqual([]);
  const sent = await messageIds();
  expect(sent).toHaveLength(new Set(sent).size);
}, 600_000);
