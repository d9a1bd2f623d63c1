import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Many processes load the same sources, so the output of the first is cached for the others. */
const cache = join(root, 'node_modules', '.cache', 'postroad-sources');

/** Loaded with the first changed source, since loading it takes longer than loading all sources. */
let compiler;

/** Replaces types by spaces, so that lines and columns stay the same. */
function strip(text) {
  compiler ??= createRequire(import.meta.url)('@swc/wasm-typescript');
  return compiler.transformSync(text, { mode: 'strip-only', module: true }).code;
}

/** Several processes may cache the same file: each writes its own and then renames it. */
async function keep(file, text) {
  const own = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(own, text);
  await rename(own, file);
}

async function stripped(path) {
  const text = await readFile(path, 'utf8');
  if (relative(root, path).startsWith('..')) return strip(text);
  const mark = `\n// of ${createHash('sha1').update(text).digest('hex')}\n`;
  const file = join(cache, `${relative(root, path)}.js`);
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept.endsWith(mark)) return kept;
  const made = strip(text) + mark;
  await keep(file, made);
  return made;
}

/** Packages export their sources under this condition, and their built files otherwise. */
export function resolve(specifier, context, next) {
  return next(specifier, { ...context, conditions: ['@postroad/source', ...context.conditions] });
}

export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  return { format: 'module', shortCircuit: true, source: await stripped(fileURLToPath(url)) };
}
