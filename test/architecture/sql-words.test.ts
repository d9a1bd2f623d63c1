import { codes } from '@postroad/store/platform/codes';
import { expect, it } from 'vitest';
import { projectTree, type SourceTree, treeOf } from '../support/repository.ts';
import { codeOnly, lineAt, withoutComments } from '../support/source-text.ts';

/** The words of all columns of a name, whatever the table. */
const wordsOf = new Map<string, Set<string>>();
for (const [column, words] of Object.entries(codes)) {
  const name = column.slice(column.indexOf('.') + 1);
  wordsOf.set(name, new Set([...(wordsOf.get(name) ?? []), ...words]));
}

/** A column of one of the names; those left out are columns of free text in other tables too. */
function columnOf(...leftOut: string[]): string {
  const names = [...wordsOf.keys()].filter((name) => !leftOut.includes(name));
  return String.raw`(?<![\w.$])(?:\w+\.)?(${names.join('|')})(?!\w)`;
}

const column = columnOf('type', 'format', 'subject');
const number = String.raw`(?:array\[\s*)?[-+]?\d`;

/** A status or kind beside a number: compared with one, set to one, or cast to one. */
const numbers = [
  String.raw`${column}(?:::\w+)?\s*(?:\+\s*\d+\s*)?(?:=|<>|!=|<=|>=|<|>|(?:not\s+)?in\b|(?:not\s+)?between\b)\s*(?:any\s*)?\(?\s*${number}`,
  String.raw`\bcase\s+${column}\s+when\s+${number}`,
  String.raw`${column}\s*=\s*case\b(?:(?!\bend\b)[^\u0060])*?\b(?:then|else)\s+${number}`,
  String.raw`${column}(?:\s*\+\s*\d|::(?:small|big)?int)`,
].map((pattern) => new RegExp(pattern, 'gi'));

const compared = new RegExp(
  String.raw`${columnOf('type', 'format', 'subject', 'reason')}\s*(?:(?:=|<>|!=)\s*('[^']*')|(?:not\s+)?in\s*\(([^)]*)\))`,
  'gi',
);

/** The text of strings and templates, where SQL is, with all code blanked. */
function sqlOnly(text: string): string {
  const code = codeOnly(text);
  return withoutComments(text)
    .split('')
    .map((char, at) => (char === '\n' || char !== code[at] ? char : ' '))
    .join('');
}

function faults(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, text]) => {
    if (!/^(store\/src|test|bench)\/.*\.ts$/.test(path) || !/\b(sql|pool)\b/.test(text)) return [];
    const sql = sqlOnly(text);
    const found = numbers.flatMap((pattern) =>
      [...sql.matchAll(pattern)].map(
        ({ index, 1: name }) => `${path}:${lineAt(sql, index)} has a number for ${name}`,
      ),
    );
    for (const { index, 1: name = '', 2: one, 3: several } of sql.matchAll(compared)) {
      const words = [...(one ?? several ?? '').matchAll(/'([^']*)'/g)].map(
        ([, word]) => word ?? '',
      );
      const strange = words.filter((word) => !wordsOf.get(name.toLowerCase())?.has(word));
      for (const word of strange)
        found.push(`${path}:${lineAt(sql, index)} has no ${name} ${word}`);
    }
    return found;
  });
}

it('SCHEMA-05 no SQL text has a number for a status or kind, or a word that is none', () => {
  // Its own examples, and what the migrations made of numbers, have numbers.
  const tree = [...projectTree()].filter(
    ([path]) => !/\/(sql-words|upgrade)\.test\.ts$/.test(path),
  );
  expect(faults(new Map(tree))).toEqual([]);
});

it.each([
  'where status = 0',
  'where s.status <> 5',
  'update sends set status = 4, hold_reason = null',
  'where r.status in (0, 4) and waiting',
  'where status not in (1)',
  'where source_kind <> 3',
  'where kind <= 3',
  'where status + 0 between 1 and 2',
  'where status between 1 and 2',
  'where status = any(array[0, 1])',
  'select case s.status when 5 then ended_at end',
  "set status = case when hold_reason is null then 0 else 'holding' end",
  'select status::int from runs',
  'where verdict=0',
  'where b.kind = 0 and true',
])('SCHEMA-05 would see the number in: %s', (text) => {
  const path = 'store/src/a.ts';
  const seen = faults(treeOf({ [path]: `await sql\`\n  ${text}\n  ${'$'}{now}\`;` }));
  expect(seen[0]).toMatch(/^store\/src\/a\.ts:2 has a number for \w+$/);
});

it.each([
  "where status = 'queued'",
  "where status in ('scheduled', 'holding', 'held')",
  "where source_kind <> 'tests'",
])('SCHEMA-05 would see the word in: %s', (text) => {
  const path = 'store/src/a.ts';
  expect(faults(treeOf({ [path]: `await sql\`${text}\`;` }))).toMatchObject([
    expect.stringMatching(/has no \w+ (queued|held|tests)$/),
  ]);
});

it('SCHEMA-05 passes over code, comments and other numbers', () => {
  const text = `
    // where status = 0
    if (answer.status >= 500 || kind < 2) await sql\`
      select 1 from runs where status = 'active' and attempts = 0 and status = ${'$'}{status}
        and id in (1, 2) and state_status_count = 3\`;`;
  expect(faults(treeOf({ 'store/src/a.ts': text }))).toEqual([]);
});
