import type { Tool } from './tool.ts';

/** Tools of segments and guards, the named conditions over people. */
export const conditionTools = [
  {
    name: 'list_segments',
    toolset: 'people',
    description: 'List segments; segment: one with definition, size now and what uses it.',
    asked: 'audiences lists groups',
    operation: { when: 'segment', call: 'get_segment', otherwise: 'list_segments' },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'save_segment',
    toolset: 'people',
    description:
      'Create (new key) or change a segment: a named condition over people, always live. Try preview_segment first.',
    asked:
      'audience list group filter, inactive people, engagement, engaged, have not opened for days, win-back, churn, total spend, best customers',
    operation: {
      create: 'create_segment',
      update: 'update_segment',
      by: 'segment',
      keyAs: 'key',
    },
    arguments: { undescribed: ['definition'] },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'list_guards',
    toolset: 'people',
    description: 'List guards: which people emails skip, by label.',
    asked: 'exclusions',
    operation: { when: 'guard_key', call: 'get_guard', otherwise: 'list_guards' },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'save_guard',
    toolset: 'people',
    description:
      'Create (new key) or change a guard: emails with its labels (without labels: all) skip people who match its condition.',
    asked: 'exclude customers from marketing, do not disturb, suppress, block',
    operation: { create: 'create_guard', update: 'update_guard', by: 'guard_key', keyAs: 'key' },
    arguments: { undescribed: ['condition', 'labels'] },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'delete_segment_or_guard',
    toolset: 'people',
    description: 'Delete one; a segment only while nothing refers to it.',
    operation: { when: 'guard_key', call: 'delete_guard', otherwise: 'delete_segment' },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'preview_segment',
    toolset: 'people',
    description:
      'Count the people who match a condition now, with the newest of them; saves nothing.',
    asked: 'audience size, inactive people, have not opened for days, win-back, engaged',
    operation: 'preview_segment',
    arguments: { undescribed: ['definition'] },
    hints: { readOnly: true, openWorld: false },
  },
] as const satisfies readonly Tool[];
