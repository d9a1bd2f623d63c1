import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { guidePolicy } from '../guides/guide-files.ts';
import { coded, type StaticText, staticText } from '../public/static-text.ts';
import { openApiDocument } from './openapi.ts';
import { plainPolicy } from './plain-page.ts';
import { problemsPage } from './problems-page.ts';
import { referencePage } from './reference-page.ts';

interface Source {
  file: string;
  type: string;
  make: () => string;
}

const htmlType = 'text/html; charset=utf-8';

const sources = {
  '/openapi.json': {
    file: 'openapi.json',
    type: 'application/json; charset=utf-8',
    make: () => JSON.stringify(openApiDocument()),
  },
  '/docs': { file: 'docs.html', type: htmlType, make: () => referencePage(openApiDocument()) },
  '/docs/problems': { file: 'problems.html', type: htmlType, make: () => problemsPage().html },
} as const satisfies Record<string, Source>;

export type DocumentPath = keyof typeof sources;

export const documentPaths = Object.keys(sources) as DocumentPath[];

/** Policies of the pages among them. The reference has the styles and scripts of the guide. */
export const documentPolicies: Readonly<Partial<Record<DocumentPath, string>>> = {
  '/docs': guidePolicy,
  '/docs/problems': plainPolicy,
};

/** Where a build puts them; there is nothing where the sources are run. */
const folder = fileURLToPath(new URL('../prepared/', import.meta.url));

const make = ({ type, make }: Source) => coded(type, Buffer.from(make()));

/** Writes the documents of the API and their codings, so that no server has to make them (CON-04). */
export async function writePrepared(into: string): Promise<void> {
  await mkdir(into, { recursive: true });
  for (const source of Object.values(sources)) {
    const { bytes, coded: codings } = await make(source);
    const path = join(into, source.file);
    await writeFile(path, bytes);
    if (codings.br) await writeFile(`${path}.br`, codings.br);
    if (codings.gzip) await writeFile(`${path}.gz`, codings.gzip);
  }
}

async function readPrepared({ file, type }: Source): Promise<StaticText> {
  const path = join(folder, file);
  const [bytes, br, gzip] = await Promise.all(
    [path, `${path}.br`, `${path}.gz`].map((one) => readFile(one)),
  );
  if (!bytes || !br || !gzip) throw new Error(`${path} was not written whole.`);
  return staticText(type, bytes, { br, gzip });
}

/**
 * The documents of the API: as the build made them, else made when somebody first asks, since making
 * them would take half the time in which a server starts.
 */
class PreparedDocuments {
  readonly #read = new Map<DocumentPath, Promise<StaticText>>();

  read(path: DocumentPath): Promise<StaticText> {
    const known = this.#read.get(path);
    if (known !== undefined) return known;
    const reading = readPrepared(sources[path]).catch(() => make(sources[path]));
    this.#read.set(path, reading);
    return reading;
  }
}

/** They are the same for every server of a process. */
export const preparedDocuments: PreparedDocuments = new PreparedDocuments();
