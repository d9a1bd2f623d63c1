import { z } from 'zod';
import { defineOperation } from '../../platform/operations/operation.ts';
import { timestamp } from '../../platform/operations/shapes.ts';
import { untrusted } from '../../platform/operations/untrusted.ts';

/** Nothing to do, worth a look, or something does not work. */
const checkLevels = ['ok', 'warning', 'problem'] as const;

const checkResult = z.strictObject({
  check: z.string().describe('What was looked at, such as provider, spf, clock or disk'),
  level: z.enum(checkLevels),
  code: z
    .string()
    .describe('Which result it is; keeps its name while the words of message may change'),
  values: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .describe('What message and fix say of this installation'),
  message: z.string(),
  quote: untrusted(z.string()).nullable().describe('What another server said of it'),
  fix: z.string().nullable().describe('What to do; null where nothing is to be done'),
});

export type CheckResult = z.output<typeof checkResult>;

export const checkOperations = {
  check_service: defineOperation({
    noun: 'checks',
    verb: 'run',
    summary:
      'Check the service where it runs: sender, provider, DNS, clock, disk, late work, keys and open folders.',
    method: 'GET',
    path: '/checks',
    safety: 'read',
    // It tells where secrets lie, and connects to other servers.
    scope: 'admin',
    status: 200,
    input: z.strictObject({}),
    output: z.strictObject({
      checks: z.strictObject({
        made_at: timestamp.describe('By the clock of the machine that the service runs on'),
        problems: z.int().describe('Results of this level'),
        results: z.array(checkResult),
      }),
    }),
  }),
};
