import { text } from 'node:stream/consumers';

/** What a command sees of the process it runs in: data goes out, messages go to `err`. */
export interface Terminal {
  env: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
  /** Whether a person reads the output. */
  outIsTty: boolean;
  readStdin(): Promise<string>;
}

/** How a command ends: its exit code is handed up, since commander's actions answer nothing. */
export type Finish = (exitCode: number) => void;

export const processTerminal: Terminal = {
  env: process.env,
  out: (output) => {
    process.stdout.write(output);
  },
  err: (output) => {
    process.stderr.write(output);
  },
  outIsTty: process.stdout.isTTY === true,
  readStdin: () => text(process.stdin),
};
