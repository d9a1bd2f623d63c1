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

/** Every step type by its name in documents (DEF-15). */
const stepTypes: { [Type in Step['type']]: StepType<Extract<Step, { type: Type }>> } = {
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
};

export const stepTypeNames = Object.keys(stepTypes) as Step['type'][];

// A step without shape errors has the fields that its type reads.
const byName: ReadonlyMap<unknown, StepType> = new Map(
  Object.entries(stepTypes as unknown as Record<string, StepType>),
);

export function stepType(name: unknown): StepType | null {
  return byName.get(name) ?? null;
}
