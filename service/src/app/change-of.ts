import type { RecordChange } from '@postroad/core/platform/change-set';
import { type Operation, pathParameters } from '@postroad/core/platform/operations/operation';

type Values = Record<string, unknown>;

/** The member of an answer that holds the record, where it is not the singular of the resource. */
const members: Record<string, string> = {
  people: 'person',
  queue: 'send',
  sequence_steps: 'step',
};

function idIn(value: unknown): number | string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, key } = value as { id?: unknown; key?: unknown };
  if (typeof id === 'number') return id;
  return typeof key === 'string' ? key : null;
}

function idAt(address: unknown): number | string | null {
  if (typeof address === 'number') return address;
  if (typeof address !== 'string') return null;
  return /^[1-9]\d{0,14}$/.test(address) ? Number(address) : address;
}

/** What an operation is about: the first segment of its path, or what `changes` says. */
export function resourceOf({ path, changes }: Pick<Operation, 'path' | 'changes'>): string {
  return changes ?? path.split('/')[1] ?? '';
}

/**
 * The change that an operation made, derived from its contract and its answer. The record is the one
 * in the answer, else the one in the path.
 */
export function changeOf(operation: Operation, input: Values, output: Values): RecordChange {
  const words = operation.path.split('/').filter((word) => word !== '');
  const resource = resourceOf(operation);
  const shown = idIn(output[members[resource] ?? resource.replace(/s$/, '')]);
  const [first] = pathParameters(operation.path);
  const addressed =
    first === undefined || operation.changes !== undefined ? null : idAt(input[first]);
  const status =
    typeof operation.status === 'function' ? operation.status(output) : operation.status;
  const created = status === 201 && (first === undefined || shown !== null);
  const deleted = output.deleted === true && words.at(-1) === `:${first}`;
  return {
    resource,
    id: shown ?? addressed,
    action: deleted ? 'deleted' : created ? 'created' : 'updated',
  };
}
