import type { OperationOutput } from '@postroad/core/operations/catalog';
import { painter } from './colors.ts';
import type { CommonOptions } from './common-options.ts';
import { screenLine } from './screen-text.ts';
import type { Terminal } from './terminal.ts';

type DryRun = OperationOutput<'dry_run_flow'>;

function triggerLine({ triggered, reason, person }: DryRun): string {
  const mark = triggered === null ? 'Trigger not tried' : triggered ? 'Triggered' : 'Not triggered';
  return screenLine(`${mark} for ${person.email}: ${reason}`);
}

function endLine({ stopped_at, completed, triggered }: DryRun): string {
  if (stopped_at) {
    const until = stopped_at.until === null ? 'with no end in time' : `until ${stopped_at.until}`;
    return `Waits at ${stopped_at.step_id ?? 'a step without an id'} ${until}.`;
  }
  if (completed) return 'Comes to its end.';
  return triggered === false ? 'Nothing would happen.' : 'Stops here.';
}

/**
 * A dry run as a person reads it on a terminal: a tree of the steps that would be taken, with what
 * each condition saw below the step it decided, and how it ends.
 */
export function dryRunText(answer: DryRun, options: CommonOptions, terminal: Terminal): string {
  const paint = painter(terminal, options);
  const { steps } = answer;
  const wide = Math.max(0, ...steps.map(({ handle }) => handle.length));
  const lines = [triggerLine(answer)];
  for (const { handle, would, arm, values } of steps) {
    const way = arm === null ? '' : `${paint('cyan', `→ ${arm}:`)} `;
    lines.push(
      `├─ ${paint('bold', handle)}${' '.repeat(wide - handle.length)}  ${way}${screenLine(would)}`,
    );
    for (const { condition, actual, result } of values) {
      const saw = actual === null || actual === undefined ? 'nothing' : JSON.stringify(actual);
      const mark = result ? paint('green', '✓') : paint('red', '✗');
      lines.push(
        `│  ${' '.repeat(wide)}  ${mark} ${screenLine(`${JSON.stringify(condition)} saw ${saw}`)}`,
      );
    }
  }
  lines.push(`${steps.length > 0 ? '└─ ' : ''}${endLine(answer)}`);
  if (answer.problems.length > 0) lines.push('Problems:');
  for (const { severity, path, message } of answer.problems) {
    const where = screenLine(`at ${path || 'the definition'}: ${message}`);
    lines.push(`  ${paint(severity === 'error' ? 'red' : 'yellow', severity)} ${where}`);
  }
  return `${lines.join('\n')}\n`;
}
