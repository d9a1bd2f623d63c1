import type { Issue } from '@postroad/core/platform/issue';
import { notFound, Refusal } from '@postroad/core/platform/refusal';
import { holdReasons } from '@postroad/core/queue/hold-reasons';
import { lockContent } from '@postroad/store/content/content-lock';
import { findEmailStates } from '@postroad/store/content/email';
import { readEmailVersions } from '@postroad/store/content/email-compile';
import { lockPeople } from '@postroad/store/people/person';
import { lockReferences } from '@postroad/store/platform/reference-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import { sendsFrom } from '@postroad/store/queue/in-flight-sends';
import { holdSource, releaseSource } from '@postroad/store/queue/send';
import {
  countInside,
  deleteSequence,
  isAnyoneInside,
  listSequences,
  lockSequencesShared,
  type SequenceRow,
  startSequences,
  updateSequence,
} from '@postroad/store/sequences/sequence';
import { findUnfinishedRuns } from '@postroad/store/sequences/sequence-run';
import { countHeld } from '@postroad/store/sequences/sequence-step';
import { mailWarnings } from '../account/mail-warnings.ts';
import type { SenderConfig } from '../account/sender.ts';
import { madeMember, withNewEmails } from '../content/new-emails.ts';
import type { Renderer } from '../content/render/renderer.ts';
import { changedAbout } from '../flows/goals/changed-about.ts';
import type { FlowDeps } from '../flows/live-flows.ts';
import { changedBy } from '../flows/run-wakeups.ts';
import { withSequenceStats } from '../flows/step-stats.ts';
import { getPerson } from '../people/get-person.ts';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { recordHolders, refuseHeld, takeOut } from '../platform/record-holders.ts';
import { addSteps, newEmailsOfSteps } from './add-steps.ts';
import { makeSequence } from './new-sequence.ts';
import {
  getSequence,
  type StepView,
  sequenceViews,
  shownSequence,
  withHeld,
} from './sequence-view.ts';

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

/** The active steps whose mail would be skipped: what they send became blank or archived later. */
async function unsentWarnings(tx: Tx, steps: readonly StepView[]): Promise<Issue[]> {
  const states = await findEmailStates(
    tx,
    steps.map(({ email }) => email.id),
  );
  return steps.flatMap(({ email, status }, index) => {
    const state = states.get(email.id);
    if (status !== 'active' || !state) return [];
    const path = `steps[${index}].email_id`;
    if (state.archived) {
      const message = `Email ${email.id} is archived.`;
      const fix = 'Bring it back with restore_email.';
      return [{ path, code: 'email_archived', message, fix }];
    }
    if (!state.blank) return [];
    const message = `Email ${email.id} has no subject or no body.`;
    const fix = 'Write subject and body_markdown with update_email.';
    return [{ path, code: 'email_blank', message, fix }];
  });
}

/** What an operator should know of a sequence that is turned on. */
async function warningsOn(
  tx: Tx,
  config: SenderConfig,
  steps: readonly StepView[],
): Promise<Issue[]> {
  const active = steps.filter(({ status }) => status === 'active');
  const ids = [...new Set(active.map(({ email }) => email.id))];
  if (ids.length > 0) {
    const unsent = await unsentWarnings(tx, steps);
    return [...unsent, ...(await mailWarnings(tx, config, await readEmailVersions(tx, ids)))];
  }
  const message =
    'No step of the sequence is active, so who starts it reaches the end at once and gets no mail.';
  const fix = 'Set status of a step to active with update_sequence_step.';
  return [{ path: 'steps', code: 'sequence_without_step', message, fix }];
}

export const sequenceHandlers: Pick<
  Handlers,
  'list_sequences' | 'get_sequence' | 'delete_sequence'
> &
  Pick<Handlers<{ config: SenderConfig }>, 'toggle_sequence'> &
  Pick<
    Handlers<FlowDeps & { renderer: Renderer }>,
    'create_sequence' | 'update_sequence' | 'start_on_sequence'
  > = {
  list_sequences: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const rows = await listSequences(tx, { key: input.key ?? null, ...idPageOf(page) });
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return { sequences: await sequenceViews(tx, shown), next_cursor };
  }),

  get_sequence: read(async ({ sequence_id }, { tx }) => {
    const view = await withHeld(tx, await shownSequence(tx, sequence_id));
    return { sequence: await withSequenceStats(tx, view) };
  }),

  create_sequence: withNewEmails({
    find: newEmailsOfSteps,
    async write(
      { key, name, description = '', repeat_mode = 'single_run', steps = [] },
      { tx },
      made,
    ) {
      if (steps.length > 0) await lockContent(tx, 'shared');
      const { id } = await makeSequence(tx, { name, description, repeat_mode }, { key });
      await addSteps(tx, id, { steps, made });
      return { sequence: await shownSequence(tx, id), ...madeMember(made) };
    },
  }),

  update_sequence: withNewEmails({
    find: newEmailsOfSteps,
    async write({ sequence_id, steps = [], ...input }, { tx }, made) {
      if (steps.length > 0) await lockContent(tx, 'shared');
      const held = await getSequence(tx, sequence_id, 'for update');
      const { name = held.name, description = held.description } = input;
      const { repeat_mode = held.repeat_mode } = input;
      const { enabled } = held;
      await updateSequence(tx, sequence_id, { name, description, repeat_mode, enabled });
      await addSteps(tx, sequence_id, { steps, made });
      return { sequence: await shownSequence(tx, sequence_id), ...madeMember(made) };
    },
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

  toggle_sequence: transaction(async ({ sequence_id, enabled }, { tx, deps }) => {
    const held = await getSequence(tx, sequence_id, 'for update');
    await turnSequence(tx, held, enabled);
    const sequence = await shownSequence(tx, sequence_id);
    return {
      sequence,
      holding: await countHeld(tx, sequence_id, holdReasons.sequenceOff),
      warnings: enabled ? await warningsOn(tx, deps.config, sequence.steps) : [],
    };
  }),

  start_on_sequence: transaction(async ({ sequence_id, person }, { tx, deps }) => {
    const { id: person_id } = await getPerson(tx, person);
    // People before sequences, as runs of flows lock them.
    await lockPeople(tx, [person_id]);
    const held = (await lockSequencesShared(tx, [sequence_id])).get(sequence_id);
    if (held === undefined) throw notFound('sequence', sequence_id);
    if (!held.enabled) {
      const detail = `Sequence ${sequence_id} is off, so it starts nobody. Turn it on with toggle_sequence.`;
      throw new Refusal('conflict', detail);
    }
    const [started] = await startSequences(tx, [{ sequence_id, person_id, chain: 0 }]);
    if (started === undefined) {
      const [inside] = await findUnfinishedRuns(tx, [{ sequence_id, person_id }]);
      const reason = inside === undefined ? 'ran_before' : 'under_way';
      return { started: false, reason, sequence: await shownSequence(tx, sequence_id) };
    }
    tx.work.wake('sequences');
    tx.work.count('sequences', [sequence_id]);
    const changed = [changedBy(person_id, undefined)];
    changedAbout(tx, await deps.liveFlows.running(tx), ['sequence'], changed);
    tx.work.tell({ resource: 'people', id: person_id, action: 'updated' });
    return { started: true, reason: null, sequence: await shownSequence(tx, sequence_id) };
  }),
};
