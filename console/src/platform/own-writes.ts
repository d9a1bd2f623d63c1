import { outlines } from 'console:outlines';
import type { OperationName } from '@postroad/core/catalog/catalog';
import { isObject } from '@postroad/core/platform/json';
import { pathParameters } from '@postroad/core/platform/operations/operation';
import {
  draftMembers,
  noDraft,
  ofTheChange,
  revisedMembers,
} from '@postroad/core/platform/operations/revised-resources';

/** Of a record and a revision of it: the revision that a write of this page made of that one. */
const made = new Map<string, number>();

/** Ends when the writes of a kind of record that were begun before are answered. */
const before = new Map<string, Promise<unknown>>();

const members: Readonly<Record<string, string | null>> = { ...revisedMembers, ...draftMembers };

const addresses = new Map<string, string>();
for (const { path } of Object.values(outlines)) {
  const [, resource = '', parameter = ''] = path.split('/');
  if (parameter.startsWith(':')) addresses.set(resource, parameter.slice(1));
}

/** What a record is called in paths: by its id, its key, and the ids of its steps. */
function namesIn(resource: string, { id, key, steps }: Record<string, unknown>): string[] {
  const parameter = addresses.get(resource);
  const within = Array.isArray(steps) ? steps.filter(isObject) : [];
  return [
    ...[id, key].map((name) => `${parameter}=${name}`),
    ...within.map((step) => `step_id=${step.id}`),
  ];
}

function namesGiven(name: OperationName, input: object): string[] {
  const given = input as Record<string, unknown>;
  const parameters = pathParameters(outlines[name].path);
  return parameters.length === 0 ? [''] : parameters.map((one) => `${one}=${given[one]}`);
}

function note(resource: string, names: readonly string[], from: number, to: unknown): void {
  // A draft that is begun again is another one.
  if (typeof to !== 'number' || from >= to || from === noDraft) return;
  for (const name of names) made.set(`${resource} ${name} ${from}`, to);
}

/** What a write made of its record: of the revision that it was sent with, else of the one before. */
function noteAnswer(
  name: OperationName,
  input: object,
  sent: readonly number[] | undefined,
  output: object,
): void {
  const { revised = '' } = outlines[name];
  const answer = output as Record<string, unknown>;
  if (revised === ofTheChange) {
    if (!isObject(answer.change)) return;
    const { resource, record_id: id, record_key: key, revision } = answer.change;
    note(String(resource), namesIn(String(resource), { id, key }), Number(revision) - 1, revision);
    return;
  }
  const member = members[revised];
  const record = member === null || member === undefined ? answer : answer[member];
  if (!isObject(record)) return;
  const names = [...namesGiven(name, input), ...namesIn(revised, record)];
  note(revised, names, sent?.[0] ?? Number(record.revision) - 1, record.revision);
}

/** The revision that a record has by the writes of this page alone, which may not be on display yet. */
function followed(name: OperationName, input: object, revision: number): number {
  const names = namesGiven(name, input);
  let now: number | undefined = revision;
  let last = revision;
  while (now !== undefined) {
    last = now;
    now = names.map((one) => made.get(`${outlines[name].revised} ${one} ${last}`)).find(Boolean);
  }
  return last;
}

/**
 * Sends a write behind those of the same kind of record that are under way, with the revision that
 * they left: what oneself just wrote is no change by somebody else (CON-11).
 */
export async function inTurn<Output extends object>(
  name: OperationName,
  input: object,
  seen: readonly number[] | undefined,
  send: (ifRevision: readonly number[] | undefined) => Promise<Output>,
): Promise<Output> {
  const { noun, revised } = outlines[name];
  if (revised === undefined) return await send(seen);
  const sending = (before.get(noun) ?? Promise.resolve()).then(async () => {
    const revisions = seen?.map((revision) => followed(name, input, revision));
    const output = await send(revisions);
    noteAnswer(name, input, revisions, output);
    return output;
  });
  before.set(
    noun,
    sending.catch(() => undefined),
  );
  return await sending;
}
