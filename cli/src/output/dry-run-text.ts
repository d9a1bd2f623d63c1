import { plainCall } from '@postroad/core/catalog/call';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { handleOf } from '@postroad/core/flows/definition/step-id';
import { listSteps } from '@postroad/core/flows/definition/step-list';
import type { CommonOptions } from '../commands/common-options.ts';
import type { Connection } from '../connection/connection.ts';
import { painter } from './colors.ts';
import type { Terminal } from './terminal.ts';
import { screenLine, widthOf } from './terminal-width.ts';

type DryRun = OperationOutput<'dry_run_flow'>;

function triggerLine({ triggered, reason, person }: DryRun): string {
  const mark = triggered === null ? 'Trigger not tried' : triggered ? 'Triggered' : 'Not triggered';
  return screenLine(`${mark} for ${person.email}: ${reason}`);
}

function endLine({ stopped_at, completed, triggered }: DryRun): string {
  if (stopped_at) {
    const until = stopped_at.until === null ? 'without a time limit' : `until ${stopped_at.until}`;
    return `Waits at ${stopped_at.step_id ?? 'a step without an id'} ${until}.`;
  }
  if (completed) return 'Completes.';
  return triggered === false ? 'Nothing would happen.' : 'Stops here.';
}

/**
 * The nesting depth of each step by its handle: in the given definition, otherwise in the saved
 * one. The saved one also decides the ids of new steps.
 */
export async function depthsOf(
  { flow_key, definition }: Record<string, unknown>,
  connection: Connection,
): Promise<ReadonlyMap<string, number>> {
  const { output } = await connection.call('get_flow', { flow_key }, plainCall);
  const saved = (output as OperationOutput<'get_flow'>).flow?.definition;
  const { nodes } = normalise(definition ?? saved, {
    node_counter: Number(saved?.node_counter ?? 0),
  }).definition;
  return new Map(listSteps(nodes).steps.map(({ step, depth }) => [handleOf(step), depth]));
}

/**
 * A dry run as text for a terminal: the steps taken as a tree, those of an arm below the branching
 * step, with the values that each condition saw, and the end.
 */
export function dryRunText(
  answer: DryRun,
  depths: ReadonlyMap<string, number>,
  options: CommonOptions,
  terminal: Terminal,
): string {
  const paint = painter(terminal, options);
  const rows = answer.steps.map((step) => ({
    ...step,
    indent: '│  '.repeat(depths.get(step.handle) ?? 0),
  }));
  const wide = Math.max(0, ...rows.map(({ handle, indent }) => widthOf(indent + handle)));
  const lines = [triggerLine(answer)];
  let time = rows[0]?.at;
  for (const { handle, would, arm, values, indent, at } of rows) {
    // The time is only worth a line where the walk continues past a wait.
    if (at !== time) lines.push(`${indent}│  ${paint('dim', at)}`);
    time = at;
    const armLabel = arm === null ? '' : `${paint('cyan', `→ ${arm}:`)} `;
    const blank = ' '.repeat(wide - widthOf(indent + handle));
    lines.push(`${indent}├─ ${paint('bold', handle)}${blank}  ${armLabel}${screenLine(would)}`);
    for (const { condition, actual, result } of values) {
      const saw = actual === null || actual === undefined ? 'nothing' : JSON.stringify(actual);
      const mark = result ? paint('green', '✓') : paint('red', '✗');
      const under = `${indent}│  `.padEnd(wide + 3);
      lines.push(`${under}  ${mark} ${screenLine(`${JSON.stringify(condition)} saw ${saw}`)}`);
    }
  }
  lines.push(`${rows.length > 0 ? '└─ ' : ''}${endLine(answer)}`);
  if (answer.problems.length > 0) lines.push('Problems:');
  for (const { severity, path, message } of answer.problems) {
    const where = screenLine(`at ${path || 'the definition'}: ${message}`);
    lines.push(`  ${paint(severity === 'error' ? 'red' : 'yellow', severity)} ${where}`);
  }
  return `${lines.join('\n')}\n`;
}
