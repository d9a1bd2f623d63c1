import { createRequire } from 'node:module';
import { UsageError } from './exit-codes.ts';

/** jq itself, built to WebAssembly: what runs is the language people know, and needs no binary. */
interface Jq {
  raw(json: string, filter: string, flags: string[]): string;
}

let loaded: Promise<Jq> | null = null;

function load(): Promise<Jq> {
  loaded ??= Promise.resolve(createRequire(import.meta.url)('jq-web') as PromiseLike<Jq>);
  return loaded;
}

function failure(filter: string, error: unknown): UsageError {
  const said = error instanceof Error ? error.message : String(error);
  const reason = said.replace(/^Non-zero exit code: \d+\s*/, '').trim();
  return new UsageError(`--jq ${JSON.stringify(filter)} failed. ${reason}`);
}

/** Reads a filter without running it. Throws UsageError where it is none. */
export async function compileJq(filter: string): Promise<void> {
  const jq = await load();
  try {
    jq.raw('null', `empty | (${filter}\n)`, []);
  } catch (error) {
    throw failure(filter, error);
  }
}

/** What a jq filter makes of a value: a line for each result, texts without quotes. */
export async function applyJq(value: unknown, filter: string, pretty: boolean): Promise<string> {
  const jq = await load();
  try {
    const made = jq.raw(JSON.stringify(value), filter, pretty ? ['-r'] : ['-r', '-c']);
    return made === '' || made.endsWith('\n') ? made : `${made}\n`;
  } catch (error) {
    throw failure(filter, error);
  }
}
