import type { ChangedTimes } from '@postroad/core/account/changed-times';
import type { RevisedResource } from '@postroad/core/platform/operations/revised-resources';
import { Refusal } from '@postroad/core/platform/refusal';
import {
  haveSettingsMoved,
  lockReverts,
  readAuthoredRecord,
  readSettingsOfChange,
  restoreRecord,
} from '@postroad/store/account/authored-record';
import {
  type ChangeRow,
  findChangeMadeOf,
  findNewestChangeId,
} from '@postroad/store/account/change';
import { confirmRevision, expectRevision, findRevision } from '@postroad/store/platform/revision';
import type { Tx } from '@postroad/store/platform/transaction';
import type { Context } from '../../platform/handler.ts';
import type { Deps } from '../deps.ts';
import { authoredView, isAuthored } from './authored-views.ts';
import { broadcastRestorer, flowRestorer, sequenceRestorer } from './restore-campaigns.ts';
import {
  componentRestorer,
  emailRestorer,
  layoutRestorer,
  themeRestorer,
} from './restore-content.ts';
import {
  fieldRestorer,
  formRestorer,
  guardRestorer,
  productRestorer,
  profileRestorer,
  segmentRestorer,
  settingsRestorer,
  webhookEndpointRestorer,
} from './restore-rules.ts';
import type { Restorer, Row, Undoing } from './restorer.ts';

const restorers: Record<RevisedResource, Restorer | Pick<Restorer, 'update'>> = {
  themes: themeRestorer,
  products: productRestorer,
  templates: layoutRestorer,
  components: componentRestorer,
  emails: emailRestorer,
  sequences: sequenceRestorer,
  flows: flowRestorer,
  broadcasts: broadcastRestorer,
  segments: segmentRestorer,
  guards: guardRestorer,
  forms: formRestorer,
  fields: fieldRestorer,
  webhook_endpoints: webhookEndpointRestorer,
  profile: profileRestorer,
  settings: settingsRestorer,
};

/** A change of an authored record. */
export type AuthoredChange = ChangeRow & { resource: RevisedResource };

/** Throws a 409 for acts that leave nothing to write back, such as an export or an erasure. */
function requireAuthored(change: ChangeRow): AuthoredChange {
  const { id, resource, operation, before, after } = change;
  if (isAuthored(resource) && (before !== null || after !== null)) return { ...change, resource };
  const what = operation === null ? `of ${resource}` : `the call ${operation} on ${resource}`;
  const detail = `Change ${id} is ${what} and keeps no record before and after, so there is nothing to write back. Only changes of what you author can be reverted.`;
  throw new Refusal('conflict', detail);
}

/** The record as it is now; null if there is none. Of settings, those that the change holds. */
async function readPresent(tx: Tx, change: AuthoredChange): Promise<Row | null> {
  const { id, resource } = change;
  if (resource === 'settings') return await readSettingsOfChange(tx, id);
  return await readAuthoredRecord(tx, resource, change);
}

async function hasMovedOn(tx: Tx, change: AuthoredChange, present: Row | null): Promise<boolean> {
  const { id, resource, record, after } = change;
  if (resource === 'settings') return await haveSettingsMoved(tx, id);
  if ((await findNewestChangeId(tx, resource, record)) !== id) return true;
  if (after === null || present === null) return after !== present;
  return present.revision !== change.revision;
}

function refuseMoved(change: AuthoredChange, present: Row | null): never {
  const { id, resource, revision, after } = change;
  const now = present === null ? 'is gone by now' : 'was changed again since';
  throw new Refusal(
    'changed_since',
    `What change ${id} left ${now}; compare after with current. Nothing was changed. Send force: true to write back what was before this one, over what came later.`,
    {
      expected: revision,
      actual: present === null ? null : (present.revision ?? null),
      after: authoredView(resource, after),
      current: authoredView(resource, present),
    },
  );
}

/** Another record can have got the id by a definition file that names it. */
function refuseOther({ id, resource, record_key }: AuthoredChange, present: Row): void {
  if (record_key === null || present.key === record_key) return;
  const detail = `The id of the record of change ${id} belongs to ${resource} "${String(present.key)}" by now. Delete that one first.`;
  throw new Refusal('conflict', detail);
}

/** How operations name the record. */
export function addressOf({ resource, record, record_key }: AuthoredChange): string {
  return resource === 'products' ? (record_key ?? '') : record;
}

/** Writes back what was before the change. */
async function putBack(
  undoing: Undoing,
  { resource, before, ...named }: AuthoredChange,
  present: Row | null,
): Promise<void> {
  const restorer = restorers[resource];
  if (present === null) {
    if (before === null || !('create' in restorer)) return;
    await restoreRecord(undoing.tx, resource, named, before);
    await restorer.create(undoing, before);
  } else if (before !== null) await restorer.update(undoing, before, present);
  else if ('remove' in restorer) await restorer.remove(undoing, present);
}

/**
 * Puts a record back to what it was before a change, by the operations of its room (HIST-10 to
 * HIST-12). Returns the change that this is, or null if the record was that way already, and whose
 * times it changes.
 */
export async function revertChange(
  context: Context<Deps>,
  row: ChangeRow,
  force: boolean,
): Promise<{ made: ChangeRow | null; times?: ChangedTimes }> {
  const { tx } = context;
  const change = requireAuthored(row);
  await lockReverts(tx);
  // Before the record is read: what commits in between ends this transaction, which is done again.
  const seen = await findRevision(tx, change.resource, addressOf(change));
  const present = await readPresent(tx, change);
  if (present !== null) refuseOther(change, present);
  if (!force && (await hasMovedOn(tx, change, present))) refuseMoved(change, present);
  if (seen !== null) await expectRevision(tx, change.resource, seen);
  const noted: { times?: ChangedTimes } = {};
  const noteTimes = (times: ChangedTimes | undefined) => {
    if (times !== undefined) noted.times = times;
  };
  await putBack({ ...context, changeId: change.id, force, noteTimes }, change, present);
  if (seen !== null && change.before !== null) await confirmRevision(tx, change.resource, seen);
  const made = await findChangeMadeOf(tx, change.resource, change.record);
  if (made === null) return { made };
  const { resource, action } = made;
  const id = made.record_id ?? made.record_key;
  if (action !== 'done') tx.work.tell({ resource, id, action });
  return { made, ...noted };
}
