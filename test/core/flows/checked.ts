import type { Definition } from '@postroad/core/flows/definition/definition';
import { review } from '@postroad/core/flows/definition/review';
import type { ValidationContext } from '@postroad/core/flows/validate/pass';
import type { FieldType } from '@postroad/core/people/field-type';
import type { Duration } from '@postroad/core/platform/duration';
import { nothingKnown } from '../conditions/known.ts';

/** What definitions are checked against here. */
export const context: ValidationContext = {
  flowKey: 'welcome',
  held: null,
  runPolicy: 'single_run',
  references: {
    ...nothingKnown,
    events: new Set(['signed_up', 'paid', 'left', 'x', 'e', 'go']),
    emails: new Map([
      [1, { archived: false, blank: false, transactional: false }],
      [2, { archived: true, blank: false, transactional: false }],
    ]),
    fields: new Map<string, FieldType>([['plan', 'string']]),
    tags: new Set(['vip']),
    tunables: new Map<string, Duration>([['pause', { amount: 1, unit: 'days' }]]),
    sequences: new Set([1, 2]),
    sequencesOff: new Set([2]),
  },
};
export const trigger = { event: 'signed_up' };
export const tag = { type: 'add_tag', tag: 'VIP ' };
export const exit = { type: 'exit_flow' };
export const condition = { type: 'has_tag', tag: 'vip' };
export const branch = (yes: unknown, no: unknown = []) => ({
  type: 'if_else',
  condition,
  then: yes,
  else: no,
});

export const paid = { name: 'paid', occurrence: 'next_occurrence' };
export const day = { amount: 1, unit: 'days' };
export const never = { expires_after: 'never' };
export const gate = (wait_for: unknown, rest: object = never) => ({
  type: 'gate',
  wait_for,
  ...rest,
});
export const fire = (rest: object) => ({ type: 'fire_event', event: 'left', ...rest });

/** `<code> <path>` of each finding, errors first. */
export const listed = (definition: unknown, held: Definition | null = null) => {
  const { validation } = review(definition, { ...context, held });
  return [...validation.errors, ...validation.warnings].map(
    (issue) => `${issue.code} ${issue.path}`,
  );
};
export const inNodes = (nodes: unknown, rest: object = {}) => listed({ trigger, nodes, ...rest });
