import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { type Config, readConfig } from '@postroad/service/app/config/config';
import { type Connection, connect } from '../connection/connection.ts';
import { targetOf } from '../connection/target-server.ts';
import { exitCodes } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';
import { checkDataDir } from './check-data-dir.ts';
import { checkMail, checkSender } from './check-mail.ts';
import { checkWork } from './check-work.ts';
import { type DoctorCheck, sentence } from './doctor-check.ts';

/** The minimum Node version, equal to `engines` of package.json (a test compares them). */
export const oldestNode: readonly [number, number] = [20, 19];

function checkNode(): DoctorCheck {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = oldestNode;
  const ok = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  const summary = `Node ${process.versions.node}`;
  return ok
    ? { ok, summary }
    : { ok, summary, fix: `Install Node ${oldestNode.join('.')} or newer.` };
}

type Profile = OperationOutput<'get_profile'>;

async function checkService({ env, cwd }: Terminal, remote: boolean): Promise<DoctorCheck[]> {
  let connection: Connection | undefined;
  try {
    connection = await connect(env, { cwd });
    const options = { dryRun: false, idempotencyKey: undefined };
    const { output } = await connection.call('get_profile', {}, options);
    const summary = `Service at ${connection.target}: database reachable and migrated`;
    const sender = remote ? [] : checkSender(readConfig(env), output as Profile);
    return [{ ok: true, summary }, ...sender, ...(await checkWork(connection))];
  } catch (error) {
    const fix = 'Fix this error, then run "postroad doctor" again.';
    return [{ ok: false, summary: `Service: ${sentence(error)}`, fix }];
  } finally {
    await connection?.close();
  }
}

async function allChecks(terminal: Terminal): Promise<DoctorCheck[]> {
  const { env, cwd } = terminal;
  let config: Config;
  let remote: boolean;
  try {
    config = readConfig(env);
    remote = (await targetOf(env, { cwd })).remote !== null;
  } catch (error) {
    const fix = 'Correct or unset the variable.';
    return [checkNode(), { ok: false, summary: `Configuration: ${sentence(error)}`, fix }];
  }
  const local = remote
    ? []
    : [...(await checkMail(config)), ...(await checkDataDir(config.dataDir))];
  const found = [checkNode(), { ok: true, summary: 'Configuration' }, ...local];
  return [...found, ...(await checkService(terminal, remote))];
}

/** `postroad doctor`: prints the result of each check, and how to fix failures. */
export async function doctor(terminal: Terminal): Promise<number> {
  const found = await allChecks(terminal);
  for (const { ok, warns, summary, fix } of found) {
    terminal.out(`${ok ? (warns ? 'warn' : 'ok  ') : 'FAIL'}  ${summary}\n`);
    if (fix !== undefined) terminal.out(`      ${fix}\n`);
  }
  return found.every(({ ok }) => ok) ? exitCodes.ok : exitCodes.failed;
}
