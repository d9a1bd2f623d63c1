import { type WrittenRecord, written } from '@postroad/core/definitions/export';
import { locator } from '@postroad/core/definitions/locate';
import { isManagedPath } from '@postroad/core/definitions/paths';
import { readTree, readTreeParts } from '@postroad/core/definitions/read-tree';
import { recordTypes } from '@postroad/core/definitions/record-types';
import { validateTree } from '@postroad/core/definitions/validate-tree';
import { limits } from '@postroad/core/platform/limits';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter, runs } from '../../support/property-tests.ts';

function faultsOf(files: Record<string, string>): string[] {
  return readTree(files).parse_errors.map(
    ({ path, position, code }) =>
      `${path}:${position?.line ?? null}:${position?.column ?? null} ${code}`,
  );
}

const strangePaths = [
  '../flows/a.json',
  'flows/../../a.json',
  'flows/sub/a.json',
  '/flows/a.json',
  'flows\\a.json',
  'flows/.json',
  'flows/..json',
  'flows/a.json/',
  'flows/a.md',
  'flows/a\u0000.json',
  'flows/a\n.json',
  'flows//a.json',
  'C:/flows/a.json',
  'flow/a.json',
  'settings.yaml',
  'settings.yml/x.yml',
  'README.md',
  '',
  '__proto__',
  'constructor',
  `flows/${'a'.repeat(300)}.json`,
];

it.each(strangePaths)('DEFN-17 takes nothing from %j', (path) => {
  expect(isManagedPath(path)).toBe(false);
  const { records, parse_errors } = readTree(Object.fromEntries([[path, '{"key": "a"}']]));
  expect([records, parse_errors.map(({ code }) => code)]).toEqual([[], ['path_unknown']]);
});

const email = (head: string) => ({ 'emails/a.md': `---\n${head}\n---\nHi\n` });
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const hostile: [what: string, files: Record<string, string>, fault: string][] = [
  [
    'a byte order mark',
    { 'flows/a.json': '\ufeff{"key": "a"}' },
    'flows/a.json:1:1 byte_order_mark',
  ],
  ['carriage returns', { 'flows/a.json': '{\r\n"key": "a"}' }, 'flows/a.json:1:2 line_ends'],
  [
    'a key twice in JSON',
    { 'flows/a.json': '{"key": "a",\n "key": "b"}' },
    'flows/a.json:2:2 key_duplicate',
  ],
  ['a key twice in YAML', email('id: 1\nid: 2'), 'emails/a.md:3:1 key_duplicate'],
  ['an alias', email('title: &t x\nsubject: *t'), 'emails/a.md:2:11 yaml_alias'],
  ['a tag', email('title: !!binary x'), 'emails/a.md:2:17 yaml_tag'],
  ['a second document', email('id: 1\n...\nid: 2'), 'emails/a.md:4:1 yaml_malformed'],
  ['JSON too deep', { 'flows/a.json': deep(200_000) }, `flows/a.json:1:${32 * 5 + 1} too_deep`],
  [
    'YAML too deep',
    email(`labels: ${'['.repeat(40)}${']'.repeat(40)}`),
    'emails/a.md:2:41 too_deep',
  ],
  [
    '__proto__',
    { 'flows/a.json': '{"key": "a", "__proto__": {"x": 1}}' },
    'flows/a.json:1:27 key_unknown',
  ],
  ['NUL', { 'flows/a.json': '{"key": "a", "name": "\\u0000"}' }, 'flows/a.json:1:22 text_invalid'],
  [
    'a lone surrogate',
    { 'flows/a.json': '{"key": "a", "name": "\\ud800"}' },
    'flows/a.json:1:22 text_invalid',
  ],
  [
    'a number too large',
    { 'flows/a.json': '{"key": "a", "name": 1e999}' },
    'flows/a.json:1:22 number_invalid',
  ],
  [
    'a number whose digits would be lost',
    { 'flows/a.json': '{"key": "a", "name": 9007199254740993}' },
    'flows/a.json:1:22 number_invalid',
  ],
  ['a list', { 'flows/a.json': '[1]' }, 'flows/a.json:1:1 not_an_object'],
  ['nothing', { 'flows/a.json': '' }, 'flows/a.json:1:1 json_malformed'],
  ['no front matter', { 'emails/a.md': 'Hi\n' }, 'emails/a.md:1:1 front_matter_missing'],
  [
    'front matter that does not end',
    { 'emails/a.md': '---\nid: 1\n' },
    'emails/a.md:1:1 front_matter_missing',
  ],
  ['no key', { 'flows/a.json': '{"name": "a"}' }, 'flows/a.json:1:1 key_missing'],
  ['a key that is no text', { 'flows/a.json': '{"key": 7}' }, 'flows/a.json:1:9 key_missing'],
  ['an id that is none', email('id: "1"'), 'emails/a.md:2:5 id_malformed'],
  ['an id below one', email('id: 0'), 'emails/a.md:2:5 id_malformed'],
  ['text behind JSON', { 'flows/a.json': '{"key": "a"} x' }, 'flows/a.json:1:14 json_malformed'],
  ['text that does not end', { 'flows/a.json': '{"key": "a' }, 'flows/a.json:1:9 json_malformed'],
  [
    'a file too large',
    { 'flows/a.json': `"${'a'.repeat(limits.definitionFileChars)}"` },
    'flows/a.json:null:null file_too_large',
  ],
  [
    'JSON of too many parts',
    { 'flows/a.json': `[${'0,'.repeat(limits.jsonFileParts / 2)}0]` },
    `flows/a.json:1:${limits.jsonFileParts + 1} file_too_large`,
  ],
  [
    'YAML of too many parts',
    { 'settings.yml': `a: [${'"",'.repeat(limits.yamlFileParts / 2)}""]` },
    // Six come before the first item, two with each of them.
    `settings.yml:1:${5 + (limits.yamlFileParts / 2 - 3) * 3} file_too_large`,
  ],
  [
    'settings too large',
    { 'settings.yml': 'a: '.repeat(200_000) },
    'settings.yml:null:null file_too_large',
  ],
];

