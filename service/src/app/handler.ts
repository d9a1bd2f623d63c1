import type {
  Catalog,
  OperationInput,
  OperationName,
  OperationOutput,
} from '@postroad/core/catalog/catalog';
import type { Refusal } from '@postroad/core/platform/refusal';
import type { Tx } from '@postroad/store/platform/transaction';
import type { Compile } from '../content/compile/compile-emails.ts';
import type { CompileSource } from '../content/render/render-job.ts';
import type { Actor } from '../platform/actor.ts';
import type { Deps } from './deps.ts';

/** What a handler works with: its transaction, who asks, and the parts of the service. */
export interface Context {
  tx: Tx;
  /** The instant of the transaction; nothing in a handler reads another clock. */
  now: Date;
  actor: Actor;
  deps: Deps;
}

/** Does one operation inside a transaction that `invoke` began. Throws Refusal to say no. */
export type SingleHandler<Name extends OperationName> = (
  input: OperationInput<Name>,
  context: Context,
) => Promise<OperationOutput<Name>>;

/**
 * Does many calls of one operation in one transaction (group commit): what arrives while a write
 * runs is written together by the next one. Answers in the order of the inputs.
 */
export interface GroupHandler<Name extends OperationName> {
  group: (
    inputs: OperationInput<Name>[],
    context: Context,
  ) => Promise<(OperationOutput<Name> | Refusal)[]>;
}

/**
 * An operation that moves time or work itself and so begins its own transactions, in the engine.
 * `requireWanted` throws once nobody waits for the answer; one that can be rolled back asks it.
 */
export interface EngineHandler<Name extends OperationName> {
  engine: (
    input: OperationInput<Name>,
    deps: Deps,
    dryRun: boolean,
    requireWanted: () => void,
  ) => Promise<OperationOutput<Name>>;
}

/**
 * Reads in its transaction and answers the work that is left, which is done outside of it: slow
 * work holds no connection. For operations that only read.
 */
export interface ReadHandler<Name extends OperationName> {
  read: (
    input: OperationInput<Name>,
    context: Context,
  ) => Promise<() => Promise<OperationOutput<Name>>>;
  /** The same without a transaction, where one statement is enough; null where it is not. */
  readAgain?: (
    input: OperationInput<Name>,
    deps: Deps,
  ) => Promise<(() => Promise<OperationOutput<Name>>) | null>;
}

/**
 * Compiles an email and saves it. What it will most likely compile is compiled before the
 * transaction begins, so that no lock is held meanwhile; `write` asks for what it really needs. Null
 * where there is nothing to compile.
 */
export interface CompileHandler<Name extends OperationName> {
  expect: (input: OperationInput<Name>, context: Context) => Promise<CompileSource | null>;
  write: (
    input: OperationInput<Name>,
    context: Context,
    compile: Compile,
  ) => Promise<OperationOutput<Name>>;
}

/** What has arrived and waits to count. */
export interface Intake<Output> {
  /** Of all bytes; tells for an idempotency key whether the same was sent before. */
  digest: string;
  /** Lets it count, and answers. */
  keep(): Promise<Output>;
  /** Leaves nothing of it. */
  drop(): Promise<void>;
}

/**
 * Takes in what may be too much for one transaction, so it begins its own, in the engine. `body` is
 * the stream that stands for an argument (`Operation.bodyStream`), null where the argument was given.
 */
export interface IntakeHandler<Name extends OperationName> {
  intake: (
    input: OperationInput<Name>,
    body: AsyncIterable<Uint8Array> | null,
    deps: Deps,
    dryRun: boolean,
  ) => Promise<Intake<OperationOutput<Name>>>;
}

/** Reads a page in its transaction, or everything as a stream, which begins its own in the engine. */
export interface StreamHandler<Name extends OperationName> {
  page: SingleHandler<Name>;
  stream: (input: OperationInput<Name>, deps: Deps) => AsyncGenerator<string>;
}

export type Handler<Name extends OperationName> =
  | SingleHandler<Name>
  | IntakeHandler<Name>
  | StreamHandler<Name>
  | ReadHandler<Name>
  | CompileHandler<Name>
  | GroupHandler<Name>
  | EngineHandler<Name>;

/** Every operation has a handler of its type; a missing one does not compile. */
export type Handlers = { [Name in keyof Catalog]: Handler<Name> };
