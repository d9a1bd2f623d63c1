import { isSingle } from '@postroad/core/definitions/record-types';
import type { FileIssue } from '@postroad/core/definitions/text/file-error';
import type { Paint } from '../output/colors.ts';
import { pluralize } from '../output/pluralize.ts';
import { screenLine } from '../output/terminal-width.ts';
import { codeFrame } from './code-frame.ts';
import { issuesOfPlan, locationOf, type Plan } from './plan.ts';
import type { Files } from './tree-folder.ts';

/** Number of issues shown with their lines; the others are only listed. */
const framesShown = 50;

function issueText(issue: FileIssue, files: Files, paint: Paint, framed: boolean): string {
  const { severity, code, message, fix, position, path } = issue;
  const color = severity === 'error' ? 'red' : 'yellow';
  const lines = [
    `${paint('bold', screenLine(locationOf(issue)))} ${paint(color, severity)} ${paint('dim', code)}`,
    `  ${screenLine(`${message} ${fix}`.trim())}`,
  ];
  const text = files[path];
  if (framed && position && text !== undefined) lines.push(codeFrame(text, position, paint));
  return lines.join('\n');
}

/** Issues with file, line and the surrounding code. */
export function issuesText(issues: readonly FileIssue[], files: Files, paint: Paint): string {
  return issues
    .map((issue, index) => `${issueText(issue, files, paint, index < framesShown)}\n`)
    .join('\n');
}

type Problem = Plan['dry_runs'][number]['problems'][number];

const marks = {
  create: ['green', '+'],
  update: ['yellow', '~'],
  absent: ['dim', '-'],
  unchanged: ['dim', ' '],
  behind: ['dim', '<'],
} as const;

/** Whether an apply removes the record. Settings are never removed, nor is what is still in use. */
export function isRemoved(
  { kind, type, blocks }: Plan['changes'][number],
  prune: boolean,
): boolean {
  return kind === 'absent' && prune && !isSingle(type) && !blocks;
}

function changeLines({ changes }: Plan, prune: boolean, paint: Paint): string[] {
  return changes.flatMap((change) => {
    const { kind, path, label, summary } = change;
    if (kind === 'unchanged') return [];
    const removed = isRemoved(change, prune);
    const [color, mark] = removed ? (['red', '-'] as const) : marks[kind];
    const fate =
      kind !== 'absent' ? '' : removed ? ' (will be removed)' : ' (only on the server; kept)';
    return [
      paint(color, `${mark} ${screenLine(path)}`) + paint('dim', ` ${screenLine(label)}${fate}`),
      ...(kind === 'absent' ? [] : summary).map((line) => `    ${screenLine(line)}`),
    ];
  });
}

/** A problem of a rehearsed flow in one line. */
export function problemText({ severity, code, message, node }: Problem): string {
  return `${severity} ${code}${node === '' ? '' : ` at ${node}`}: ${message}`;
}

function rehearsalLines({ dry_runs }: Plan, paint: Paint): string[] {
  return dry_runs.flatMap(({ flow, triggered, reason, person, steps, problems }) => {
    const start = triggered === null ? 'not tried' : triggered ? 'starts' : 'does not start';
    const path = steps.map(({ handle }) => handle).join(' → ') || 'no step';
    const bad =
      problems.length > 0 ? paint('yellow', ` (${pluralize(problems.length, 'problem')})`) : '';
    const outcome =
      person === null
        ? `not tried${bad}: ${reason}`
        : `${start} for ${person.email}: ${path}${bad}`;
    return [
      `  ${paint('bold', screenLine(flow))} ${screenLine(outcome)}`,
      ...problems.map((problem) => `    ${screenLine(problemText(problem))}`),
    ];
  });
}

function noticeLines({ notices }: Plan): string[] {
  return notices.map(({ path, errors }) =>
    screenLine(`  ${path}: ${errors[0]?.message ?? 'has errors'}`),
  );
}

/** Who keeps an old time and who moves to a new one, by step (SPEC-10). */
export function timesLines({ times }: Plan): string[] {
  return (times?.steps ?? []).map(({ step_id, people, effect }) => {
    const time = effect === 'keep' ? 'the old time stays' : 'the new time applies';
    return `${step_id}: ${pluralize(people, 'person waits', 'people wait')}, ${time}`;
  });
}

export function countsText(plan: Plan, prune: boolean): string {
  const count = (kind: string) => plan.changes.filter((change) => change.kind === kind).length;
  const removed = plan.changes.filter((change) => isRemoved(change, prune)).length;
  const kept = count('absent') - removed;
  const parts = [`${count('create')} to create`, `${count('update')} to change`];
  if (removed > 0) parts.push(`${removed} to remove`);
  if (kept > 0) parts.push(`${kept} only on the server`);
  return `${parts.join(', ')}.`;
}

/** Why nothing is applied, and whether it can be all the same (FIX-02). */
export function blockedText({ changes, parse_errors }: Plan): string {
  const cannot =
    parse_errors.length > 0 || changes.some(({ blocks, errors }) => blocks && errors.length > 0);
  return cannot
    ? 'Blocked: nothing can be applied until the errors are fixed.'
    : 'Blocked: nothing is applied with the warnings of these files, unless you push with --force.';
}

const mergeHint = '"postroad push --merge" merges what both sides changed, line by line.';

/** A plan as text: changes, rehearsals, errors that existed before, findings. */
export function planText(plan: Plan, files: Files, prune: boolean, paint: Paint): string {
  const changes = changeLines(plan, prune, paint);
  const rehearsals = rehearsalLines(plan, paint);
  const notices = noticeLines(plan);
  // What cannot be read is compared with nothing.
  const parts = changes.length > 0 ? [changes] : plan.blocked ? [] : [['Nothing differs.']];
  if (rehearsals.length > 0) parts.push(['Rehearsed:', ...rehearsals]);
  const times = timesLines(plan).map((line) => screenLine(`  ${line}`));
  if (times.length > 0) parts.push(['People who wait:', ...times]);
  if (notices.length > 0)
    parts.push(['Already broken on the server, and not changed:', ...notices]);
  const issues = issuesText(issuesOfPlan(plan, files), files, paint).trimEnd();
  if (issues !== '') parts.push([issues]);
  if (plan.blocked)
    parts.push([
      paint('red', blockedText(plan)),
      ...plan.blocked_by.map((path) => `  blocked by ${screenLine(path)}`),
      ...(plan.conflicts.some(({ server, yours }) => server && yours) ? [mergeHint] : []),
    ]);
  else if (changes.length > 0) parts.push([countsText(plan, prune)]);
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
