import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Encoding, encodings } from '../public/accept.ts';
import { type StaticText, staticText } from '../public/static-text.ts';

/** Where the build of the console is. */
export const consoleFolder: string = fileURLToPath(
  new URL('../../../console/dist/', import.meta.url),
);

/** What the build says it made. */
interface Manifest {
  /** The file of the page. */
  page: string;
  files: { url: string; file: string; type: string }[];
  /** What other sites show: the page of one flow, and the script of its element. */
  embed: { page: string; script: string };
}

/** The built console in memory. */
export interface BuiltConsole {
  page: StaticText;
  /** Files by their address, which has a digest of their content. */
  files: ReadonlyMap<string, StaticText>;
  embed: { page: StaticText; script: StaticText };
}

const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

async function readText(folder: string, file: string, type: string): Promise<StaticText> {
  const path = join(folder, file);
  const codings = encodings.map(async (encoding) => [
    encoding,
    await readFile(path + suffixes[encoding]),
  ]);
  const coded = Object.fromEntries(await Promise.all(codings)) as StaticText['coded'];
  return staticText(type, await readFile(path), coded);
}

async function readBuilt(folder: string): Promise<BuiltConsole> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8');
  const { page, files, embed } = JSON.parse(text) as Manifest;
  const read = files.map(
    async ({ url, file, type }) => [url, await readText(folder, file, type)] as const,
  );
  return {
    page: await readText(folder, page, 'text/html; charset=utf-8'),
    files: new Map(await Promise.all(read)),
    embed: {
      page: await readText(folder, embed.page, 'text/html; charset=utf-8'),
      script: await readText(folder, embed.script, 'text/javascript; charset=utf-8'),
    },
  };
}

/** The files of the console, read once, and again after a build. */
export class ConsoleFiles {
  readonly #folder: string;
  #built: Promise<BuiltConsole> | null = null;
  #builtAt = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Null while the console is not built; what was read before while it is built again. */
  async read(): Promise<BuiltConsole | null> {
    const manifest = join(this.#folder, 'manifest.json');
    const builtAt = statSync(manifest, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (builtAt !== 0 && (this.#built === null || builtAt !== this.#builtAt)) {
      this.#builtAt = builtAt;
      this.#built = readBuilt(this.#folder);
      this.#built.catch(() => {
        this.#built = null;
      });
    }
    return await this.#built;
  }
}
