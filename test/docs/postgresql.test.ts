import { expect, it } from 'vitest';
import { projectTree } from '../support/repository.ts';

const tree = projectTree();
const guide = tree.get('docs/guides/postgresql.md') ?? '';

/** The paragraph or list entry that begins with this text. */
const entry = (beginning: string) =>
  guide.split('\n').find((line) => line.startsWith(beginning)) ?? '';

it('FAIL-04 the guide warns of what comes along to a promoted server, and of local commits', () => {
  expect(entry('- `synchronous_standby_names` comes along')).toMatch(
    /promoted: each commit .*hangs/,
  );
  expect(entry('- `synchronous_commit` may be `local`')).toMatch(
    /for opens, clicks and `leases`, .*never for attempts/,
  );
});

it('FAIL-05 guides to failover, poolers and sizing are linked from the README and the deploy guide', () => {
  for (const heading of ['## Poolers', '## Failover', '## Sizing'])
    expect(guide).toContain(heading);
  expect(guide).toContain('Patroni');
  expect(tree.get('README.md')).toContain('(docs/guides/postgresql.md)');
  expect(tree.get('docs/guides/deploy.md')).toContain('(postgresql.md)');
});
