import { createRequire } from 'node:module';
import { UsageError } from './exit-codes.ts';

/** jq compiled to WebAssembly: the language that people know, without a binary to install. */
interface Jq {
  raw(json: string, filter: string, flags: string[]): string;
}

let loaded: Promise<Jq> | null = null;

function load(): Promise<Jq> {
  loaded ??= Promise.resolve(createRequire(import.meta.url)('jq-web') as PromiseLike<Jq>);
  return loaded;
}

function failure(filter: string, error: unknown): UsageError {
  const message = error instanceof Error ? error.message : String(error);
  const reason = message.replace(/^Non-zero exit code: \d+\s*/, '').trim();
  return new UsageError(`--jq ${JSON.stringify(filter)} failed. ${reason}`);
}

/** Checks the syntax of a filter. Throws UsageError. */
export async function compileJq(filter: string): Promise<void> {
  const jq = await load();
  try {
    jq.raw('null', `empty | (${filter}\n)`, []);
  } catch (error) {
    throw failure(filter, error);
  }
}

/** Applies a jq filter: one line for each result, texts without quotes. Throws UsageError. */
export async function applyJq(value: unknown, filter: string, pretty: boolean): Promise<string> {
  const jq = await load();
  try {
    const output = jq.raw(JSON.stringify(value), filter, pretty ? ['-r'] : ['-r', '-c']);
    return output === '' || output.endsWith('\n') ? output : `${output}\n`;
  } catch (error) {
    throw failure(filter, error);
  }
}
