import { findingsOf, type Plan, placeOfFinding } from './plan.ts';
import { countsText, isRemoved } from './plan-text.ts';
import type { Files } from './tree-folder.ts';

/** Comments of code hosts end at some 65,000 characters. */
const rowsShown = 200;

/** Text in a cell: nothing of it is markup, and a table stays one. */
function cell(text: string): string {
  return text
    .replace(/\r?\n|\r/g, ' ')
    .replace(/[\\`*_{}[\]()<>#|~!&@$]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const kinds = { create: 'new', update: 'changed', absent: 'only on the server', unchanged: '' };

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

/** A plan for the summary of a CI run or a comment on a change. */
export function planMarkdown(plan: Plan, files: Files, prune: boolean): string {
  const changes = changeRows(plan, prune);
  const findings = findingsOf(plan, files).map(
    (finding) =>
      `| ${finding.severity} | ${cell(placeOfFinding(finding))} | ${cell(`${finding.message} ${finding.fix}`.trim())} |`,
  );
  const rehearsals = plan.dry_runs.map(
    ({ flow, triggered, steps, problems }) =>
      `| ${cell(flow)} | ${triggered === null ? 'not tried' : triggered ? 'yes' : 'no'} | ${cell(steps.map(({ handle }) => handle).join(' → '))} | ${problems.length} |`,
  );
  const notices = plan.notices.map(
    ({ path, errors }) => `| ${cell(path)} | ${cell(errors[0]?.message ?? '')} |`,
  );
  const head = plan.blocked
    ? 'Blocked: nothing can be applied until the errors are gone.'
    : changes.length === 0
      ? 'Nothing differs.'
      : countsText(plan, prune);
  const lines = [
    '## Postroad definitions',
    '',
    head,
    '',
    ...section('Findings', ['', 'place', 'what'], findings),
    ...section('Changes', ['', 'file', 'name', 'what changes'], changes),
    ...section('Rehearsals', ['flow', 'starts', 'steps', 'problems'], rehearsals),
    ...section('Broken before', ['file', 'what'], notices),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}
