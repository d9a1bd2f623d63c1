import { changeSummary } from '@postroad/core/account/change-summary';
import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { hinted } from '@postroad/core/platform/issue';
import { nearest } from '@postroad/core/platform/nearest';
import { scopeNeeded } from '@postroad/core/platform/operations/allowed';
import {
  type RevisedResource,
  revisedMembers,
} from '@postroad/core/platform/operations/revised-resources';
import { grants, type Scope } from '@postroad/core/platform/operations/scope';
import { invalid, notFound } from '@postroad/core/platform/refusal';
import { parseTimestamp } from '@postroad/core/platform/timestamp';
import { hasAuthoredRecord } from '@postroad/store/account/authored-record';
import { type ChangeRow, findChange, listChanges } from '@postroad/store/account/change';
import type { Tx } from '@postroad/store/platform/transaction';
import { getPerson } from '../../people/get-person.ts';
import { clockFor } from '../../platform/account-clock.ts';
import { forbidden } from '../../platform/forbidden.ts';
import { type Context, type Handlers, read, transaction } from '../../platform/handler.ts';
import { pageOf, shownOf } from '../../platform/page.ts';
import { resourceOf } from '../change-of.ts';
import type { Deps } from '../deps.ts';
import { authoredView, isAuthored } from './authored-views.ts';
import { canReturnTo } from './restore-campaigns.ts';
import { revertChange } from './revert-change.ts';

function changeView(row: ChangeRow) {
  const before = authoredView(row.resource, row.before);
  const after = authoredView(row.resource, row.after);
  const { resource, action, operation, record_key: key } = row;
  // What has no name that is kept is called by its key, such as a flow of which a version was saved.
  const name = row.record_name ?? key;
  return {
    id: row.id,
    at: row.changed_at.toISOString(),
    actor: { kind: row.actor_kind, name: row.actor_name },
    surface: row.surface,
    operation,
    resource,
    record_id: row.record_id,
    record_key: row.record_key,
    record_name: row.record_name,
    revision: row.revision,
    summary: changeSummary({ resource, action, operation, name, before, after }),
    revert: revertOf(row),
  };
}

/** What it takes to write the record back; null where none is kept, or where people were reached since. */
function revertOf(row: ChangeRow): 'at_once' | 'with_force' | null {
  const { resource, before, after, moved } = row;
  if (!isAuthored(resource) || (before === null && after === null)) return null;
  if (resource === 'broadcasts' && !isBroadcastHeld(row)) return null;
  // A flow that people ran through is neither deleted nor a draft again.
  if (row.flow_ran && (before === null || before.status === 'draft')) return null;
  return moved ? 'with_force' : 'at_once';
}

/** Whether a revert would neither send mail nor call it back. */
function isBroadcastHeld({ before, broadcast_status: now }: ChangeRow): boolean {
  if (before === null) return now === 'draft' || now === 'canceled';
  return now === null ? !before.started_at : canReturnTo(before.status, now);
}

/** By which changes name what they changed. */
const resources: ReadonlySet<string> = new Set(
  operationNames.map((name) => resourceOf(operationNamed(name))),
);

function knownResource(name: string): string {
  if (name === 'layouts') return 'templates';
  if (resources.has(name)) return name;
  const message = `There are no changes of ${JSON.stringify(name)}: name a resource as changes do, such as emails or settings.`;
  const issue = { path: 'resource', code: 'value_invalid', message };
  throw invalid([hinted(issue, nearest(name, resources))]);
}

function isRevised(resource: string): resource is RevisedResource {
  return Object.hasOwn(revisedMembers, resource);
}

/** How changes name a record: people by id, however they were asked for. Throws a 404. */
async function recordNamed(tx: Tx, resource: string | null, named: string): Promise<string> {
  if (resource !== 'people' || !named.includes('@')) return named;
  return String((await getPerson(tx, named)).id);
}

/**
 * Throws a 404 for a record that is not there and of which no change is kept: a slip in its key would
 * read as a record that nobody changed.
 */
async function requireKnown(tx: Tx, resource: string, record: string): Promise<void> {
  if (resource === 'people') await getPerson(tx, record);
  if (!isRevised(resource) || resource === 'profile' || resource === 'settings') return;
  if (await hasAuthoredRecord(tx, resource, record)) return;
  const any = { actor: null, since: null, until: null, before: null, limit: 1 };
  const kept = await listChanges(tx, { resource, record, ...any });
  if (kept.length > 0) return;
  const member = resource === 'templates' ? 'layout' : revisedMembers[resource];
  throw notFound(member, record);
}

async function getChange(tx: Tx, id: number): Promise<ChangeRow> {
  const row = await findChange(tx, id);
  if (!row) throw notFound('change', id);
  return row;
}

/** A change with the record before and after it. */
function wholeView(row: ChangeRow) {
  const before = authoredView(row.resource, row.before);
  return { ...changeView(row), before, after: authoredView(row.resource, row.after) };
}

/**
 * What the change itself needed (contract-2 §8). A revert can have undone any change, and what came later
 * goes with this one, such as an activation with the creation of the flow. A creation can change another
 * record, such as the theme that was the default. All of these need more than `draft`.
 */
function scopeOfRevert({ resource, operation, moved, before }: ChangeRow): Scope {
  if (resource === 'settings' || resource === 'profile') return 'admin';
  const name = operationNames.find((known) => known === operation);
  if (name === undefined || name === 'revert_change') return 'write';
  const needed = scopeNeeded(operationNamed(name));
  return needed === 'draft' && (moved || before !== null) ? 'write' : needed;
}

/** A dry run needs `draft` alone, as of every write. */
function requireScopeOf(change: ChangeRow, { actor, dryRun }: Context): void {
  const needed = scopeOfRevert(change);
  if (dryRun || grants(actor.scopes, needed)) return;
  throw forbidden(actor, needed, `the revert of change ${change.id}`);
}

export const changeHandlers: Pick<
  Handlers<Deps>,
  'list_changes' | 'get_change' | 'revert_change'
> = {
  list_changes: read(async (input, { tx, deps }) => {
    if (input.id !== undefined && input.resource === undefined) {
      const message = 'id takes resource beside it, since records of two kinds can have one id.';
      throw invalid([{ path: 'resource', code: 'required', message }]);
    }
    const resource = input.resource === undefined ? null : knownResource(input.resource);
    const record = input.id === undefined ? null : await recordNamed(tx, resource, input.id);
    const page = pageOf(input, 1);
    const clock = await clockFor(tx, deps, [input.since, input.until]);
    const rows = await listChanges(tx, {
      resource,
      record,
      actor: input.actor ?? null,
      since: input.since === undefined ? null : parseTimestamp(input.since, clock),
      until: input.until === undefined ? null : parseTimestamp(input.until, clock),
      before: page.after?.[0] ?? null,
      limit: page.read,
    });
    if (rows.length === 0 && resource !== null && record !== null) {
      await requireKnown(tx, resource, record);
    }
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return { changes: shown.map(changeView), next_cursor };
  }),

  get_change: read(async ({ change_id }, { tx }) => {
    return { change: wholeView(await getChange(tx, change_id)) };
  }),

  revert_change: transaction(async ({ change_id, force = false }, context) => {
    const change = await getChange(context.tx, change_id);
    requireScopeOf(change, context);
    const { made, ...times } = await revertChange(context, change, force);
    return { change: made === null ? null : wholeView(made), ...times };
  }),
};
