import { type Config, readConfig } from '@postroad/service/app/config/config';
import { type Connection, connect } from '../connection/connection.ts';
import { placeOf } from '../connection/target-server.ts';
import { exitCodes } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';
import { checkMail } from './check-mail.ts';
import { checkWork } from './check-work.ts';
import { type Finding, sentence } from './doctor-check.ts';

/** The version that `engines` of package.json asks for; a test compares them. */
export const oldestNode: readonly [number, number] = [20, 19];

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = oldestNode;
  const ok = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  const what = `Node ${process.versions.node}`;
  return ok ? { ok, what } : { ok, what, fix: `Install Node ${oldestNode.join('.')} or newer.` };
}

async function checkService({ env, cwd }: Terminal): Promise<Finding[]> {
  let connection: Connection | undefined;
  try {
    connection = await connect(env, { cwd });
    const options = { dryRun: false, idempotencyKey: undefined };
    await connection.call('get_profile', {}, options);
    const what = `Service at ${connection.place}: database reachable and migrated`;
    return [{ ok: true, what }, ...(await checkWork(connection))];
  } catch (error) {
    const fix = 'Correct what the sentence names, then run "postroad doctor" again.';
    return [{ ok: false, what: `Service: ${sentence(error)}`, fix }];
  } finally {
    await connection?.close();
  }
}

async function findings(terminal: Terminal): Promise<Finding[]> {
  const { env, cwd } = terminal;
  let config: Config;
  let remote: boolean;
  try {
    config = readConfig(env);
    remote = (await placeOf(env, { cwd })).remote !== null;
  } catch (error) {
    const fix = 'Correct or unset the variable.';
    return [checkNode(), { ok: false, what: `Configuration: ${sentence(error)}`, fix }];
  }
  const here = remote ? [] : await checkMail(config);
  const found = [checkNode(), { ok: true, what: 'Configuration' }, ...here];
  return [...found, ...(await checkService(terminal))];
}

/** `postroad doctor`: what is well, what is not, and what to do about it. */
export async function doctor(terminal: Terminal): Promise<number> {
  const found = await findings(terminal);
  for (const { ok, warns, what, fix } of found) {
    terminal.out(`${ok ? (warns ? 'warn' : 'ok  ') : 'FAIL'}  ${what}\n`);
    if (fix !== undefined) terminal.out(`      ${fix}\n`);
  }
  return found.every(({ ok }) => ok) ? exitCodes.ok : exitCodes.failed;
}