it.each(hostile)('DEFN-17 refuses %s with its place', (_, files, fault) => {
  expect(faultsOf(files)).toEqual([fault]);
});

it('DEFN-18 refuses the second of two files for one record', () => {
  const text = '{"key": "a", "definition": {}}';
  expect(faultsOf({ 'flows/a.json': text, 'flows/b.json': text })).toEqual([
    'flows/b.json:null:null record_twice',
  ]);
});

it('reads any texts without a throw, in time', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.json(),
    fc.string().map((one) => `---\n${one}\n---\n${one}`),
    fc.constantFrom('---\n? - ? - ?\n---\n', '---\n{{{{\n---\n', '---\n- - - -\n  x: |\n---\n'),
  );
  const path = fc.constantFrom(
    'flows/a.json',
    'emails/a.md',
    'templates/a.html',
    'settings.yml',
    'x',
  );
  const law = fc.property(path, text, (at, contents) => {
    const { records, parse_errors } = readTree({ [at]: contents });
    expect(records.length + parse_errors.length).toBe(1);
    validateTree({ [at]: contents });
  });
  fc.assert(law, { numRuns: runs(300) });
});

const flow = `{
  "key": "a",
  "definition": {
    "trigger": { "event": "x" },
    "nodes": [
      { "type": "send_email",
        "email_id": 9 }
    ]
  }
}
`;

it('writes and reads long runs of line feeds in time', () => {
  const body_markdown = `${'\n'.repeat(250_000)}a${'\r\n'.repeat(5)}`;
  const head = { id: 1, key: null, title: null, subject: '', pre_header: '', from_address: null };
  const rest = { reply_to: null, labels: [], template_id: null, tracking: true };
  const email = { ...head, ...rest, kind: 'marketing' as const, translations: {}, body_markdown };
  const text = recordTypes.email.write(email);
  expect(recordTypes.email.read(text).value.body_markdown).toBe(`${'\n'.repeat(250_000)}a`);
});

