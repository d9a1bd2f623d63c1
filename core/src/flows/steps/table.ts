import type { Step } from '../definition/definition.ts';
import { addTag } from './add-tag.ts';
import { callWebhook } from './call-webhook.ts';
import { delay } from './delay.ts';
import { exitFlow } from './exit-flow.ts';
import { fireEvent } from './fire-event.ts';
import { gate } from './gate.ts';
import { ifElse } from './if-else.ts';
import { removeTag } from './remove-tag.ts';
import { sendEmail } from './send-email.ts';
import { setField } from './set-field.ts';
import { split } from './split.ts';
import { startSequence } from './start-sequence.ts';
import type { StepType } from './step-type.ts';

/** A table in which each type is under the name that its steps have. */
function named<Types extends { [Name in keyof Types]: StepType<Step & { type: Name & string }> }>(
  types: Types,
): Types {
  return types;
}

/** Every step type by its name in documents (DEF-15). */
export const stepTypes = named({
  send_email: sendEmail,
  start_sequence: startSequence,
  add_tag: addTag,
  remove_tag: removeTag,
  set_field: setField,
  delay,
  gate,
  fire_event: fireEvent,
  call_webhook: callWebhook,
  if_else: ifElse,
  split,
  exit_flow: exitFlow,
});

export type StepTypeName = keyof typeof stepTypes;

type StepOf<Type> = Type extends StepType<infer One> ? One : never;

/** A step of any known type, with what its type holds. */
export type KnownStep = { [Name in StepTypeName]: StepOf<(typeof stepTypes)[Name]> }[StepTypeName];

export const stepTypeNames = Object.keys(stepTypes) as StepTypeName[];

// A step without shape errors has the fields that its type reads.
const byName: Readonly<Record<string, StepType>> = stepTypes as unknown as Record<string, StepType>;

export function stepType(name: unknown): StepType | null {
  return typeof name === 'string' && Object.hasOwn(byName, name) ? (byName[name] ?? null) : null;
}
