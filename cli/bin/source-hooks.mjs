import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The same sources are loaded by many processes; reading what one of them made takes no time. */
const cache = join(root, 'node_modules', '.cache', 'postroad-sources');

/** Loaded with the first source that changed, since it takes longer than all sources together. */
let compiler;

/** Types become spaces, so that lines and columns stay as they are written. */
function strip(text) {
  compiler ??= createRequire(import.meta.url)('@swc/wasm-typescript');
  return compiler.transformSync(text, { mode: 'strip-only', module: true }).code;
}

/** Several processes may keep the same file: each writes one of its own and then moves it. */
async function keep(file, text) {
  const own = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(own, text);
  await rename(own, file);
}

async function stripped(path) {
  const text = await readFile(path, 'utf8');
  const mark = `\n// of ${createHash('sha1').update(text).digest('hex')}\n`;
  const file = join(cache, `${relative(root, path)}.js`);
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept.endsWith(mark)) return kept;
  const made = strip(text) + mark;
  await keep(file, made);
  return made;
}

/** Packages name their sources under this condition, and what was built under every other. */
export function resolve(specifier, context, next) {
  return next(specifier, { ...context, conditions: ['@postroad/source', ...context.conditions] });
}

export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  return { format: 'module', shortCircuit: true, source: await stripped(fileURLToPath(url)) };
}