it('tells where in a file an issue is', () => {
  const { files } = validateTree({ 'flows/a.json': flow });
  const issue = files[0]?.warnings.find(({ code }) => code === 'email_unknown');
  expect([issue?.code, issue?.path]).toEqual(['email_unknown', 'nodes[0].email_id']);
  expect(locator('flows/a.json', flow)(issue?.path ?? '')).toEqual({ line: 7, column: 21 });
  expect(locator('flows/a.json', flow)('nodes[0].gone')).toEqual({ line: 6, column: 7 });
  const settings = 'sending.mailing_address: x\nsend_windows:\n  rules:\n    - start: "9"\n';
  const at = 'settings.send_windows.rules[0].start';
  expect(locator('settings.yml', settings)(at)).toEqual({ line: 4, column: 14 });
  const mail = '---\nsubject: x\n---\n\nHi\n';
  expect(locator('emails/a.md', mail)('body_markdown')).toEqual({ line: 5, column: 1 });
  expect(locator('emails/a.md', mail)('subject')).toEqual({ line: 2, column: 10 });
});

it('checks a tree by itself: what files name has to be in it', () => {
  const files = {
    'flows/a.json': flow,
    'emails/nine.md': '---\nid: 9\nsubject: Hi\ntemplate_id: 4\n---\n{{ person.first_name }}\n',
    'segments/s.json': '{"key": "s", "definition": {"type": "in_segment", "segment": "t"}}',
    'templates/four.html': '---\nid: 4\nname: Four\nis_default: true\n---\n<p>{{ content }}\n',
  };
  const { parse_errors, files: checked } = validateTree(files);
  const codes = checked.map(({ path, errors }) => [path, errors.map(({ code }) => code)]);
  expect(parse_errors).toEqual([]);
  expect(Object.fromEntries(codes)).toEqual({
    'flows/a.json': [],
    'emails/nine.md': [],
    'segments/s.json': ['segment_unknown'],
    'templates/four.html': [],
  });
});

it('pauses after each file, and says the same as without a pause', () => {
  const files = { 'flows/a.json': flow, 'flows/b.json': '{', 'settings.yml': 'a: !x !y !z\n' };
  const parts = [...readTreeParts(files, new Map())];
  expect(parts).toHaveLength(3);
  expect(faultsOf(files)).toEqual([
    'flows/b.json:1:2 json_malformed',
    'settings.yml:1:7 yaml_malformed',
  ]);
});

it('takes no front matter that is longer than any record makes it', () => {
  const head = (length: number) => `---\nsubject: ${'x'.repeat(length)}\n---\n`;
  expect(faultsOf({ 'emails/a.md': head(limits.frontMatterChars) })).toEqual([
    'emails/a.md:1:1 file_too_large',
  ]);
  expect(faultsOf({ 'emails/a.md': head(limits.frontMatterChars / 2) })).toEqual([]);
});

it('reads no more of a tree than can be read at once, and what is as it was pulled beside it', () => {
  const variables = `{"variables": [${'0,'.repeat(limits.jsonFileParts / 2 - 20)}0]}`;
  const most = Math.ceil(limits.definitionTreeParts / limits.jsonFileParts) + 1;
  const large = Array.from({ length: most + 2 }, (_, at) => [`themes/t${at}.json`, variables]);
  const pulled = written('product', { key: 'a', name: 'A' }) as WrittenRecord;
  const files = { ...Object.fromEntries(large), 'products/a.json': pulled.text };
  const tree = readTree(files, new Map([['products/a.json', pulled]]));
  expect(tree.records.map(({ path }) => path)).toEqual(['products/a.json']);
  const codes = tree.parse_errors.map(({ code }) => code);
  expect(codes.filter((code) => code === 'tree_too_large').length).toBeGreaterThan(0);
  expect(codes.slice(0, most - 1).every((code) => code === 'key_missing')).toBe(true);
  expect(tree.parse_errors.at(-1)).toMatchObject({ position: null, code: 'tree_too_large' });
  expect(tree.parse_errors.at(-1)?.fix).toContain('in parts');
});
