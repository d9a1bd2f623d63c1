import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { compactTopic } from '@postroad/core/catalog/compact-topic';
import { isSet, member, pluralize } from './question-parts.ts';
import type { Tool } from './tool.ts';

/** The number of records that an apply with `prune` removes; settings and profile always stay. */
function removals(dryRun: unknown): number {
  const changes = member(dryRun, 'changes');
  return Array.isArray(changes)
    ? changes.filter((one) => member(one, 'kind') === 'absent' && !kept.has(member(one, 'type')))
        .length
    : 0;
}

const kept: ReadonlySet<unknown> = new Set(['settings', 'profile']);

/** Tools of definition files and of their vocabulary. */
export const definitionTools = [
  {
    name: 'describe_schema',
    toolset: 'core',
    description:
      'Live vocabulary (keys, variables, filters), rules and examples. Call before writing a flow, condition, trigger, theme or Liquid.',
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
    operation: 'export_definitions',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'diff_definitions',
    toolset: 'definitions',
    description: 'Plan a push of the whole file tree: changes, issues, rehearsals.',
    operation: 'diff_definitions',
    arguments: { undescribed: ['files', 'base'] },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'apply_definitions',
    toolset: 'definitions',
    description:
      'Apply the whole tree or nothing. prune removes what is absent; force: step ids and conflicts.',
    operation: 'apply_definitions',
    arguments: { undescribed: ['files', 'prune', 'base'] },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
    confirmation: {
      isNeeded: ({ prune, force }) => isSet(prune) || isSet(force),
      changesAnything: (dryRun) =>
        member(dryRun, 'blocked') !== true && member(dryRun, 'changed') !== 0,
      question(dryRun, { prune, force }) {
        const removed = isSet(prune) ? removals(dryRun) : 0;
        const changes = pluralize(Number(member(dryRun, 'changed')), 'change', 'changes');
        const removing = removed > 0 ? `, removing ${pluralize(removed, 'record', 'records')}` : '';
        const forced = isSet(force) ? ', even if people wait at steps that are removed' : '';
        return `Apply ${changes}${removing}${forced}?`;
      },
    },
  },
] as const satisfies readonly Tool[];
