import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { compactTopic } from '@postroad/core/catalog/compact-topic';
import { noFileSummary, notPulledSummary } from '@postroad/core/definitions/change';
import type { Tool } from './tool.ts';

type Plan = OperationOutput<'diff_definitions'>;

/** Whether a change says only that a record stays as it is. */
function stays({ kind, summary, errors, warnings }: Plan['changes'][number]): boolean {
  if (errors.length > 0 || warnings.length > 0) return false;
  return kind === 'unchanged' || [noFileSummary, notPulledSummary].includes(summary[0] ?? '');
}

/** Counts what a push leaves as it is: beside a few files that is the whole account. */
function compactPlan(output: object): object {
  const { changes, ...plan } = output as Plan;
  const left = changes.filter(stays).map(({ kind }) => kind);
  const stay = Object.fromEntries(
    [...new Set(left)].map((kind) => [kind, left.filter((one) => one === kind).length]),
  );
  return { changes: changes.filter((one) => !stays(one)), stay, ...plan };
}

/** Tools of definition files and of their vocabulary. */
export const definitionTools = [
  {
    name: 'describe_schema',
    toolset: 'core',
    description:
      'Live vocabulary (keys, variables, filters), rules and examples. Call before writing a flow, condition, trigger, theme or Liquid.',
    asked:
      'syntax reference documentation merge tags personalization placeholders personalize date trigger recurring schedule rrule flow tests',
    operation: 'describe_schema',
    arguments: { undescribed: ['topic'] },
    namesOperations: ['see'],
    compact: (output) => compactTopic(output as OperationOutput<'describe_schema'>),
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'pull_definitions',
    toolset: 'definitions',
    description:
      'Export flows, emails and all definitions as files, to back up; narrow by path prefix.',
    asked: 'git sync download config as code',
    operation: 'export_definitions',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'diff_definitions',
    toolset: 'definitions',
    description: 'Plan a push of the whole file tree: changes, issues, rehearsals.',
    asked: 'git sync plan changes preview config as code',
    operation: 'diff_definitions',
    arguments: { undescribed: ['files', 'base'] },
    compact: compactPlan,
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'apply_definitions',
    toolset: 'definitions',
    description:
      'Apply the whole tree or nothing. prune removes what is absent; force: step ids and conflicts.',
    asked: 'git sync deploy push upload delete config files as code, flow tests',
    operation: 'apply_definitions',
    arguments: { undescribed: ['files', 'prune', 'base'], unlisted: ['strict'] },
    compact: compactPlan,
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  },
] as const satisfies readonly Tool[];
