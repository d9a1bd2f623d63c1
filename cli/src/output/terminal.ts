import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { untilStopped } from '../commands/stop-signal.ts';
import { openInBrowser, openInEditor } from './programs.ts';

/** A command's interface to its process: data goes to `out`, messages to `err`. */
export interface Terminal {
  env: Record<string, string | undefined>;
  /** The folder for relative paths, and where the search for postroad.yml starts. */
  cwd: string;
  out(text: string): void;
  /** Data that is no text; resolves once it is written, and rejects where nobody takes it. */
  outBytes(bytes: Uint8Array): Promise<void>;
  err(text: string): void;
  /** Whether `out` is a terminal. */
  outIsTty: boolean;
  /** Whether `err` is a terminal, which also shows progress. */
  errIsTty: boolean;
  /** Whether input is a terminal, so that a person can be asked. */
  inIsTty: boolean;
  /** Width of the screen in columns. */
  columns: number;
  readStdin(): Promise<string>;
  /** Bytes of standard input as they arrive. */
  stdinBytes(): AsyncIterable<Uint8Array>;
  /** Reads one line without its line end; null if the input ends. */
  ask(question: string, hidden?: boolean): Promise<string | null>;
  /** Opens a URL in the browser; false if there is none. */
  open(url: string): Promise<boolean>;
  /** Has the person edit a file; false if the editor failed. */
  edit(path: string): Promise<boolean>;
  /** Resolves once `out` is flushed. */
  drained(): Promise<void>;
  /** Resolves when the command must stop. */
  stopped(): Promise<void>;
}

/** Receives the exit code of a command, since commander's actions return nothing. */
export type Finish = (exitCode: number) => void;

/** Discards readline's echo, so that a secret does not appear on the screen. */
function silence(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

async function ask(question: string, hidden = false): Promise<string | null> {
  process.stderr.write(question);
  const output = hidden ? silence() : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await new Promise<string | null>((resolve) => {
      lines.once('line', resolve);
      lines.once('SIGINT', () => resolve(null));
      lines.once('close', () => resolve(null));
    });
  } finally {
    lines.close();
    if (hidden) process.stderr.write('\n');
  }
}

let writesBytes = false;

// A reader may close the pipe early, as `head` does. Who writes bytes hears of it instead.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (writesBytes) return;
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`Standard output cannot be written: ${error.message}.\n`);
  process.exit(1);
});

// A log on a full disk, or one that nobody reads any more, is lost. A service must not end with it.
process.stderr.on('error', () => {});

export const processTerminal: Terminal = {
  env: process.env,
  cwd: process.cwd(),
  out: (output) => {
    process.stdout.write(output);
  },
  outBytes: (output) => {
    writesBytes = true;
    return new Promise((resolve, reject) => {
      process.stdout.write(output, (error) => (error ? reject(error) : resolve()));
    });
  },
  err: (output) => {
    process.stderr.write(output);
  },
  outIsTty: process.stdout.isTTY === true,
  errIsTty: process.stderr.isTTY === true,
  inIsTty: process.stdin.isTTY === true,
  columns: process.stdout.columns || 80,
  readStdin: () => text(process.stdin),
  stdinBytes: () => process.stdin,
  ask,
  open: openInBrowser,
  edit: (path) => openInEditor(path, process.env),
  drained: async () => {
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
  },
  stopped: untilStopped,
};
