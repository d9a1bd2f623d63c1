import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The command, as a user runs it from a built checkout. */
export const binary = fileURLToPath(new URL('../../cli/bin/postroad.mjs', import.meta.url));

export interface ServiceProcess {
  child: ChildProcess;
  out: () => string;
  err: () => string;
  /** Waits until the output has `text`; fails when the process ends before. */
  until(text: string): Promise<string>;
  ended: Promise<number | null>;
}

export interface StartOptions {
  env: Record<string, string>;
  /** What is written to standard input before it is closed; null leaves it open. */
  stdin?: string | null;
}

/** Starts the command with nothing of the caller's environment but the search path. */
export function startProcess(argv: string[], options: StartOptions): ServiceProcess {
  const child = spawn(process.execPath, [binary, ...argv], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', LOG_LEVEL: 'error', ...options.env },
  });
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
  const { stdin = '' } = options;
  if (stdin !== null) child.stdin.end(stdin);
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
