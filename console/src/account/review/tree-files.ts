import { isObject } from '@postroad/core/platform/json';
import { parseUrl } from '@postroad/core/platform/url';

type Base = Record<string, { revision: number | null; hash: string }>;

/** A tree of definitions as it was chosen. */
export interface Tree {
  name: string;
  files: Record<string, string>;
  /** What was pulled from this service, where the folder remembers it. */
  base: Base | null;
  /** Files of the folder that are no definitions. */
  others: number;
}

/** A file of a folder, with its path from there on. */
export interface PathFile {
  path: string;
  text: () => Promise<string>;
}

/** The paths of definition files, as `managedPaths` of the core lists them. */
export const definitionPaths: readonly RegExp[] = [
  /^(?:themes|fields|products|segments|guards|sequences|flows|forms)\/[^/]+\.json$/,
  /^(?:components|templates|layouts)\/[^/]+\.html$/,
  /^emails\/[^/]+\.md$/,
  /^tests\/[^/]+\/[^/]+\.yml$/,
  /^(?:settings|profile)\.yml$/,
];

const basePath = '.postroad/base.json';

const isDefinition = (path: string) => definitionPaths.some((pattern) => pattern.test(path));

/** The folder in which the definitions are: that of the shortest path which holds one. */
function rootOf(paths: readonly string[]): string {
  const roots = paths.flatMap((path) => {
    const parts = path.split('/');
    const at = parts.findIndex((_, index) => isDefinition(parts.slice(index).join('/')));
    return at === -1 ? [] : [parts.slice(0, at).join('/')];
  });
  const [first = ''] = roots.toSorted((one, other) => one.length - other.length);
  return first === '' ? '' : `${first}/`;
}

/** What the last pull from a service found; null where the folder does not say it, or not of this one. */
export function baseOf(text: string, origin: string): Base | null {
  try {
    const found: unknown = JSON.parse(text);
    if (!isObject(found)) return null;
    const others = isObject(found.others) ? found.others : {};
    const own = Object.entries({ ...others, [String(found.server)]: found.records }).find(
      ([server]) => parseUrl(server)?.origin === origin,
    )?.[1];
    return isObject(own) ? (own as Base) : null;
  } catch {
    return null;
  }
}

/** Reads the definitions of a folder; what else is in it is counted and left alone. */
export async function readTree(
  name: string,
  found: readonly PathFile[],
  origin: string,
): Promise<Tree> {
  const root = rootOf(found.map(({ path }) => path));
  const inRoot = found
    .filter(({ path }) => path.startsWith(root))
    .map((file) => ({ ...file, path: file.path.slice(root.length) }));
  const definitions = inRoot.filter(({ path }) => isDefinition(path));
  const texts = await Promise.all(
    definitions.map(async ({ path, text }) => [path, await text()] as const),
  );
  const base = inRoot.find(({ path }) => path === basePath);
  return {
    name,
    files: Object.fromEntries(texts),
    base: base === undefined ? null : baseOf(await base.text(), origin),
    others: found.length - definitions.length - (base === undefined ? 0 : 1),
  };
}

/** The files that were chosen as a folder. */
export function chosenFiles(list: FileList): { name: string; files: PathFile[] } {
  const files = [...list].map((file) => ({
    path: file.webkitRelativePath || file.name,
    text: () => file.text(),
  }));
  return { name: files[0]?.path.split('/')[0] ?? '', files };
}

function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  return new Promise((resolve, reject) => {
    const more = () =>
      reader.readEntries((entries) => {
        all.push(...entries);
        if (entries.length === 0) resolve(all);
        else more();
      }, reject);
    more();
  });
}

async function filesIn(entry: FileSystemEntry): Promise<PathFile[]> {
  if (entry.isDirectory) {
    if (entry.name === 'node_modules' || entry.name === '.git') return [];
    const entries = await entriesOf(entry as FileSystemDirectoryEntry);
    return (await Promise.all(entries.map(filesIn))).flat();
  }
  const file = entry as FileSystemFileEntry;
  const read = () => new Promise<File>((resolve, reject) => file.file(resolve, reject));
  return [{ path: entry.fullPath.slice(1), text: async () => (await read()).text() }];
}

/** The files of folders that were dropped. */
export async function droppedFiles(
  items: DataTransferItemList,
): Promise<{ name: string; files: PathFile[] }> {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((one) => one !== null);
  const files = (await Promise.all(entries.map(filesIn))).flat();
  return { name: entries[0]?.name ?? '', files };
}
