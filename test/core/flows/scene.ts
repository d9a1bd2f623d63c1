import type { FactValue } from '@postroad/core/conditions/facts';
import { type CompiledFlow, compileFlow } from '@postroad/core/flows/definition/compile';
import type { Definition } from '@postroad/core/flows/definition/definition';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { type Advance, advance } from '@postroad/core/flows/interpreter/advance';
import {
  type Answers,
  type GateQuestion,
  questionKey,
} from '@postroad/core/flows/interpreter/question';
import { newRun, type RunState } from '@postroad/core/flows/interpreter/run';
import type { FieldType } from '@postroad/core/people/field-type';
import type { Duration } from '@postroad/core/platform/duration';
import { personFacts } from '../conditions/known.ts';

export const now = new Date('2026-03-01T12:00:00Z');
export const hours = (count: number, from = now) => new Date(from.getTime() + count * 3_600_000);

/** A person with the tag vip, some fields, emails and sequences; `rest` replaces what it names. */
export function answersOf(rest: Partial<Answers> = {}): Answers {
  return {
    ...personFacts({ tags: new Set(['vip']), fields: { plan: 'pro', seats: 12 } }),
    emails: new Map([[1, { archived: false }]]),
    tunables: new Map<string, Duration>([['pause', { amount: 1, unit: 'hours' }]]),
    fieldTypes: new Map<string, FieldType>([
      ['plan', 'string'],
      ['seats', 'number'],
      ['active', 'boolean'],
      ['born', 'date'],
    ]),
    sequences: new Map([
      [1, { enabled: true }],
      [2, { enabled: false }],
    ]),
    merge: null,
    lastEvent: 40,
    ...rest,
  };
}

/** `known` with the times at which events were recorded. */
export function recorded(...events: [GateQuestion, Date | null][]): Partial<Answers> {
  const known = new Map<string, FactValue>();
  for (const [question, at] of events) known.set(questionKey(question), at?.toISOString() ?? null);
  return { known };
}

export function define(nodes: unknown, trigger: object = { event: 'signed_up' }): Definition {
  return normalise({ trigger, nodes }, null).definition;
}

export function flowOf(nodes: unknown, trigger?: object): CompiledFlow {
  return compileFlow(define(nodes, trigger));
}

/** One walk of a run, from the start where none is given. */
export function walk(
  nodes: unknown,
  answers: Answers = answersOf(),
  run: RunState = newRun,
  at = now,
): Advance {
  return advance(flowOf(nodes), run, answers, at);
}

/** `<id> <outcome> <arm>` of each entry. */
export function told({ trace }: Advance): string[] {
  return trace.map(({ step_id, outcome, arm }) =>
    [step_id, outcome, ...(arm ? [arm] : [])].join(' '),
  );
}
