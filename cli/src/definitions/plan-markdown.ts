import { issuesOfPlan, locationOf, type Plan } from './plan.ts';
import { blockedText, countsText, isRemoved, problemText, timesLines } from './plan-text.ts';
import type { Files } from './tree-folder.ts';

/** Number of rows per table; comments on code hosts are limited to about 65,000 characters. */
const rowsShown = 200;

/** Escapes text for a table cell, so that it cannot become markup or break the table. */
function cell(text: string): string {
  return text
    .replace(/\r?\n|\r/g, ' ')
    .replace(/[\\`*_{}[\]()<>#|~!&@$]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const kinds = {
  create: 'new',
  update: 'changed',
  absent: 'only on the server',
  unchanged: '',
  behind: 'newer on the server',
};

function changeRows({ changes }: Plan, prune: boolean): string[] {
  return changes
    .filter(({ kind }) => kind !== 'unchanged')
    .map((change) => {
      const { kind, path, label, summary } = change;
      const what = isRemoved(change, prune) ? 'removed' : kinds[kind];
      return `| ${what} | ${cell(path)} | ${cell(label)} | ${summary.map(cell).join('<br>')} |`;
    });
}

function section(title: string, head: string[], rows: string[]): string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, rowsShown);
  const more = rows.length - shown.length;
  return [
    `### ${title}`,
    '',
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
    ...shown,
    ...(more > 0 ? ['', `And ${more} more.`] : []),
    '',
  ];
}

/** A plan as Markdown, for the summary of a CI run or a comment on a change. */
export function planMarkdown(plan: Plan, files: Files, prune: boolean): string {
  const changes = changeRows(plan, prune);
  const issues = issuesOfPlan(plan, files).map(
    (issue) =>
      `| ${issue.severity} | ${cell(locationOf(issue))} | ${cell(`${issue.message} ${issue.fix}`.trim())} |`,
  );
  const rehearsals = plan.dry_runs.map(
    ({ flow, triggered, steps, problems }) =>
      `| ${cell(flow)} | ${triggered === null ? 'not tried' : triggered ? 'yes' : 'no'} | ${cell(steps.map(({ handle }) => handle).join(' → '))} | ${problems.map((problem) => cell(problemText(problem))).join('<br>') || 'none'} |`,
  );
  const notices = plan.notices.map(
    ({ path, errors }) => `| ${cell(path)} | ${cell(errors[0]?.message ?? '')} |`,
  );
  const times = timesLines(plan).map((line) => `| ${cell(line)} |`);
  const head = plan.blocked
    ? blockedText(plan)
    : changes.length === 0
      ? 'Nothing differs.'
      : countsText(plan, prune);
  const lines = [
    '## Postroad definitions',
    '',
    head,
    '',
    ...section('Findings', ['', 'location', 'finding'], issues),
    ...section('Changes', ['', 'file', 'name', 'what changes'], changes),
    ...section('Rehearsals', ['flow', 'starts', 'steps', 'problems'], rehearsals),
    ...section('People who wait', ['step and effect'], times),
    ...section('Broken before', ['file', 'error'], notices),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
