import { z } from 'zod';
import { isObject, own } from '../json.ts';
import { limits } from '../limits.ts';
import { nearest } from '../nearest.ts';
import { argumentAliases } from './aliases.ts';
import type { Operation } from './operation.ts';

/** One record to be read for an answer; null where the answer names none. */
export interface Reference {
  name: string;
  operation: string;
  input: Record<string, unknown> | null;
}

/** The name of a record that is asked for by another (SAFE-58). */
function ownName(name: string): string {
  return (Object.hasOwn(argumentAliases, name) ? argumentAliases[name] : undefined) ?? name;
}

/** The argument `expand` of a read that can bring these records along (LEFT-09). */
export function expandable<Name extends string>(...names: readonly [Name, ...Name[]]) {
  return {
    expand: z
      .array(z.string().max(limits.answerFieldsChars))
      .max(limits.answerFields)
      .transform((entries, context) => {
        const asked = entries.flatMap((entry) => entry.split(',')).map((one) => one.trim());
        const unknown = asked.filter((one) => !names.some((name) => name === ownName(one)));
        if (unknown.length === 0) return asked;
        const near = nearest(unknown[0] ?? '', names);
        const hint = near === null ? '' : ` Did you mean ${near}?`;
        const message = `expand takes ${names.join(', ')}, not "${unknown.join(', ')}".${hint}`;
        const params = near === null ? {} : { did_you_mean: near };
        context.issues.push({ code: 'custom', message, input: entries, params });
        return z.NEVER;
      })
      .optional()
      .describe(`Records to answer too, in expanded: ${names.join(', ')}`),
  };
}

/** The member of an answer with the records of `expand`. */
export const expanded = {
  expanded: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The records of expand by name, null where there is none'),
};

/** The records that a call asks for beside its own. */
export function wantedReferences(
  { expands = {} }: Pick<Operation, 'expands'>,
  input: unknown,
  output: unknown,
): Reference[] {
  const { expand = [] } = (input ?? {}) as { expand?: readonly string[] };
  return [...new Set(expand)].flatMap((name) => {
    const expansion = expands[ownName(name)];
    if (expansion === undefined) return [];
    const { operation, argument, isText = false, from } = expansion;
    let value: unknown = output;
    for (const name of from) value = isObject(value) ? (own(value, name) ?? null) : null;
    return [
      {
        name,
        operation,
        input: value === null ? null : { [argument]: isText ? String(value) : value },
      },
    ];
  });
}

/** The record in the answer of a read: its first member. */
export function recordIn(output: object): unknown {
  return Object.values(output)[0] ?? null;
}
