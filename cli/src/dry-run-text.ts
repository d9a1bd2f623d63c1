import type { OperationOutput } from '@postroad/core/operations/catalog';

type DryRun = OperationOutput<'dry_run_flow'>;

function triggerLine({ triggered, reason, person }: DryRun): string {
  const mark = triggered === null ? 'Trigger not tried' : triggered ? 'Triggered' : 'Not triggered';
  return `${mark} for ${person.email}: ${reason}`;
}

/** Steps inside an arm follow the step that took it; an arrow shows which arm that was. */
function stepLines({ steps }: DryRun): string[] {
  const wide = Math.max(0, ...steps.map(({ handle }) => handle.length));
  return steps.flatMap(({ handle, would, arm, values }) => [
    `  ${handle.padEnd(wide)}  ${arm === null ? '' : `→ ${arm}: `}${would}`,
    ...values.map(({ condition, actual, result }) => {
      const saw = actual === null || actual === undefined ? 'nothing' : JSON.stringify(actual);
      return `  ${' '.repeat(wide)}  ${result ? '✓' : '✗'} ${JSON.stringify(condition)} saw ${saw}`;
    }),
  ]);
}

function endLine({ stopped_at, completed, triggered }: DryRun): string {
  if (stopped_at) {
    const until = stopped_at.until === null ? 'with no end in time' : `until ${stopped_at.until}`;
    return `Waits at ${stopped_at.step_id ?? 'a step without an id'} ${until}.`;
  }
  if (completed) return 'Comes to its end.';
  return triggered === false ? 'Nothing would happen.' : 'Stops here.';
}

/** A dry run as a person reads it on a terminal. */
export function dryRunText(answer: DryRun): string {
  const problems = answer.problems.map(
    ({ severity, path, message }) => `  ${severity} at ${path || 'the definition'}: ${message}`,
  );
  const lines = [triggerLine(answer), ...stepLines(answer), endLine(answer)];
  if (problems.length > 0) lines.push('Problems:', ...problems);
  return `${lines.join('\n')}\n`;
}
