import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { untilStopped } from '../commands/stop-signal.ts';

/** What a command sees of the process it runs in: data goes out, messages go to `err`. */
export interface Terminal {
  env: Record<string, string | undefined>;
  /** Folder that relative paths start from, and where postroad.yml is looked for. */
  cwd: string;
  out(text: string): void;
  err(text: string): void;
  /** Whether a person reads the output. */
  outIsTty: boolean;
  /** Whether a person reads messages, and so wants to see progress. */
  errIsTty: boolean;
  /** Whether a person can be asked. */
  inIsTty: boolean;
  /** Characters in a line of the screen. */
  columns: number;
  readStdin(): Promise<string>;
  /** Bytes of standard input as they arrive. */
  stdinBytes(): AsyncIterable<Uint8Array>;
  /** One line from the person, without its end; null where they end the input instead. */
  ask(question: string, hidden?: boolean): Promise<string | null>;
  /** Resolves once `out` has passed on what it was given. */
  drained(): Promise<void>;
  /** Resolves when the command is told to stop. */
  stopped(): Promise<void>;
}

/** How a command ends: its exit code is handed up, since commander's actions answer nothing. */
export type Finish = (exitCode: number) => void;

/** Takes what readline would echo, so that a secret stays off the screen. */
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

// Whoever reads may have seen enough, as `head` does.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

export const processTerminal: Terminal = {
  env: process.env,
  cwd: process.cwd(),
  out: (output) => {
    process.stdout.write(output);
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
  drained: async () => {
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
  },
  stopped: untilStopped,
};
