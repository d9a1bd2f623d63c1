import { Refusal } from '@postroad/core/platform/refusal';
import { restoreInNextInsert } from '@postroad/store/account/authored-record';
import { findBroadcastBefore } from '@postroad/store/broadcasts/broadcast';
import { cancelBroadcast } from '@postroad/store/broadcasts/broadcast-queue';
import { lockReferences } from '@postroad/store/platform/reference-lock';
import { findSequence } from '@postroad/store/sequences/sequence';
import { listStepsBefore } from '@postroad/store/sequences/sequence-step';
import { remakeBroadcast, restoreBroadcast } from '../../broadcasts/restore-broadcast.ts';
import { getFlow } from '../../flows/flow-view.ts';
import { returnToDraft } from '../../flows/replace-flow.ts';
import { restoreSteps } from '../../sequences/restore-steps.ts';
import { differing, isSame, pick, type Restorer, type Row, type Undoing } from './restorer.ts';
import { argumentsIn, changedArguments, within } from './within.ts';

async function putBackSteps(undoing: Undoing, sequenceId: number): Promise<void> {
  const { tx, changeId } = undoing;
  const steps = await listStepsBefore(tx, changeId);
  await lockReferences(tx, 'shared');
  await findSequence(tx, sequenceId, 'for update');
  await restoreSteps(tx, sequenceId, steps, ({ id }) =>
    restoreInNextInsert(tx, 'sequence_steps', { id }),
  );
}

export const sequenceRestorer: Restorer = {
  async update(undoing, was, present) {
    const sequenceId = Number(present.id);
    // Before the row is locked.
    await lockReferences(undoing.tx, 'shared');
    const content = changedArguments('update_sequence', was, present);
    if (Object.keys(content).length > 0) {
      await within(undoing, 'update_sequence', { sequence_id: sequenceId, ...content });
    }
    if (!isSame(was.steps, present.steps)) await putBackSteps(undoing, sequenceId);
    const { enabled } = was;
    if (enabled !== present.enabled) {
      await within(undoing, 'toggle_sequence', { sequence_id: sequenceId, enabled });
    }
  },
  async create(undoing, was) {
    const content = argumentsIn('create_sequence', was);
    const { sequence } = await within(undoing, 'create_sequence', content);
    await putBackSteps(undoing, sequence.id);
    const { enabled } = was;
    if (enabled) await within(undoing, 'toggle_sequence', { sequence_id: sequence.id, enabled });
  },
  remove: (undoing, present) => within(undoing, 'delete_sequence', { sequence_id: present.id }),
};

/** The counter of step ids never goes back, so that no id has two meanings. */
function withoutCounter(was: Row): Row {
  const { node_counter: _, ...definition } = was.definition as Row;
  return { ...was, definition };
}

type Status = 'draft' | 'live' | 'paused';

async function setStatus(undoing: Undoing, flow_key: string, status: Status): Promise<void> {
  const { tx } = undoing;
  const { status: present } = await getFlow(tx, flow_key);
  if (present === status) return;
  if (status === 'draft') {
    await returnToDraft(tx, await getFlow(tx, flow_key, 'for update'));
    return;
  }
  if (present !== 'live')
    await within(undoing, 'activate_flow', { flow_key, force: undoing.force });
  if (status === 'paused') await within(undoing, 'pause_flow', { flow_key });
}

export const flowRestorer: Restorer = {
  async update(undoing, was, present) {
    const flowKey = String(present.id);
    const status = was.status as Status;
    await lockReferences(undoing.tx, 'shared');
    // A definition that may not be live is written while the flow is not.
    if (status !== 'live') await setStatus(undoing, flowKey, status);
    if (Object.keys(changedArguments('update_flow', was, present)).length > 0) {
      const content = argumentsIn('update_flow', withoutCounter(was));
      const input = { flow_key: flowKey, ...content, force: undoing.force };
      undoing.noteTimes((await within(undoing, 'update_flow', input)).times);
    }
    if (status === 'live') await setStatus(undoing, flowKey, status);
  },
  async create(undoing, was) {
    const content = argumentsIn('create_flow', withoutCounter(was));
    const { flow } = await within(undoing, 'create_flow', content);
    await setStatus(undoing, String(flow.id), was.status as Status);
  },
  remove: (undoing, present) => within(undoing, 'delete_flow', { flow_key: String(present.id) }),
};

