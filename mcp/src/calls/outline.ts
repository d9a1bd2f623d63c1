import type { Arguments, Call } from '@postroad/core/catalog/call';
import { type OperationName, operationNamed } from '@postroad/core/catalog/catalog';
import { changedLines } from '@postroad/core/definitions/summary';
import { flowCase, writtenCase } from '@postroad/core/flows/cases/flow-case';
import { isObject, type JsonObject } from '@postroad/core/platform/json';
import { limits } from '@postroad/core/platform/limits';
import { pathParameters } from '@postroad/core/platform/operations/operation';
import { revisedMembers } from '@postroad/core/platform/operations/revised-resources';
import { z } from 'zod';
import { readerOf } from '../reader.ts';

/**
 * The members of each record that the answer of a write shows: what names it, what state it is in and
 * what depends on it. What an author wrote is left out, since the caller has just sent it (AGT-14).
 */
const outlines: Readonly<Record<string, readonly string[]>> = {
  theme: ['id', 'key', 'name', 'is_default', 'revision'],
  template: ['id', 'key', 'name', 'theme', 'is_default', 'revision'],
  component: ['id', 'key', 'name', 'revision'],
  email: ['id', 'key', 'title', 'subject', 'kind', 'archived', 'quarantined_at', 'revision'],
  sequence: ['id', 'key', 'name', 'enabled', 'revision', 'people_inside', 'steps'],
  flow: [
    ...['id', 'key', 'name', 'status', 'run_policy', 'revision', 'steps', 'people_inside'],
    ...['gone_steps', 'has_draft', 'validation'],
  ],
  broadcast: [
    ...['id', 'name', 'status', 'segment', 'email_source', 'email_id', 'email', 'variants'],
    ...['experiment', 'emails_per_hour', 'send_at', 'send_at_local', 'recipients', 'progress'],
    ...['expected_finish_at', 'revision'],
  ],
  segment: ['id', 'key', 'name', 'revision'],
  guard: ['id', 'key', 'name', 'labels', 'enabled', 'revision'],
  form: ['id', 'key', 'name', 'enabled', 'revision'],
  field: ['key', 'name', 'type', 'active', 'revision'],
  product: ['key', 'name', 'revision'],
  webhook_endpoint: ['id', 'key', 'url', 'events', 'enabled', 'revision'],
  profile: ['name', 'timezone', 'default_from_address', 'base_url', 'revision'],
  person: ['id', 'email', 'external_id', 'tags', 'unsubscribed', 'hard_bounced_at'],
  run: ['id', 'flow', 'person', 'status', 'step', 'waiting', 'due_at', 'reason'],
  draft: ['revision', 'base_revision', 'live_revision'],
  sending: ['state', 'held_at', 'held_by', 'reason', 'queue'],
  change: ['id', 'operation', 'resource', 'record_id', 'record_key', 'revision', 'summary'],
};

/** Steps by what a call names them by, and what they do. */
function stepLine(step: unknown): unknown {
  if (!isObject(step)) return step;
  if (typeof step.handle === 'string') return `${step.handle} ${String(step.summary)}`;
  const { stats: _, ...rest } = step;
  return rest;
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function outlineOf(record: JsonObject, members: readonly string[]): JsonObject {
  const shown = members.flatMap((name): [string, unknown][] => {
    const value = record[name];
    if (value === undefined || isEmpty(value)) return [];
    return [[name, name === 'steps' && Array.isArray(value) ? value.map(stepLine) : value]];
  });
  const { untrusted } = record;
  const quoted = isObject(untrusted) ? outlineOf(untrusted, members) : {};
  return Object.fromEntries(
    Object.keys(quoted).length === 0 ? shown : [...shown, ['untrusted', quoted]],
  );
}

/** Whether the answer of an operation is longer than its outline. */
export function hasOutline(name: OperationName): boolean {
  const { output, revised } = operationNamed(name);
  const members = Object.keys((output as { shape?: object }).shape ?? {});
  return revised === 'settings' || members.some((member) => Object.hasOwn(outlines, member));
}

/** The answer of a write with its records in outline; all beside them stays. */
export function outlined(output: object): object {
  const { settings: _, ...rest } = output as JsonObject;
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => {
      const members = Object.hasOwn(outlines, name) ? outlines[name] : undefined;
      return [name, members && isObject(value) ? outlineOf(value, members) : value];
    }),
  );
}

/** The record of an answer, also where its texts are apart as those of subscribers. */
function recordOf(output: unknown, member: string): JsonObject | null {
  const record = isObject(output) ? output[member] : undefined;
  if (!isObject(record)) return null;
  const { untrusted, ...rest } = record;
  return isObject(untrusted) ? { ...rest, ...untrusted } : rest;
}

/** Resources of which there is one record each, with the operation that reads it. */
const single = { settings: 'get_settings', profile: 'get_profile' } as const;

