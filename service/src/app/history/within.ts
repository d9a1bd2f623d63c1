import {
  type OperationInput,
  type OperationName,
  type OperationOutput,
  operationNamed,
} from '@postroad/core/catalog/catalog';
import { slimInput } from '@postroad/core/catalog/input-schema';
import { parseInput } from '@postroad/core/platform/operations/parse-input';
import { accountHandlers } from '../../account/handlers.ts';
import { billingHandlers } from '../../billing/handlers.ts';
import { broadcastsHandlers } from '../../broadcasts/handlers.ts';
import { conditionsHandlers } from '../../conditions/handlers.ts';
import { contentHandlers } from '../../content/handlers.ts';
import { flowsHandlers } from '../../flows/handlers.ts';
import { formsHandlers } from '../../forms/handlers.ts';
import { peopleHandlers } from '../../people/handlers.ts';
import { type Context, type Handlers, handlerOfKind } from '../../platform/handler.ts';
import { sequencesHandlers } from '../../sequences/handlers.ts';
import { webhooksHandlers } from '../../webhooks/handlers.ts';
import type { Deps } from '../deps.ts';
import { isSame, pick, type Row } from './restorer.ts';

type Compiling = 'create_email' | 'update_email';

type Plain =
  | `${'create' | 'update' | 'delete'}_${'theme' | 'layout' | 'component' | 'product' | 'segment' | 'guard' | 'form' | 'field' | 'flow' | 'sequence' | 'webhook_endpoint'}`
  | 'delete_email'
  | 'restore_email'
  | 'activate_flow'
  | 'pause_flow'
  | 'toggle_sequence'
  | 'delete_broadcast'
  | 'update_broadcast'
  | 'pause_broadcast'
  | 'resume_broadcast'
  | 'schedule_broadcast'
  | 'unschedule_broadcast'
  | 'update_profile';

const handlers: Pick<Handlers<Deps>, Plain | Compiling> = {
  ...contentHandlers,
  ...peopleHandlers,
  ...billingHandlers,
  ...conditionsHandlers,
  ...flowsHandlers,
  ...formsHandlers,
  ...sequencesHandlers,
  ...broadcastsHandlers,
  ...accountHandlers,
  ...webhooksHandlers,
};

/**
 * What an operation takes of a row: every argument that has the name of a column, so that a new column
 * is written back without a word here.
 */
export function argumentsIn(name: Plain | Compiling, row: Row): Record<string, unknown> {
  // Steps are restored as they were, and an argument of this name adds new ones.
  const taken = Object.keys(slimInput(operationNamed(name).input).properties).filter(
    (argument) => argument !== 'steps',
  );
  return pick(
    row,
    taken.filter((argument) => row[argument] !== undefined),
  );
}

/** The same without those that are so already. */
export function changedArguments(
  name: Plain | Compiling,
  was: Row,
  present: Row,
): Record<string, unknown> {
  const all = argumentsIn(name, was);
  return pick(
    all,
    Object.keys(all).filter((argument) => !isSame(all[argument], present[argument])),
  );
}

/** Throws a 422 where what was valid once is not any more. */
function inputOf<Name extends OperationName>(name: Name, value: object): OperationInput<Name> {
  const operation = operationNamed(name);
  return parseInput(operation.input, value, operation) as OperationInput<Name>;
}

/** Does an operation of a room, by its rules, within the transaction of another operation. */
export async function within<Name extends Plain>(
  context: Context<Deps>,
  name: Name,
  value: object,
): Promise<OperationOutput<Name>> {
  if (handlers[name].kind === 'compile') return await compiledWithin(context, name, value);
  const handler = handlerOfKind<Name, Deps, 'transaction'>(handlers[name], 'transaction');
  return await handler.run(inputOf(name, value), context);
}

/** The same with an email, which is compiled before the transaction takes a lock. */
export async function compiledWithin<Name extends Plain | Compiling>(
  context: Context<Deps>,
  name: Name,
  value: object,
): Promise<OperationOutput<Name>> {
  const handler = handlerOfKind<Name, Deps, 'compile'>(handlers[name], 'compile');
  const write = await handler.prepare(inputOf(name, value), context.deps, (work) => work(context));
  return await write(context);
}
