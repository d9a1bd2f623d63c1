import type { Step } from '../definition.ts';
import { addTag } from './add-tag.ts';
import { delay } from './delay.ts';
import { exitFlow } from './exit-flow.ts';
import { ifElse } from './if-else.ts';
import { sendEmail } from './send-email.ts';
import type { StepType } from './step-type.ts';

/** Every step type by its name in the documents (DEF-15). */
const stepTypes: { [Type in Step['type']]: StepType<Extract<Step, { type: Type }>> } = {
  send_email: sendEmail,
  add_tag: addTag,
  delay,
  if_else: ifElse,
  exit_flow: exitFlow,
};

export const STEP_TYPES = Object.keys(stepTypes) as Step['type'][];

// A step without errors of shape has the fields that its type reads.
const byName = new Map<unknown, StepType>(
  Object.entries(stepTypes as unknown as Record<string, StepType>),
);

export function stepType(name: unknown): StepType | null {
  return byName.get(name) ?? null;
}
