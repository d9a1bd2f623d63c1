import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Area,
  keepLedger,
  type Ledger,
  namedTests,
  type Pending,
  shrinkPending,
} from './support/clause-ledger.ts';
import { projectTree, root } from './support/repository.ts';

const usage = `Lists each clause of the specification with the tests that prove it, and fails where one
has neither a test nor a reason in clauses-pending.json.
  --summary  only the count and the faults
  --shrink   first take the clauses that have a test out of clauses-pending.json
`;

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(join(root, 'test', name), 'utf8')) as T;
}

function currentLedger(areas: Area[]): Ledger {
  const found = [...projectTree()]
    .filter(([path]) => path.startsWith('test/') && path.endsWith('.test.ts'))
    .flatMap(([path, text]) => namedTests(path, text));
  return keepLedger(areas, readJson<Pending>('clauses-pending.json'), found);
}

function listing(areas: Area[], ledger: Ledger): string {
  const lines: string[] = [];
  for (const { area, title } of areas) {
    lines.push('', `${area} · ${title}`);
    for (const [id, tests] of ledger.tests) {
      if (!id.startsWith(`${area}-`)) continue;
      if (tests.length === 0) lines.push(`  ${id}  pending: ${ledger.pending.get(id) ?? '?'}`);
      for (const { file, name } of tests) lines.push(`  ${id}  ${file}: ${name}`);
    }
  }
  return `${lines.join('\n')}\n\n`;
}

function run(args: string[]): number {
  if (args.some((arg) => arg !== '--summary' && arg !== '--shrink')) {
    process.stderr.write(usage);
    return 2;
  }
  const areas = readJson<Area[]>('clauses.json');
  let ledger = currentLedger(areas);
  if (args.includes('--shrink')) {
    const file = join(root, 'test', 'clauses-pending.json');
    writeFileSync(file, `${JSON.stringify(shrinkPending(areas, ledger), null, 2)}\n`);
    ledger = currentLedger(areas);
  }
  if (!args.includes('--summary')) process.stdout.write(listing(areas, ledger));
  const proved = [...ledger.tests.values()].filter((tests) => tests.length > 0).length;
  process.stdout.write(
    `${proved} of ${ledger.tests.size} clauses have a test, ${ledger.pending.size} are pending.\n`,
  );
  for (const fault of ledger.faults) process.stderr.write(`${fault}\n`);
  if (ledger.faults.length === 0) return 0;
  process.stderr.write(
    '`npm run clauses -- --shrink` takes tested clauses off the pending list.\n',
  );
  return 1;
}

process.exitCode = run(process.argv.slice(2));
