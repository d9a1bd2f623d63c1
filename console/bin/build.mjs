import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { transform } from 'lightningcss';
import { rolldown } from 'rolldown';
import { jsonModule, limitsPlugin, wordsPlugin } from './plugins.mjs';

const folder = fileURLToPath(new URL('..', import.meta.url));
const root = join(folder, '..');
const source = (...path) => join(folder, 'src', ...path);

/** Where the built files are served. */
const base = '/console/';

const outlineFile = join(root, 'core', 'src', 'catalog', 'outline.ts');

/** Runs `contracts.mjs` on the sources: what the console knows of the catalog, and its words. */
function readSources(languages) {
  const sources = join(root, 'cli', 'bin', 'sources.mjs');
  const files = readdirSync(source('words')).filter((name) => /^[a-z]{2}\.ts$/.test(name));
  const ran = spawnSync(
    process.execPath,
    [
      `--import=${sources}`,
      join(folder, 'bin', 'contracts.mjs'),
      ...files.map((name) => source('words', name)),
      ...languages,
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (ran.status !== 0) throw new Error(`The sources cannot be read: ${ran.stderr}`);
  return JSON.parse(ran.stdout);
}

/**
 * Serves the modules `console:outlines` and `console:schemas`, and puts the outlines in place of the
 * contracts of the catalog, which would bring along zod and every rule.
 */
function contractsPlugin({ outlines, schemas }) {
  const loaders = Object.keys(schemas)
    .map((noun) => `${JSON.stringify(noun)}: () => import('console:schemas/${noun}')`)
    .join(',\n');
  return {
    name: 'contracts',
    resolveId: (id) => (id.startsWith('console:') ? id : null),
    load(id) {
      if (id === 'console:outlines') return jsonModule('outlines', outlines);
      if (id === 'console:schemas') return `export const schemaLoaders = {${loaders}};\n`;
      if (id.startsWith('console:schemas/')) {
        return jsonModule('schemas', schemas[id.slice('console:schemas/'.length)]);
      }
      if (id !== outlineFile) return null;
      const code =
        "import { outlines } from 'console:outlines';\nexport const outlinedNames = Object.keys(outlines);\nexport const outlineOf = (name) => outlines[name];\n";
      return { code, moduleType: 'js' };
    },
  };
}

function styleSheet() {
  const names = readdirSync(source('styles')).toSorted();
  const text = names.map((name) => readFileSync(source('styles', name), 'utf8')).join('\n');
  const { code } = transform({
    filename: 'console.css',
    code: Buffer.from(text),
    minify: true,
    targets: { chrome: 123 << 16, firefox: 121 << 16, safari: (17 << 16) | (5 << 8) },
  });
  return code;
}

async function scripts(languages) {
  const contracts = readSources(languages);
  const built = await rolldown({
    input: { app: source('main.tsx'), embed: source('embed', 'embed-main.tsx') },
    cwd: folder,
    platform: 'browser',
    plugins: [
      contractsPlugin(contracts),
      limitsPlugin(contracts.limits),
      wordsPlugin({ source: source(), words: contracts.words }),
    ],
    resolve: { conditionNames: ['@postroad/source', 'import', 'browser', 'default'] },
    transform: { target: 'es2022' },
  });
  const { output } = await built.generate({
    format: 'esm',
    minify: true,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await built.close();
  return output.filter(({ type }) => type === 'chunk');
}

/** The script of the element, which pages of other sites load by a name that stays. */
async function elementScript() {
  const built = await rolldown({
    input: source('embed', 'postroad-flow.ts'),
    platform: 'browser',
    transform: { target: 'es2022' },
  });
  const { output } = await built.generate({ format: 'iife', minify: true });
  await built.close();
  return Buffer.from(output[0].code);
}

/** What is shipped is as small as can be, which takes longer than all the rest of a build. */
const efforts = { ship: { brotli: 11, gzip: 9 }, quick: { brotli: 1, gzip: 1 } };

function compressed(file, bytes, { brotli, gzip }) {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: brotli } };
  return [
    [file, bytes],
    [`${file}.br`, brotliCompressSync(bytes, quality)],
    [`${file}.gz`, gzipSync(bytes, { level: gzip })],
  ];
}

/**
 * Builds the console into a folder: the page, its files with their hash in the name, each also in
 * brotli and gzip, and `manifest.json`, which lists them for the server. Also answers the chunks, which
 * say of what they were made. `languages` are files of words beside those of `src/words`. With
 * `isQuick`, for a build that is not shipped, it compresses less.
 */
export async function buildConsole(
  into = join(folder, 'dist'),
  { languages = [], isQuick = false } = {},
) {
  const effort = isQuick ? efforts.quick : efforts.ship;
  const style = styleSheet();
  const styleFile = `style-${createHash('sha256').update(style).digest('base64url').slice(0, 8)}.css`;
  const chunks = await scripts(languages);
  const entryNamed = (wanted) => chunks.find(({ isEntry, name }) => isEntry && name === wanted);
  const entry = entryNamed('app');
  const icon = readFileSync(source('icon.svg'));
  const iconFile = `icon-${createHash('sha256').update(icon).digest('base64url').slice(0, 8)}.svg`;
  const pageOf = ({ imports, fileName }) =>
    readFileSync(source('index.html'), 'utf8')
      .replace('%STYLE%', base + styleFile)
      .replace('%ICON%', base + iconFile)
      .replace(
        '%PRELOAD%',
        imports.map((file) => `<link rel="modulepreload" href="${base}${file}">`).join(''),
      )
      .replace('%SCRIPT%', base + fileName);
  const pages = [
    { file: 'index.html', bytes: Buffer.from(pageOf(entry)) },
    { file: 'embed.html', bytes: Buffer.from(pageOf(entryNamed('embed'))) },
    { file: 'postroad-flow.js', bytes: await elementScript() },
  ];
  const files = [
    { file: styleFile, type: 'text/css; charset=utf-8', bytes: Buffer.from(style) },
    { file: iconFile, type: 'image/svg+xml', bytes: icon },
    ...chunks.map(({ fileName, code }) => ({
      file: fileName,
      type: 'text/javascript; charset=utf-8',
      bytes: Buffer.from(code),
    })),
  ];
  mkdirSync(into, { recursive: true });
  for (const name of readdirSync(into)) {
    if (name !== 'types') rmSync(join(into, name), { recursive: true });
  }
  for (const { file, bytes } of [...pages, ...files]) {
    for (const [name, content] of compressed(file, bytes, effort))
      writeFileSync(join(into, name), content);
  }
  const manifest = {
    page: 'index.html',
    /** What the page asks for at once. */
    initial: [entry.fileName, ...entry.imports, styleFile],
    embed: { page: 'embed.html', script: 'postroad-flow.js' },
    files: files.map(({ file, type }) => ({ url: base + file, file, type })),
  };
  writeFileSync(join(into, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return { ...manifest, chunks };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildConsole(undefined, { isQuick: process.argv.includes('--quick') });
}
