import { parseAddress } from '../people/address.ts';
import { isCalendarDate } from '../people/field-type.ts';
import { cleanName } from '../people/person-values.ts';
import { limits } from '../platform/limits.ts';
import type { FormText } from './form-copy.ts';
import type { FormField } from './form-operations.ts';

/** The member of a post that holds the proof of work (FORM-06). */
export const proofName = 'altcha';

/** What a visitor answered, as it is written of a person once confirmed. */
export interface Answers {
  first_name?: string;
  last_name?: string;
  fields: Record<string, string | number | boolean>;
}

type Fault = Extract<FormText, `error_${string}`>;

/** A sign-up that can be taken, or the fault of each input by its name. */
export type ReadSignUp =
  | { address: string; answers: Answers }
  | { faults: ReadonlyMap<string, Fault> };

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' ? String(value) : null;
}

const unticked: readonly string[] = ['', 'off', 'false', '0', 'no'];

/** Browsers send a ticked box with the value that its form gave it, and an unticked one not at all. */
function isTicked(value: unknown): boolean {
  const text = textOf(value);
  return text === null ? value === true : !unticked.includes(text.toLowerCase());
}

/** The value of one input, null where it is left out, or its fault. */
function answerTo(field: FormField, given: unknown): { value: unknown } | { fault: Fault } {
  if (field.type === 'checkbox') {
    const value = isTicked(given);
    return field.required && !value ? { fault: 'error_required' } : { value };
  }
  const text = given === undefined || given === null ? '' : textOf(given);
  if (text === null) return { fault: 'error_required' };
  if (text === '') return field.required ? { fault: 'error_required' } : { value: null };
  switch (field.type) {
    case 'date':
      return isCalendarDate(text) ? { value: text } : { fault: 'error_date' };
    case 'number': {
      const number = Number(text);
      return Number.isFinite(number) ? { value: number } : { fault: 'error_number' };
    }
    case 'select':
      return field.options?.includes(text) ? { value: text } : { fault: 'error_choice' };
    case 'text':
      return plainText(field, text);
  }
}

function plainText(field: FormField, text: string): { value: unknown } | { fault: Fault } {
  const isName = field.name === 'first_name' || field.name === 'last_name';
  if (text.length > (isName ? limits.nameChars : limits.formAnswerChars)) {
    return { fault: 'error_long' };
  }
  const value = cleanName(text.toWellFormed());
  if (value === null && field.required) return { fault: 'error_required' };
  return { value };
}

/** Reads what a visitor sent, from a form of HTML or from JSON (FORM-05). */
export function readSignUp(
  fields: readonly FormField[],
  given: Readonly<Record<string, unknown>>,
): ReadSignUp {
  const faults = new Map<string, Fault>();
  const address = typeof given.email === 'string' ? parseAddress(given.email.trim()) : null;
  if (address === null) faults.set('email', 'error_address');
  const answers: Answers = { fields: {} };
  for (const field of fields) {
    const read = answerTo(field, given[field.name]);
    if ('fault' in read) faults.set(field.name, read.fault);
    else if (read.value !== null) keep(answers, field.name, read.value as string);
  }
  return address === null || faults.size > 0 ? { faults } : { address, answers };
}

function keep(answers: Answers, name: string, value: string): void {
  if (name === 'first_name' || name === 'last_name') answers[name] = value;
  else answers.fields[name] = value;
}
