import { isObject } from '@postroad/core/platform/json';
import {
  untrustedKeyword,
  untrustedWithoutKeyword,
} from '@postroad/core/platform/operations/untrusted';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The schema inside one that only says whether a value may be missing or null. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType | null {
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault;
  return wraps ? schema.unwrap() : null;
}

function isMarked(schema: z.core.$ZodType): boolean {
  if (z.globalRegistry.get(schema)?.[untrustedKeyword] === true) return true;
  const inner = innerOf(schema) ?? (schema instanceof z.ZodArray ? schema.element : null);
  return inner !== null && isMarked(inner);
}

/** Whether a member is marked for answers in which another member is null, as in this one. */
function isMarkedIn(value: Json, schema: z.core.$ZodType): boolean {
  const other = z.globalRegistry.get(schema)?.[untrustedWithoutKeyword];
  return typeof other === 'string' && value[other] === null;
}

/** The schema of a value among those of a union. */
function optionFor(schema: z.ZodUnion, value: unknown): z.core.$ZodType | undefined {
  return schema.options.find((option) => z.safeParse(option, value).success);
}

/**
 * Moves every member that the contract marks as text from outside the account (`untrusted`) under a
 * member `untrusted` beside the others: the instructions forbid following instructions in it
 * (AGT-05). A null says nothing, so it is left where it is.
 */
export function moveUntrusted(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = innerOf(schema);
  if (inner !== null) return moveUntrusted(inner, value);
  if (schema instanceof z.ZodUnion) {
    const option = optionFor(schema, value);
    return option === undefined ? value : moveUntrusted(option, value);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((entry) => moveUntrusted(schema.element, entry));
  }
  if (!isObject(value)) return value;
  if (schema instanceof z.ZodRecord) {
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([key, entry]) => [key, moveUntrusted(schema.valueType, entry)]),
    );
  }
  return schema instanceof z.ZodObject ? moveMembers(schema, value) : value;
}

function moveMembers(schema: z.ZodObject, value: Json): Json {
  const trusted: Json = {};
  const untrusted: Json = {};
  for (const [name, member] of Object.entries(value)) {
    const shape = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    if (shape === undefined) trusted[name] = member;
    else if (member !== null && (isMarked(shape) || isMarkedIn(value, shape))) {
      untrusted[name] = member;
    } else trusted[name] = moveUntrusted(shape, member);
  }
  return Object.keys(untrusted).length > 0 ? { ...trusted, untrusted } : trusted;
}
