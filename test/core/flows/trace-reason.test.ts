import { FlowMemo } from '@postroad/core/flows/interpreter/flow-memo';
import type { TraceEntry } from '@postroad/core/flows/interpreter/run';
import { traceReason } from '@postroad/core/flows/interpreter/trace-reason';
import { limits } from '@postroad/core/platform/limits';
import { expect, it } from 'vitest';

const entry = { step_id: 1, type: 'if_else', outcome: 'branched' } as const;
const saw = (actual: unknown, result: boolean) => ({
  condition: { type: 'field', field: 'seats', op: 'greater', value: 20 } as const,
  ...{ actual, result },
});

const reasonOf = (entry: TraceEntry) => traceReason(entry, new FlowMemo());

it('says what each condition saw, and its own reason first', () => {
  expect(reasonOf(entry)).toBeNull();
  expect(reasonOf({ ...entry, reason: 'The email is gone.' })).toBe('The email is gone.');
  const text = reasonOf({ ...entry, values: [saw(50, true), saw(null, false)] });
  expect(text).toMatch(/seats.*20.*: yes, saw 50; .*: no, saw nothing/);
  expect(reasonOf({ ...entry, reason: 'Opened.', values: [saw(1, false)] })).toMatch(
    /^Opened\.; .*no, saw 1$/,
  );
});

it('stays a line that can be kept, whatever was seen', () => {
  const values = Array.from({ length: 500 }, () => saw('x'.repeat(10_000), true));
  expect(reasonOf({ ...entry, values })?.length).toBeLessThanOrEqual(limits.reasonChars);
});
