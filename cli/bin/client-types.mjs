import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './ensure.mjs';

/** Where the types of a package begin that requests and answers are made of, by what is imported. */
const typedPackages = { zod: 'index.d.ts', 'zod/v4/core': 'v4/core/index.d.ts' };

const imported = /((?:\bfrom|\bimport\()\s*)(['"])([^'"]+)\2/g;
const importedNames = /\{([^{}]*)\} from '([^'{}]+)'/g;

/** The file of types behind an import, from the top of the checkout; null for an opaque package. */
function typesOf(specifier, from) {
  if (specifier.startsWith('.')) {
    const path = join(dirname(from), specifier).replace(/\.[jt]s$/, '');
    const files = [`${path}.d.ts`, join(path, 'index.d.ts')];
    const found = files.find((file) => existsSync(join(root, file)));
    if (found === undefined) throw new Error(`${from} imports ${specifier}, which is not there.`);
    return found;
  }
  const [, workspace, file] = /^@postroad\/(\w+)\/(.+)$/.exec(specifier) ?? [];
  if (workspace !== undefined) return join(workspace, 'dist', `${file}.d.ts`);
  const start = typedPackages[specifier];
  return start === undefined ? null : join('node_modules', specifier.split('/')[0], start);
}

/** The path of a file of types in the package; npm takes no folders `node_modules`. */
const targetOf = (file) => file.replace(/^node_modules\//, 'types-of-').replace(/\.d\.ts$/, '');
const opaqueTarget = (specifier) => `types-of-${specifier.replaceAll(/\W+/g, '-')}`;

function write(into, target, text) {
  const path = join(into, `${target}.d.ts`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/**
 * Writes the types of the client with all that they name, so that a program that installs the package
 * needs nothing else to be checked (LEFT-16). Of packages that only the service works with, the names
 * are there alone.
 */
export function writeClientTypes(into) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const argv = [tsc, '--build', 'http'];
  const built = spawnSync(process.execPath, argv, { cwd: root, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`The types cannot be made: ${built.stdout}`);
  const wanted = new Set([join('http', 'dist', 'client', 'client.d.ts')]);
  const opaque = new Map();
  // Grows while files are written.
  for (const file of wanted) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, names, specifier] of text.matchAll(importedNames)) {
      if (typesOf(specifier, file) !== null) continue;
      const known = opaque.get(specifier) ?? new Set();
      for (const name of names.split(',')) known.add(name.replace(/^\s*type\s/, '').trim());
      opaque.set(specifier, known);
    }
    const rewritten = text.replaceAll(imported, (_all, before, quote, specifier) => {
      const found = typesOf(specifier, file);
      if (found !== null) wanted.add(found);
      const target = found === null ? opaqueTarget(specifier) : targetOf(found);
      const path = relative(dirname(targetOf(file)), target).replaceAll('\\', '/');
      return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}.js${quote}`;
    });
    write(into, targetOf(file), rewritten);
  }
  for (const [specifier, names] of opaque) {
    const lines = [...names].map(
      (name) => `export interface ${name} { readonly [member: string]: unknown }\n`,
    );
    write(into, opaqueTarget(specifier), lines.join(''));
  }
}
