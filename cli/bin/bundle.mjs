import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { buildConsole } from '../../console/bin/build.mjs';
import { root } from './ensure.mjs';

/** Threads are started from files beside the code that starts them; programs import the client. */
const inputs = {
  main: 'cli/src/main.ts',
  client: 'http/src/client/client.ts',
  'embedded-worker': 'store/src/platform/connection/embedded-worker.ts',
  'render-worker': 'service/src/content/render/render-worker.ts',
};

/** Code finds other files by its own place, so this is as deep as the folders of the sources. */
const code = join('lib', 'app');

const command = (before) => `#!/usr/bin/env node
import { main } from '../lib/app/main.js';
${before}
process.exitCode = await main(process.argv.slice(2));
`;

/**
 * Packages that find files by their own place, or evaluate code in their own scope, with the files
 * that are needed of them, and what they are called in the folder of the code.
 */
const wholePackages = {
  '@electric-sql/pglite': {
    files: /^dist\/((?:index|chunk-\w+|fs\/nodefs)\.js|pglite\.(?:wasm|data)|initdb\.wasm)$/,
    as: (file) => `pglite/${file}`,
  },
  '@css-inline/css-inline-wasm': { files: /^(index_bg\.wasm)$/, as: (file) => file },
  // The package around them has modules, and these are none.
  'jq-web': { files: /^(jq\.(?:js|wasm))$/, as: (file) => file.replace(/\.js$/, '.cjs') },
};

/** Where the code imports packages from that are not in its chunks. */
const paths = {
  '@electric-sql/pglite': './pglite/index.js',
  '@electric-sql/pglite/nodefs': './pglite/fs/nodefs.js',
};

const outline = join(root, 'core', 'src', 'catalog', 'outline.ts');

/** Runs the module that describes every operation, and answers what it says as one JSON text. */
function outlinesAsJson() {
  const script = `
    const outline = await import(${JSON.stringify(pathToFileURL(outline).href)});
    const of = (name) => [outline.outlineOf(name), outline.inputSchemaOf(name), outline.answerFieldsOf(name)];
    process.stdout.write(JSON.stringify(Object.fromEntries(outline.outlinedNames.map((name) => [name, of(name)]))));`;
  const sources = pathToFileURL(join(root, 'cli', 'bin', 'sources.mjs')).href;
  const ran = spawnSync(
    process.execPath,
    [`--import=${sources}`, '--input-type=module', '--eval', script],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (ran.status !== 0) throw new Error(`The catalog cannot be read: ${ran.stderr}`);
  return ran.stdout;
}

/**
 * Makes the documents of the API and the files of a new database beside the folder of the code, where
 * the code looks for them.
 */
function prepare(into) {
  const folder = join(into, code, '..', 'prepared');
  runSources(join(root, 'http', 'bin', 'prepare.mjs'), folder);
  // Made once for all bundles of a checkout.
  runSources(join(root, 'store', 'bin', 'prepare.mjs'));
  cpSync(join(root, 'store', 'dist', 'prepared'), folder, { recursive: true });
}

function runSources(...argv) {
  const sources = pathToFileURL(join(root, 'cli', 'bin', 'sources.mjs')).href;
  const ran = spawnSync(process.execPath, [`--import=${sources}`, ...argv], {
    cwd: root,
    encoding: 'utf8',
  });
  if (ran.status !== 0) throw new Error(`${argv[0]} failed: ${ran.stderr}`);
}

/** The module as data: making it takes longer than most commands (PACK-03). */
const outlineModule = (json) => `
const outlines = JSON.parse(${JSON.stringify(json)});
export const outlinedNames = Object.keys(outlines);
export const outlineOf = (name) => outlines[name][0];
export const inputSchemaOf = (name) => outlines[name][1];
export const answerFieldsOf = (name) => outlines[name][2];
`;

/** Puts paths in the bundle where sources look for files of packages. */
function withAssets(text) {
  return text
    .replaceAll(
      /\bcreateRequire\(import\.meta\.url\)\('jq-web'\)/g,
      "createRequire(import.meta.url)('./jq.cjs')",
    )
    .replaceAll(
      /\bimport\.meta\.resolve\('@css-inline\/css-inline-wasm'\)/g,
      "new URL('./index.js', import.meta.url)",
    )
    .replaceAll(
      "new URL('../../../console/dist/', import.meta.url)",
      `new URL('../../console/', import.meta.url)`,
    )
    .replaceAll('../../../dist/prepared/', '../prepared/');
}

const plugin = {
  name: 'postroad',
  load(id) {
    return id === outline ? { code: outlineModule(outlinesAsJson()), moduleType: 'js' } : null;
  },
  transform(text, id) {
    if (id.includes('node_modules')) return null;
    const changed = withAssets(text);
    // Within lines, so the map of the lines stays right.
    return changed === text ? null : { code: changed, map: null };
  },
};

/** The folder of an installed package. */
function folderOf(name) {
  const find = createRequire(join(root, 'cli', 'package.json')).resolve;
  const entry = find(name);
  return entry.slice(0, entry.lastIndexOf(join('node_modules', name))) + join('node_modules', name);
}

/** The folders of the packages, below the root, whose code is in chunks. */
function packagesIn(chunks) {
  const found = new Set();
  for (const { moduleIds = [] } of chunks) {
    for (const id of moduleIds) {
      const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/')) ?? [];
      if (folder) found.add(relative(root, folder.replace(/^\0/, '')).replaceAll('\\', '/'));
    }
  }
  return found;
}

/**
 * Bundles the command from its sources, with everything that it loads, so that it needs Node alone.
 * Returns the folders of the packages that are in it. With `isQuick` the console is compressed less.
 */
export async function bundle(into, { sourcemap = false, isQuick = false } = {}) {
  rmSync(into, { recursive: true, force: true });
  const built = await rolldown({
    input: Object.fromEntries(
      Object.entries(inputs).map(([name, file]) => [name, join(root, file)]),
    ),
    cwd: root,
    platform: 'node',
    external: Object.keys(paths),
    plugins: [plugin],
    resolve: { conditionNames: ['@postroad/source', 'import', 'node', 'default'] },
  });
  // Stack traces need the lines of the sources, and not their text, which each start would read.
  const maps = { sourcemap, sourcemapExcludeSources: true };
  const { output } = await built.write({ dir: join(into, code), format: 'esm', paths, ...maps });
  await built.close();
  const pages = await buildConsole(join(into, 'console'), { isQuick });
  const packages = packagesIn([...output, ...pages.chunks]);
  for (const [name, { files, as }] of Object.entries(wholePackages)) {
    const folder = folderOf(name);
    packages.add(relative(root, folder).replaceAll('\\', '/'));
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const file of found) {
      const [, needed] = files.exec(file.replaceAll('\\', '/')) ?? [];
      if (needed !== undefined) cpSync(join(folder, file), join(into, code, as(needed)));
    }
  }
  prepare(into);
  cpSync(join(root, 'store', 'migrations'), join(into, 'migrations'), { recursive: true });
  mkdirSync(join(into, 'bin'));
  const before = sourcemap ? 'process.setSourceMapsEnabled(true);' : '';
  writeFileSync(join(into, 'bin', 'postroad.mjs'), command(before), { mode: 0o755 });
  writeFileSync(join(into, 'package.json'), '{"type": "module"}\n');
  return [...packages].toSorted();
}