/** The state of a record before a call, as far as operators wrote it. */
export interface Before {
  state: JsonObject;
  /** The member of the answer that has the state afterwards; null where it is beside the others. */
  member: string | null;
  /** Whether the values are those of subscribers, which are named and not quoted. */
  isPerson: boolean;
  /** What the call stores of the record and the answer leaves out. */
  beside?: JsonObject;
}

async function personBefore(input: Arguments, call: Call): Promise<Before | null> {
  const person = input.person ?? input.email;
  if (typeof person !== 'string') return null;
  const found = await readerOf(call)('get_person', { person });
  return { state: { ...found.person }, member: 'person', isPerson: true };
}

/**
 * The newest state that the history keeps, which costs two short reads however large the record is. Acts
 * that leave the record as it is, such as the save of a draft beside it, have no state and are passed over.
 */
async function newestState(resource: string, id: string, call: Call): Promise<JsonObject | null> {
  const read = readerOf(call);
  for (const limit of [1, limits.pageMax]) {
    const { changes } = await read('list_changes', { resource, id, limit });
    const newest = changes.find(({ revision }) => revision !== null);
    if (newest) return (await read('get_change', { change_id: newest.id })).change.after;
  }
  return null;
}

/** What a write is about to change, for the line that says so afterwards. Null where that is not kept. */
export async function stateBefore(
  name: OperationName,
  input: Arguments,
  call: Call,
): Promise<Before | null> {
  const { revised, path, output } = operationNamed(name);
  const { shape = {} } = output as { shape?: object };
  if (revised === undefined) return 'person' in shape ? await personBefore(input, call) : null;
  if (revised === 'settings' || revised === 'profile') {
    const record = recordOf(await readerOf(call)(single[revised], {}), revised);
    return record && { state: record, member: revised, isPerson: false };
  }
  const [parameter] = pathParameters(path);
  // That of a draft which is put in place is what it replaces.
  const resource = path.split('/')[1] ?? '';
  const members: Readonly<Record<string, string | null>> = revisedMembers;
  const member = Object.hasOwn(members, resource) ? (members[resource] ?? null) : null;
  if (member === null || !(member in shape) || !path.startsWith(`/${resource}/:${parameter}`)) {
    return null;
  }
  const address = String(input[parameter ?? '']);
  if (resource === 'themes') {
    // The history keeps what was written, and answers have every variable.
    const read = await readerOf(call)('get_theme', { theme_key: address });
    return { state: { ...read.theme }, member, isPerson: false };
  }
  const state = await newestState(resource, address, call);
  return state && { state, member, isPerson: false, beside: writtenTests(input) };
}

/** The tests that a call stores, as the history keeps them; the answer of a flow does not have them. */
function writtenTests({ tests }: Arguments): JsonObject {
  const read = z.record(z.string(), flowCase).safeParse(tests);
  if (!read.success) return {};
  const written = Object.entries(read.data).map(([name, test]) => [name, writtenCase(test)]);
  return { tests: Object.fromEntries(written) };
}

/** Moments are written in several ways. */
function comparable(name: string, value: unknown): unknown {
  if (!name.endsWith('_at') || typeof value !== 'string') return value;
  const at = Date.parse(value);
  return Number.isNaN(at) ? value : new Date(at).toISOString();
}

/** Where the answer has a member under another name than the history. */
const otherNames: Readonly<Record<string, string>> = { title: 'title_raw' };

/** Members that say nothing of a change, or are written in another form. */
const apart: ReadonlySet<string> = new Set(['updated_at', 'revision', 'steps']);

/** What a revert changed. */
export function changesOf(output: object): string[] {
  const change = recordOf(output, 'change');
  const { before, after } = change ?? {};
  return isObject(before) && isObject(after)
    ? changedLines(before, after, change?.resource === 'flows')
    : [];
}

/** What changed, a line each; the names alone of what subscribers may have written. */
export function changesSince(
  { state, member, isPerson, beside }: Before,
  output: object,
): string[] {
  const shown = member === null ? null : recordOf(output, member);
  if (shown === null) return [];
  const after = { ...shown, ...beside };
  const [steps, left] = [after.steps, state.steps];
  const was: JsonObject = {};
  const is: JsonObject = {};
  for (const [name, value] of Object.entries(state)) {
    const other = otherNames[name] ?? name;
    const now = Object.hasOwn(after, other) ? after[other] : after[name];
    if (now === undefined || apart.has(name)) continue;
    // Null follows the segment, and the answer says which.
    if (name === 'recheck_segment' && value === null) continue;
    was[name] = comparable(name, value);
    is[name] = comparable(name, now);
  }
  if (Array.isArray(steps) && Array.isArray(left) && steps.length !== left.length) {
    was.steps = left.length;
    is.steps = steps.length;
  }
  if (!isPerson) return changedLines(was, is, member === 'flow');
  return Object.keys(is).filter((name) => JSON.stringify(is[name]) !== JSON.stringify(was[name]));
}
