import { expect, it } from 'vitest';
import { projectTree, type SourceTree, treeOf } from '../support/repository.ts';

const folder = 'docs/decisions/';

/** Title, a blank line, the two lines about the record, a blank line, and the text. */
const form =
  /^# (\d{4}) ([^\n]+)\n\nStatus: (accepted|rejected|superseded by \[\d{4}\]\(\d{4}-[a-z0-9-]+\.md\))\nDate: (\d{4}-\d{2}-\d{2})\n\n\*\*Context\.\*\*/;

function isDay(text: string): boolean {
  return new Date(text).toJSON()?.startsWith(text) ?? false;
}

/** The faults of the records and of their list. */
function recordFaults(tree: SourceTree): string[] {
  const found: string[] = [];
  const list = tree.get(`${folder}README.md`) ?? '';
  const numbers = new Set<string>();
  for (const [path, text] of tree) {
    const [, file = '', number = ''] = /^docs\/decisions\/((\d{4})-.+\.md)$/.exec(path) ?? [];
    if (file === '') continue;
    if (numbers.has(number)) found.push(`${path} has a number that another record has too`);
    numbers.add(number);
    const [, titled, title = '', , date = ''] = form.exec(text) ?? [];
    if (titled === undefined) {
      found.push(`${path} does not begin with its title, Status, Date and Context`);
      continue;
    }
    if (titled !== number) found.push(`${path} has the number ${titled} in its title`);
    if (!isDay(date)) found.push(`${path} has the date ${date}, which is none`);
    const entries = list.split(`](${file})`).length - 1;
    if (entries !== 1) found.push(`README.md lists ${file} ${entries} times`);
    else if (!list.includes(`[${number}](${file}) ${title}\n`)) {
      found.push(`README.md lists ${file} under another title`);
    }
  }
  for (const [, link = ''] of list.matchAll(/\]\((\d{4}-[^)]+)\)/g)) {
    if (!tree.has(folder + link)) found.push(`README.md lists ${link}, which does not exist`);
  }
  return found;
}

it('SHOP-09 has a status, a date and an entry in the list for every decision record', () => {
  expect(recordFaults(projectTree())).toEqual([]);
});

it('SHOP-09 would see a record that lacks one of them', () => {
  const text = (head: string) => `${head}\n\n**Context.** So it was.\n`;
  const tree = treeOf({
    'docs/decisions/README.md':
      '- [0001](0001-a.md) First\n- [0002](0002-b.md) Other\n- [0009](0009-z.md) Gone\n',
    'docs/decisions/0001-a.md': text('# 0001 First\n\nStatus: accepted\nDate: 2026-11-21'),
    'docs/decisions/0002-b.md': text('# 0002 Second\n\nStatus: accepted\nDate: 2026-02-30'),
    'docs/decisions/0003-c.md': text('# 0003 Third'),
    'docs/decisions/0004-d.md': text('# 0005 Fourth\n\nStatus: accepted\nDate: 2026-11-21'),
    'docs/decisions/0004-e.md': text('# 0004 Fifth\n\nStatus: decided\nDate: 2026-11-21'),
    'docs/decisions/0006-f.md': text(
      '# 0006 Sixth\n\nStatus: superseded by [0001](0001-a.md)\nDate: 2026-11-21',
    ),
  });
  expect(recordFaults(tree)).toEqual([
    'docs/decisions/0002-b.md has the date 2026-02-30, which is none',
    'README.md lists 0002-b.md under another title',
    'docs/decisions/0003-c.md does not begin with its title, Status, Date and Context',
    'docs/decisions/0004-d.md has the number 0005 in its title',
    'README.md lists 0004-d.md 0 times',
    'docs/decisions/0004-e.md has a number that another record has too',
    'docs/decisions/0004-e.md does not begin with its title, Status, Date and Context',
    'README.md lists 0006-f.md 0 times',
    'README.md lists 0009-z.md, which does not exist',
  ]);
});
