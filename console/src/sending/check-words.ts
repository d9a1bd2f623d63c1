import type { CheckResult } from '@postroad/core/account/checks/check-operations';
import { inWords } from '../platform/call.ts';
import { said } from '../platform/words.ts';

type Said = Pick<CheckResult, 'code' | 'values' | 'message' | 'fix'>;

/** What a check found, and what to do, in the language of the reader (CON-21). */
export function checkWords({ code, values, message, fix }: Said): {
  message: string;
  fix: string | null;
} {
  const one = values.count === 1 ? said(`said.check.${code}.one`, values) : null;
  const found = one ?? said(`said.check.${code}`, values) ?? message;
  const toDo = fix === null ? null : (said(`said.check.${code}.fix`, values) ?? fix);
  return { message: inWords(found), fix: toDo === null ? null : inWords(toDo) };
}
