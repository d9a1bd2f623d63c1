import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileError } from '@postroad/core/definitions/text/file-error';
import { nearest } from '@postroad/core/platform/nearest';
import { positionAt } from '@postroad/core/platform/position';
import { parseUrl } from '@postroad/core/platform/url';
import { ConfigError } from '@postroad/service/app/config/environment';

export const projectFileName = 'postroad.yml';

/** The settings of a project in postroad.yml, shared by everybody who works on it; no secrets. */
export interface ProjectFile {
  /** Path of the file. */
  path: string;
  /** Its folder. */
  folder: string;
  /** The server for commands. */
  url: string | null;
  /** Folder of the definition files, relative to this file. */
  dir: string;
}

const keys = ['url', 'dir'];

async function textAt(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') return null;
    throw error;
  }
}

async function read(path: string, text: string): Promise<Record<string, unknown>> {
  // Most commands find no file, and the parser takes as long to load as the rest of them.
  const [{ jsonOf }, { readYaml }] = await Promise.all([
    import('@postroad/core/definitions/text/file-tree'),
    import('@postroad/core/definitions/text/yaml-text'),
  ]);
  try {
    const value = jsonOf(readYaml(text));
    if (value === null) return {};
    if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { line, column } = positionAt(text, error.offset ?? 0);
    throw new ConfigError(`${path}:${line}:${column}`, `${error.message} ${error.fix}`);
  }
  throw new ConfigError(path, `must hold keys and values: ${keys.join(', ')}.`);
}

function validate(path: string, values: Record<string, unknown>): Omit<ProjectFile, 'folder'> {
  for (const key of Object.keys(values)) {
    if (/token|secret|password|api_?key/i.test(key)) {
      throw new ConfigError(
        path,
        `has a key "${key}". Secrets do not belong in it: set POSTROAD_TOKEN, or use "postroad login".`,
      );
    }
    if (keys.includes(key)) continue;
    const near = nearest(key, keys);
    const hint = near === null ? `Known keys: ${keys.join(', ')}.` : `Did you mean ${near}?`;
    throw new ConfigError(path, `has an unknown key "${key}". ${hint}`);
  }
  const { url = null, dir = '.' } = values;
  if (
    url !== null &&
    (typeof url !== 'string' || !/^https?:\/\//i.test(url) || parseUrl(url) === null)
  )
    throw new ConfigError(path, 'has a url that does not start with http:// or https://.');
  if (typeof dir !== 'string' || dir === '')
    throw new ConfigError(path, 'has a dir that is not a folder name.');
  return { path, url, dir };
}

/**
 * The postroad.yml of a folder or of the nearest one above; null if there is none. Throws
 * ConfigError for a malformed one.
 */
export async function findProjectFile(cwd: string): Promise<ProjectFile | null> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, projectFileName);
    const text = await textAt(path);
    if (text !== null) return { ...validate(path, await read(path, text)), folder };
    if (dirname(folder) === folder) return null;
  }
}
