import { z } from 'zod';
import { coerceTexts, type Expectations, expectationsOf } from './coerce.ts';
import type { Operation } from './operation.ts';

/** Caches what inputs expect, for a surface that reads many calls. */
export class ExpectedInputs {
  readonly #byInput = new Map<z.ZodType, Expectations>();

  of({ input }: Pick<Operation, 'input'>): Expectations {
    const known = this.#byInput.get(input);
    if (known) return known;
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    const expected = expectationsOf(schema.properties ?? {});
    this.#byInput.set(input, expected);
    return expected;
  }
}

/** Converts texts to the types that the input of an operation expects. */
export function coerceInput(
  operation: Pick<Operation, 'input'>,
  texts: Record<string, string | string[]>,
  inputs = new ExpectedInputs(),
): Record<string, unknown> {
  return coerceTexts(texts, inputs.of(operation));
}
