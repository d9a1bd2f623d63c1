import { plainCall } from '@postroad/core/catalog/call';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { commandWords, sentenceInWords } from '@postroad/core/catalog/words';
import { thrownProblem } from '@postroad/core/platform/thrown-problem';
import { backupResults } from '@postroad/service/app/checks/check-backup';
import { checkFolders } from '@postroad/service/app/checks/check-folders';
import {
  checkProvider,
  senderResults,
  signatureResults,
  webhookResults,
} from '@postroad/service/app/checks/check-mail';
import { holdResults, workResults } from '@postroad/service/app/checks/check-work';
import { type Config, readConfig } from '@postroad/service/app/config/config';
import type { CommonOptions } from '../commands/common-options.ts';
import { connect } from '../connection/connect.ts';
import type { Connection } from '../connection/connection.ts';
import { targetOf } from '../connection/target-server.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { compileJq } from '../output/jq.ts';
import { show } from '../output/output.ts';
import type { Terminal } from '../output/terminal.ts';
import { askServer } from './ask-server.ts';
import { faulty, good, type Printed } from './printed.ts';

/** The oldest releases of Node, by major version; a test compares them with `engines`. */
const oldestNodes = new Map([
  [20, 19],
  [22, 13],
  [24, 0],
]);

/** Whether a version such as `20.19.4` is supported. */
export function nodeIsSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 24 || minor >= (oldestNodes.get(major) ?? Number.POSITIVE_INFINITY);
}

/** A thrown value as a sentence for people. */
function sentence(error: unknown): string {
  return thrownProblem(error)?.detail ?? (error instanceof Error ? error.message : String(error));
}

function checkNode(): Printed {
  const message = `Node ${process.versions.node}`;
  return nodeIsSupported(process.versions.node)
    ? good(message)
    : faulty(message, 'Install Node 20.19, 22.13, or 24 and newer.');
}

/** What the configuration of this process says of mail. */
async function checkMail(config: Config): Promise<Printed[]> {
  return [...(await checkProvider(config)), ...signatureResults(config), ...webhookResults(config)];
}

async function checkService({ env, cwd }: Terminal, remote: boolean): Promise<Printed[]> {
  let connection: Connection | undefined;
  try {
    connection = await connect(env, { cwd });
    const { profile } = (await connection.call('get_profile', {}, plainCall))
      .output as OperationOutput<'get_profile'>;
    const overdue = (await connection.call('list_overdue', {}, plainCall))
      .output as OperationOutput<'list_overdue'>;
    const { sending } = (await connection.call('get_sending', {}, plainCall))
      .output as OperationOutput<'get_sending'>;
    const { backups } = (await connection.call('get_backups', {}, plainCall))
      .output as OperationOutput<'get_backups'>;
    const message = `Service at ${connection.target}: database reachable and migrated`;
    const sender = remote ? [] : senderResults(readConfig(env), profile);
    const { held_at: since, reason } = sending;
    const held = holdResults(since === null ? null : { since, reason });
    const work = [...held, ...workResults(overdue)];
    return [good(message), ...sender, ...work, ...backupResults(backups)];
  } catch (error) {
    const fix = 'Fix this error, then run "postroad doctor" again.';
    return [faulty(`Service: ${sentence(error)}`, fix)];
  } finally {
    await connection?.close();
  }
}

/** Looks from here: at this machine, its configuration, and the service that commands would call. */
async function lookHere(terminal: Terminal): Promise<Printed[]> {
  const { env, cwd } = terminal;
  let config: Config;
  let remote: boolean;
  try {
    config = readConfig(env);
    remote = (await targetOf(env, { cwd })).remote !== null;
  } catch (error) {
    const fix = 'Correct or unset the variable.';
    return [checkNode(), faulty(`Configuration: ${sentence(error)}`, fix)];
  }
  const local = remote ? [] : [...(await checkMail(config)), ...(await checkFolders(config))];
  const found = [checkNode(), good('Configuration'), ...local];
  return [...found, ...(await checkService(terminal, remote))];
}

/** Has the server look at itself, where it runs. */
async function lookThere({ env, cwd }: Terminal): Promise<Printed[]> {
  try {
    return await askServer(env, cwd);
  } catch (error) {
    const fix = 'Fix this error, then run "postroad doctor --server" again.';
    return [faulty(`Service: ${sentence(error)}`, fix)];
  }
}

const marks = { ok: 'ok  ', warning: 'warn', problem: 'FAIL' } as const;

export interface DoctorOptions extends Pick<CommonOptions, 'json' | 'jq'> {
  /** Asks the server instead of looking from here. */
  server?: boolean;
}

function textOf({ level, message, quote, fix }: Printed): string {
  const said = `${marks[level]}  ${message}${quote === null ? '' : `: ${quote}`}\n`;
  return fix === null ? said : `${said}      ${fix}\n`;
}

/**
 * `postroad doctor`: prints the result of each check, and how to fix failures. Text unless JSON is
 * asked for, since the output of a job by the clock is read by people too.
 */
export async function doctor(options: DoctorOptions, terminal: Terminal): Promise<number> {
  if (options.jq !== undefined) await compileJq(options.jq);
  const found = await (options.server ? lookThere(terminal) : lookHere(terminal));
  const results = found.map(({ level, message, quote, fix }) => ({
    level,
    message: sentenceInWords(message, commandWords),
    quote,
    fix: fix === null ? null : sentenceInWords(fix, commandWords),
  }));
  const ok = !results.some(({ level }) => level === 'problem');
  if (options.json === undefined && options.jq === undefined)
    for (const result of results) terminal.out(textOf(result));
  else await show({ ok, results }, options, terminal);
  return ok ? exitCodes.ok : exitCodes.failed;
}