async function broadcastBefore({ tx, changeId }: Undoing) {
  const before = await findBroadcastBefore(tx, changeId);
  if (before) return before;
  throw new Error(`Change ${changeId} has no broadcast before it.`);
}

/** As an argument of a schedule. */
function timeOf(at: Date | null, local: string | null) {
  return local === null ? { send_at: at?.toISOString() } : { send_at_local: local };
}

/** A pause and a resume are undone by each other. */
function isUnderWay(status: unknown): boolean {
  return status === 'sending' || status === 'paused';
}

/** Whether a broadcast that is now so can be put back to the status that it had. */
export function canReturnTo(was: unknown, now: unknown): boolean {
  const wait = [was, now].every((one) => one === 'draft' || one === 'scheduled');
  return was === now || wait || (isUnderWay(was) && isUnderWay(now));
}

/**
 * No mail is called back or sent by a revert, except that a schedule is put back or taken away, and that
 * a broadcast under way is paused or resumed.
 */
function refuseEnded(id: unknown, present: unknown, status: string): never {
  const detail = `Broadcast ${String(id)} was ${status} and is ${String(present)}; a revert neither sends mail nor calls it back. Create a new broadcast instead.`;
  throw new Refusal('conflict', detail);
}

export const broadcastRestorer: Restorer = {
  async update(undoing, was, present) {
    const broadcastId = Number(present.id);
    const { status, send_at, send_at_local, ...content } = await broadcastBefore(undoing);
    const isMoved = status !== present.status;
    if (!canReturnTo(status, present.status)) refuseEnded(broadcastId, present.status, status);
    if (isMoved && isUnderWay(status)) {
      const operation = status === 'paused' ? 'pause_broadcast' : 'resume_broadcast';
      await within(undoing, operation, { broadcast_id: broadcastId });
    }
    if (status === 'draft' && isMoved) {
      await within(undoing, 'unschedule_broadcast', { broadcast_id: broadcastId });
    }
    const { name, emails_per_hour, recheck_segment, ...fixed } = content;
    const later = { name, emails_per_hour, recheck_segment };
    const changed = differing(was, present, Object.keys(later));
    if (differing(was, present, Object.keys(fixed)).length > 0)
      await restoreBroadcast(undoing.tx, broadcastId, content);
    else if (changed.length > 0) {
      const input = { broadcast_id: broadcastId, ...pick(later, changed) };
      await within(undoing, 'update_broadcast', input);
    }
    const isLate = differing(was, present, ['send_at', 'send_at_local']).length > 0;
    if (status === 'scheduled' && (isMoved || isLate)) {
      await within(undoing, 'schedule_broadcast', {
        broadcast_id: broadcastId,
        ...timeOf(send_at, send_at_local),
      });
    }
  },
  async create(undoing, was) {
    const { status, send_at, send_at_local, ...content } = await broadcastBefore(undoing);
    // What it sent is counted in the record that is gone.
    if (was.started_at) refuseEnded(was.id, 'deleted', `${status} after it had begun to send`);
    const broadcastId = await remakeBroadcast(undoing.tx, content);
    if (status === 'canceled') await cancelBroadcast(undoing.tx, broadcastId);
    if (status === 'scheduled') {
      await within(undoing, 'schedule_broadcast', {
        broadcast_id: broadcastId,
        ...timeOf(send_at, send_at_local),
      });
    }
    if (isUnderWay(status) || status === 'sent') refuseEnded(broadcastId, 'deleted', status);
  },
  remove: (undoing, present) => within(undoing, 'delete_broadcast', { broadcast_id: present.id }),
};
