import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './repository.ts';
import { commandVariable, runSources, unoptimizedWasm } from './sources.ts';

const bundled = process.env[commandVariable];

/** The command: the bundle of this run, or that of the checkout. */
export const binary = bundled ?? join(root, 'cli', 'bin', 'postroad.mjs');

/** Arguments with which Node runs the command as its sources are. */
export const commandOf = (argv: readonly string[]) =>
  bundled === undefined
    ? [...unoptimizedWasm, runSources, binary, ...argv]
    : [...unoptimizedWasm, binary, ...argv];

export interface ServiceProcess {
  child: ChildProcess;
  out: () => string;
  err: () => string;
  /** Waits until the output contains `text`; fails if the process ends before. */
  until(text: string): Promise<string>;
  ended: Promise<number | null>;
}

export interface StartOptions {
  env: Record<string, string>;
  /** The text for standard input, which is then closed; null leaves it open. */
  stdin?: string | null;
  /** A command that starts it, such as one that gives it namespaces of its own. */
  within?: readonly string[];
  /** A module that it and its threads load first. */
  preload?: string;
}

/** Starts the command with nothing from the caller's environment but the search path. */
export function startProcess(argv: string[], options: StartOptions): ServiceProcess {
  const { within = [], preload } = options;
  const first = preload === undefined ? [] : [`--import=${pathToFileURL(preload)}`];
  const [command = '', ...args] = [...within, process.execPath, ...first, ...commandOf(argv)];
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH ?? '', PORT: '0', LOG_LEVEL: 'error', ...options.env },
  });
  const { stdin = '' } = options;
  if (stdin !== null) child.stdin.end(stdin);
  return watchProcess(child);
}

/** Keeps the output of a process. */
export function watchProcess(child: ChildProcessWithoutNullStreams): ServiceProcess {
  let out = '';
  let err = '';
  const waiting = new Set<() => void>();
  const heard = () => {
    for (const check of waiting) check();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    heard();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    heard();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      resolve(code);
      heard();
    });
  });
  const until = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        const found = out.includes(text) || err.includes(text);
        if (!found && child.exitCode === null && child.signalCode === null) return;
        waiting.delete(check);
        if (found) resolve(out);
        else reject(new Error(`The process ended without saying "${text}": ${out}${err}`));
      };
      waiting.add(check);
      check();
    });
  return { child, out: () => out, err: () => err, until, ended };
}

/** Kills them with -9, those that have ended too, and waits for their ends. */
export async function killAll(processes: readonly ServiceProcess[]): Promise<void> {
  for (const { child } of processes) child.kill('SIGKILL');
  await Promise.all(processes.map(({ ended }) => ended));
}
