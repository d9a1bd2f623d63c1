import type { z } from 'zod';
import type { Condition } from '../conditions/condition.ts';
import type { conditionsOperations } from '../conditions/operations.ts';
import type { newEmail } from '../content/new-email.ts';
import type { Definition, StepBase } from '../flows/definition/definition.ts';
import type { flowsOperations } from '../flows/operations.ts';
import type { KnownStep } from '../flows/steps/table.ts';
import type { OperationName, OperationRequest } from './catalog.ts';

/**
 * Flows and conditions as a program writes them, for its compiler (LEFT-16). They follow from the
 * types of core, so a new type of step or condition is here by itself. The service takes more than
 * they allow: it saves a flow whatever is wrong with it, and says what.
 */

type NewEmail = z.input<typeof newEmail>;

/** The id of a record, or its key under the name of the noun (`conditions/record-keys.ts`). */
type Named<Noun extends string, Id, Key> =
  | ({ [Name in `${Noun}_id`]: Id } & { [Name in Noun]?: never })
  | ({ [Name in Noun]: Key } & { [Name in `${Noun}_id`]?: never });

type NamedRecords<One> = One extends { type: 'send_email'; email_id: infer Id }
  ? Named<'email', Id, string | NewEmail>
  : One extends { email_id: infer Id }
    ? Named<'email', Id, string>
    : 'email_id' extends keyof One
      ? { email_id?: number; email?: never } | { email: string; email_id?: never }
      : One extends { sequence_id: infer Id }
        ? Named<'sequence', Id, string>
        : unknown;

type Members<One, Left = never> = {
  [Name in keyof One as Exclude<Name, Left | 'email_id' | 'sequence_id'>]: Written<One[Name]>;
} & NamedRecords<One>;

type WrittenPart<One> = One extends StepBase
  ? One extends KnownStep
    ? Members<One, keyof StepBase> & Partial<StepBase>
    : WrittenStep
  : Members<One>;

type Written<Value> = Value extends readonly (infer One)[]
  ? readonly Written<One>[]
  : Value extends object
    ? WrittenPart<Value>
    : Value;

/** A step. Ids and slugs are given by the service; send back the ids of steps that are kept. */
export type WrittenStep = Written<KnownStep>;

/** A condition: of a segment, a guard, a branch or a gate. */
export type WrittenCondition = Written<Condition>;

/** The definition of a flow. */
export interface WrittenFlow {
  trigger: Written<Definition['trigger']>;
  goals?: Written<NonNullable<Definition['goals']>>;
  node_counter?: number;
  nodes: readonly WrittenStep[];
}

type Replaced<Request, Documents> = {
  [Name in keyof Request]: Name extends keyof Documents
    ? Documents[Name] | Extract<Request[Name], undefined>
    : Request[Name];
};

/** What a program sends to each operation. */
export type WrittenRequests = {
  [Name in OperationName]: Name extends keyof typeof flowsOperations
    ? Replaced<OperationRequest<Name>, { definition: WrittenFlow }>
    : Name extends keyof typeof conditionsOperations
      ? Replaced<
          OperationRequest<Name>,
          { definition: WrittenCondition; condition: WrittenCondition }
        >
      : OperationRequest<Name>;
};
