import { FileError } from '@postroad/core/definitions/text/file-error';
import { jsonOf } from '@postroad/core/definitions/text/file-tree';
import { ParseBudget } from '@postroad/core/definitions/text/parse-budget';
import { writeYaml } from '@postroad/core/definitions/text/write-yaml';
import { readYaml } from '@postroad/core/definitions/text/yaml-text';
import { limits } from '@postroad/core/platform/limits';
import { positionAt } from '@postroad/core/platform/position';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter, runs } from '../../support/property-tests.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: anyCharacter }).filter((one) => one.isWellFormed()),
  fc.constantFrom('yes', 'NO', '~', '', ' a', 'a ', '1', '0x1f', '1e3', '.nan', '- a', 'a: b', '#'),
  fc.constantFrom(
    'null',
    '2026-01-01',
    '12:30',
    '<<',
    '&a',
    '*a',
    '!a',
    '|',
    '>',
    "'",
    '"',
    'a\nb',
  ),
);
const { map } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('map'),
  ),
  map: fc.dictionary(
    text.filter((key) => key !== '__proto__'),
    tie('value'),
    { maxKeys: 5, noNullPrototype: true },
  ),
}));

it('DEFN-07 reads back whatever is written, which is written the same again', () => {
  const laws = fc.property(map as fc.Arbitrary<Record<string, unknown>>, (value) => {
    const written = writeYaml(value);
    const read = jsonOf(readYaml(written));
    expect(read).toEqual(value);
    expect(writeYaml(read as Record<string, unknown>)).toBe(written);
  });
  fc.assert(laws, { numRuns: runs(500) });
});

it('writes what people like to read', () => {
  const value = {
    title: null,
    subject: 'Welcome, {{ person.first_name }}!',
    labels: ['news', 'yes', '1'],
    rules: [{ days: [1, 2], start: '09:00', open: true }, [], {}],
    'sending.mailing_address': 'Road 1\nTown',
  };
  expect(writeYaml(value)).toBe(
    `title: null
subject: "Welcome, {{ person.first_name }}!"
labels:
  - news
  - "yes"
  - "1"
rules:
  - days:
      - 1
      - 2
    start: "09:00"
    open: true
  - []
  - {}
sending.mailing_address: "Road 1\\nTown"
`,
  );
});

const faults: [text: string, code: string, place: string][] = [
  ['a: 1\nb: [1, 2\nc: 3\n', 'yaml_malformed', '3:1'],
  ['a: 1\na: 2\n', 'key_duplicate', '2:1'],
  ['a: {b: 1, "b": 2}\n', 'key_duplicate', '1:11'],
  ['a: &x 1\nb: *x\n', 'yaml_alias', '1:7'],
  ['b: *x\n', 'yaml_alias', '1:4'],
  ['a: !!str 1\n', 'yaml_tag', '1:10'],
  ['a: !js/function x\n', 'yaml_malformed', '1:4'],
  ['a: 1\n---\nb: 2\n', 'yaml_malformed', '2:1'],
  ['? [a]\n: 1\n', 'yaml_malformed', '1:3'],
  ['a: 1\nb: [9007199254740993]\n', 'number_invalid', '2:5'],
  [`a: ${'['.repeat(60)}${']'.repeat(60)}\n`, 'too_deep', '1:36'],
];

it('refuses what would exhaust the stack', () => {
  const read = () => readYaml(`a: ${'['.repeat(60_000)}`);
  expect(read).toThrow('nested 32 levels deep at most');
});

it.each(faults)('refuses %j as %s at %s', (yaml, code, place) => {
  let found: unknown = null;
  try {
    readYaml(yaml);
  } catch (error) {
    found = error;
  }
  expect(found).toBeInstanceOf(FileError);
  const fault = found as FileError;
  const at = positionAt(yaml, fault.offset ?? -1);
  expect([fault.issue.code, `${at.line}:${at.column}`, fault.message]).toEqual([
    code,
    place,
    fault.message,
  ]);
});

it.each([
  [`a: ${'! '.repeat(5_000)}`, 'at most one tag.'],
  [`a: ${'"'.repeat(5_000)}`, 'at node end.'],
  [`a: ${']'.repeat(100_000)}`, 'in YAML stream'],
  [`a: [${'a,'.repeat(50_000)}`, 'more than'],
  [`a: [${'a\n'.repeat(50_000)}`, 'more than'],
])('stops early in %.9s…, and says so in whole sentences', (text, said) => {
  const budget = new ParseBudget();
  expect(() => readYaml(text, budget)).toThrow(said);
  expect(budget.parts).toBeLessThanOrEqual(limits.yamlFileParts + 1);
});
