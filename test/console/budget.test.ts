// @slow: builds the console.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { en } from '@postroad/console/words/en';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../support/repository.ts';
import { createRunDirectory } from '../support/run-directory.ts';

interface Manifest {
  page: string;
  initial: string[];
  files: { url: string; file: string; type: string }[];
  chunks: { name: string; fileName: string; imports: string[]; moduleIds: string[] }[];
}

interface BuildScript {
  buildConsole(
    into: string,
    options: { languages: readonly string[]; isQuick: boolean },
  ): Promise<Manifest>;
}

/** Bytes in gzip (CON-02). */
const budgets = { script: 60_000, style: 15_000, canvas: 15_000 };

const directory = createRunDirectory('console-build');
const languageDirectory = createRunDirectory('console-language');
let manifest: Manifest;

const read = (file: string) => readFileSync(join(directory.path, file));

const size = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0);

beforeAll(async () => {
  const script = join(root, 'console', 'bin', 'build.mjs');
  const french = Object.fromEntries(Object.keys(en).map((key) => [key, `French ${key}.`]));
  const file = join(languageDirectory.path, 'fr.mjs');
  writeFileSync(file, `export const fr = ${JSON.stringify(french)};\n`);
  const { buildConsole } = (await import(script)) as BuildScript;
  manifest = await buildConsole(directory.path, { languages: [file], isQuick: true });
});

afterAll(() => {
  directory.remove();
  languageDirectory.remove();
});

const scripts = () => manifest.files.filter(({ file }) => file.endsWith('.js'));

describe('CON-02 budgets of the console', () => {
  it('CON-02 loads at most 60 kB of scripts and 15 kB of styles at first', () => {
    const scripts = manifest.initial.filter((file) => file.endsWith('.js'));
    const styles = manifest.initial.filter((file) => file.endsWith('.css'));
    expect(scripts.length).toBeGreaterThan(0);
    expect(styles).toHaveLength(1);
    expect(size(scripts)).toBeLessThanOrEqual(budgets.script);
    expect(size(styles)).toBeLessThanOrEqual(budgets.style);
  });

  it('CON-02 draws a flow with at most 15 kB of scripts and words of its own, before a layer is chosen', () => {
    const { chunks, initial } = manifest;
    const needed = new Set<string>();
    const need = (file: string): void => {
      if (needed.has(file) || initial.includes(file)) return;
      needed.add(file);
      chunks.find(({ fileName }) => fileName === file)?.imports.forEach(need);
    };
    need(chunks.find(({ name }) => name === 'flow-screen')?.fileName ?? '');
    const isOfFlows = (id: string) => /[/:](?:src|words)\/flows(?:[/_]|$)/.test(id);
    const scripts = chunks
      .filter(({ fileName, moduleIds }) => needed.has(fileName) && moduleIds.some(isOfFlows))
      .map(({ fileName }) => fileName);
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.map((file) => read(file).toString()).join('\n')).toContain('canvas-lines');
    expect(size(scripts)).toBeLessThanOrEqual(budgets.canvas);
  });

  it('CON-02 leaves the schemas of forms out of what is loaded at first', () => {
    const initial = manifest.initial.map((file) => read(file).toString()).join('\n');
    expect(initial).toContain('record_events');
    expect(initial).not.toContain('Events of one batch');
    expect(initial).not.toContain('"maxLength"');
  });
});

describe('CON-21 words by room', () => {
  it('CON-21 makes of the one file of a language a script for each room, with every word', () => {
    const texts = scripts().map(({ file }) => read(file).toString());
    const withWords = texts.filter((text) => text.includes('French '));
    expect(withWords.length).toBeGreaterThan(5);
    const missing = Object.keys(en).filter(
      (key) => withWords.filter((text) => text.includes(`"French ${key}."`)).length !== 1,
    );
    expect(missing).toEqual([]);
    expect(texts.filter((text) => /\bfr:\s*\(\)\s*=>/.test(text))).not.toEqual([]);
  });

  it('CON-21 loads the sentences of the service apart from the words of the frame', () => {
    const paths = ['console:words/initial/fr', 'console:words/sentences/fr'];
    const files = paths.map((path) => manifest.chunks.find((one) => one.moduleIds.includes(path)));
    expect(files.map((one) => one !== undefined)).toEqual([true, true]);
    expect(files[0]?.fileName).not.toBe(files[1]?.fileName);
  });

  it('CON-21 leaves the words of rooms out of what is loaded at first', () => {
    const initial = manifest.initial.map((file) => read(file).toString()).join('\n');
    expect(initial).toContain(en['app.newVersion']);
    expect(initial).not.toContain('French ');
    const early = Object.entries(en).filter(
      ([key, text]) =>
        /^(?:canvas|import|person|report)\./.test(key) &&
        initial.includes(`"${key}":${JSON.stringify(text)}`),
    );
    expect(early).toEqual([]);
  });
});

it('CON-04 gives every file a name that changes with it, and makes brotli and gzip of it', () => {
  for (const { file, url } of manifest.files) {
    expect(file).toMatch(/-[\w-]{8}\.(?:js|css|svg)$/);
    expect(url).toBe(`/console/${file}`);
    expect(read(`${file}.br`).length).toBeGreaterThan(0);
    expect(read(`${file}.gz`).length).toBeGreaterThan(0);
  }
  expect(read(`${manifest.page}.br`).length).toBeGreaterThan(0);
});

/**
 * In the namespaces of SVG and of JSON Schema, in a message of the router to programmers, and in
 * messages of core that show how a URL is written.
 */
const named: readonly string[] = ['www.w3.org', 'json-schema.org', 'github.com', 'example.com'];

it('CON-05 names no other host, and no script or style in the page', () => {
  const page = read(manifest.page).toString();
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/);
  expect(page).not.toMatch(/<style|\bstyle=|\bon\w+=/);
  const hosts = manifest.files
    .flatMap(({ file }) => [
      ...read(file)
        .toString()
        .matchAll(/\bhttps?:\/\/([\w-]+(?:\.[\w-]+)+)/g),
    ])
    .map(([, host]) => host)
    .filter((host) => host !== undefined && !named.includes(host));
  expect([...new Set(hosts)]).toEqual([]);
});
