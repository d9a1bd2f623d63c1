import type { z } from 'zod';
import { accountOperations } from '../account/operations.ts';
import { billingOperations } from '../billing/operations.ts';
import { broadcastsOperations } from '../broadcasts/operations.ts';
import { conditionsOperations } from '../conditions/operations.ts';
import { contentOperations } from '../content/operations.ts';
import { definitionsOperations } from '../definitions/operations.ts';
import { eventsOperations } from '../events/operations.ts';
import { flowsOperations } from '../flows/operations.ts';
import { formsOperations } from '../forms/operations.ts';
import { messagesOperations } from '../messages/operations.ts';
import { peopleOperations } from '../people/operations.ts';
import type { Operation } from '../platform/operations/operation.ts';
import { sendingOperations } from '../sending/operations.ts';
import { sequencesOperations } from '../sequences/operations.ts';
import { webhooksOperations } from '../webhooks/operations.ts';
import { catalogOperations } from './operations.ts';

/** Every operation of the service, by name; all surfaces are derived from it. */
export const catalog = {
  ...contentOperations,
  ...sequencesOperations,
  ...flowsOperations,
  ...peopleOperations,
  ...broadcastsOperations,
  ...messagesOperations,
  ...conditionsOperations,
  ...billingOperations,
  ...eventsOperations,
  ...sendingOperations,
  ...formsOperations,
  ...definitionsOperations,
  ...accountOperations,
  ...webhooksOperations,
  ...catalogOperations,
};

export type Catalog = typeof catalog;
export type OperationName = keyof Catalog;
export type OperationInput<Name extends OperationName> = z.output<Catalog[Name]['input']>;
/** What is sent to each operation. Documents are any JSON, since a flow is saved whatever its faults. */
export type OperationRequests = { [Name in OperationName]: z.input<Catalog[Name]['input']> };
export type OperationRequest<Name extends OperationName> = OperationRequests[Name];
export type OperationOutput<Name extends OperationName> = z.output<Catalog[Name]['output']>;

/** Operations listed after one of another room in documents and help. */
const shownAfter: Partial<Record<OperationName, OperationName>> = {
  get_timeline: 'add_note',
  explain_delivery: 'get_timeline',
  describe_schema: 'revoke_token',
};

/** The names in the order of documents and help. */
function namesInOrder(): OperationName[] {
  const names = Object.keys(catalog) as OperationName[];
  const ordered = names.filter((name) => shownAfter[name] === undefined);
  for (const [name, before] of Object.entries(shownAfter) as [OperationName, OperationName][]) {
    ordered.splice(ordered.indexOf(before) + 1, 0, name);
  }
  return ordered;
}

export const operationNames = namesInOrder();

/** The contract under a name, without its exact types, for generic code. */
export function operationNamed(name: OperationName): Operation {
  return catalog[name] as Operation;
}
