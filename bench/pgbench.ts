import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export async function hasPgbench(): Promise<boolean> {
  return await run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
}

/** Transactions per second of a pgbench script. */
export async function pgbenchRate(
  databaseUrl: string,
  script: string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  const url = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'postroad-pgbench-'));
  try {
    const path = join(folder, 'script.sql');
    await writeFile(path, script);
    const { stdout } = await run(
      'pgbench',
      [
        ...['-n', '-M', 'prepared', '-j', '2', '-c', String(clients), '-T', String(seconds)],
        ...['-h', url.hostname, '-p', url.port || '5432', '-U', url.username, '-f', path],
        url.pathname.slice(1),
      ],
      { env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) } },
    );
    const rate = Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1]);
    if (!(rate > 0)) throw new Error(`pgbench printed no rate:\n${stdout}`);
    return rate;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
