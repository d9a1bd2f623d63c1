import type { Records } from '@postroad/core/definitions/records';
import { findSequence, updateSequence } from '@postroad/store/sequences/sequence';
import { listSequenceSteps } from '@postroad/store/sequences/sequence-step';
import type { Context } from '../platform/handler.ts';
import { makeSequence } from '../sequences/new-sequence.ts';
import { turnSequence } from '../sequences/sequence-handlers.ts';
import { writeSteps } from '../sequences/write-steps.ts';
import { alignSteps } from './align-steps.ts';

type Sequence = Records['sequence'];
type Writing = Pick<Context, 'tx'>;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Creates or changes a sequence with its steps, and returns its id. */
export async function writeSequence(
  { tx }: Writing,
  before: Sequence | null,
  after: Sequence,
  id: number | null,
): Promise<number> {
  const { name, description, repeat_mode, enabled, steps } = after;
  const content = { name, description, repeat_mode };
  const held =
    before === null || before.id === null ? null : await findSequence(tx, before.id, 'for update');
  const row =
    held === null
      ? await makeSequence(tx, content, { id, key: after.key ?? undefined })
      : await updateSequence(tx, held.id, { ...content, enabled: held.enabled });
  if (held === null || !same(before?.steps, steps)) {
    const present = await listSequenceSteps(tx, [row.id]);
    const matched = alignSteps(present, steps);
    await writeSteps(tx, row.id, { held: present, wanted: steps, matched });
  }
  if (row.enabled !== enabled) await turnSequence(tx, row, enabled);
  return row.id;
}
