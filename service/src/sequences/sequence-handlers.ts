import { Refusal } from '@postroad/core/platform/refusal';
import { holdReasons } from '@postroad/core/queue/hold-reasons';
import { lockReferences } from '@postroad/store/platform/reference-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import { sendsFrom } from '@postroad/store/queue/in-flight-sends';
import { holdSource, releaseSource } from '@postroad/store/queue/send';
import {
  countInside,
  deleteSequence,
  isAnyoneInside,
  listSequences,
  type SequenceRow,
  updateSequence,
} from '@postroad/store/sequences/sequence';
import { countHeld } from '@postroad/store/sequences/sequence-step';
import { withSequenceStats } from '../flows/step-stats.ts';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { recordHolders, refuseHeld, takeOut } from '../platform/record-holders.ts';
import { makeSequence } from './new-sequence.ts';
import { getSequence, sequenceViews, shownSequence, withHeld } from './sequence-view.ts';

/**
 * Queued mail of a sequence is held while the sequence is off, and released when it is on. The row
 * is locked.
 */
export async function turnSequence(tx: Tx, held: SequenceRow, enabled: boolean): Promise<void> {
  const source = { kind: 'sequence' as const, id: held.id };
  await updateSequence(tx, held.id, { ...held, enabled });
  if (enabled) {
    await releaseSource(tx, source, holdReasons.sequenceOff);
    tx.work.wake('sends');
  } else {
    await holdSource(tx, source, holdReasons.sequenceOff);
    tx.work.block(sendsFrom(source));
  }
}

export const sequenceHandlers: Pick<
  Handlers,
  | 'list_sequences'
  | 'get_sequence'
  | 'create_sequence'
  | 'update_sequence'
  | 'delete_sequence'
  | 'toggle_sequence'
> = {
  list_sequences: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const rows = await listSequences(tx, idPageOf(page));
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return { sequences: await sequenceViews(tx, shown), next_cursor };
  }),

  get_sequence: read(async ({ sequence_id }, { tx }) => {
    const view = await withHeld(tx, await shownSequence(tx, sequence_id));
    return { sequence: await withSequenceStats(tx, view) };
  }),

  create_sequence: transaction(
    async ({ key, name, description = '', repeat_mode = 'single_run' }, { tx }) => {
      const { id } = await makeSequence(tx, { name, description, repeat_mode }, { key });
      return { sequence: await shownSequence(tx, id) };
    },
  ),

  update_sequence: transaction(async ({ sequence_id, ...input }, { tx }) => {
    const held = await getSequence(tx, sequence_id, 'for update');
    const { name = held.name, description = held.description } = input;
    const { repeat_mode = held.repeat_mode } = input;
    const { enabled } = held;
    await updateSequence(tx, sequence_id, { name, description, repeat_mode, enabled });
    return { sequence: await shownSequence(tx, sequence_id) };
  }),

  delete_sequence: transaction(async ({ sequence_id }, { tx }) => {
    await lockReferences(tx, 'alone');
    await getSequence(tx, sequence_id, 'for update');
    if (await isAnyoneInside(tx, sequence_id)) {
      const counts = await countInside(tx, [sequence_id]);
      const people = counts.reduce((sum, count) => sum + count.people, 0);
      const who = people === 1 ? '1 person is' : `${people} people are`;
      const detail = `${who} partway through sequence ${sequence_id}. Delete its steps, which ends their way, or wait until they have reached the end.`;
      throw new Refusal('conflict', detail, { people_inside: people });
    }
    const holders = await recordHolders(tx, { kind: 'sequence', ids: [sequence_id] });
    refuseHeld(`Sequence ${sequence_id}`, holders, takeOut);
    await deleteSequence(tx, sequence_id);
    return { deleted: true };
  }),

  toggle_sequence: transaction(async ({ sequence_id, enabled }, { tx }) => {
    const held = await getSequence(tx, sequence_id, 'for update');
    await turnSequence(tx, held, enabled);
    return {
      sequence: await shownSequence(tx, sequence_id),
      holding: await countHeld(tx, sequence_id, holdReasons.sequenceOff),
    };
  }),
};
