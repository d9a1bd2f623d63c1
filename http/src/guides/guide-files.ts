import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { coded, type StaticText, staticText } from '../public/static-text.ts';
import { guideSite, type SiteFile, typeOf } from './guide-site.ts';

/** Policy of the guide: its own files, and no script in a page. */
export const guidePolicy: string = [
  "default-src 'none'",
  ...['script', 'style', 'img', 'connect'].map((kind) => `${kind}-src 'self'`),
  ...["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"],
].join('; ');

/** Where a release has the site; there is nothing in a checkout. */
const released = fileURLToPath(new URL('../prepared/guide/', import.meta.url));

/** Writes the site into a folder, for a release and for any web server. */
export async function writeGuide(into: string): Promise<number> {
  const site = guideSite();
  for (const [path, { bytes }] of site) {
    const file = join(into, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  return site.size;
}

async function readRelease(): Promise<ReadonlyMap<string, SiteFile>> {
  const entries = await readdir(released, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const file = join(parentPath, name);
        const path = file.slice(released.length).replaceAll(sep, '/');
        return [path, { type: typeOf(path), bytes: await readFile(file) }] as const;
      }),
    ),
  );
}

/** The guide as a server answers it: that of a release, else made when somebody first asks. */
class GuideFiles {
  #site: Promise<ReadonlyMap<string, SiteFile>> | undefined;
  readonly #texts = new Map<string, Promise<StaticText>>();

  async read(path: string): Promise<StaticText | undefined> {
    this.#site ??= readRelease().catch(() => guideSite());
    const file = (await this.#site).get(path);
    if (file === undefined) return undefined;
    const { type, bytes } = file;
    const text =
      this.#texts.get(path) ??
      (type === 'image/png' ? Promise.resolve(staticText(type, bytes)) : coded(type, bytes));
    this.#texts.set(path, text);
    return await text;
  }
}

/** It is the same for every server of a process. */
export const guideFiles: GuideFiles = new GuideFiles();
