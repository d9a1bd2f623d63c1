import type {
  OperationInput,
  OperationName,
  OperationOutput,
} from '@postroad/core/catalog/catalog';
import type { Refusal } from '@postroad/core/platform/refusal';
import type { Tx } from '@postroad/store/platform/transaction';
import type { Actor } from './actor.ts';

/**
 * Every operation has a handler, and every handler says by its kind how it is run: in which
 * transactions, and whether its caller waits for others. `app/invoke.ts` has one function a kind.
 * `Deps` is the interface of what a handler uses beside its transaction; a room declares its own,
 * and `app` hands over parts that satisfy all of them.
 */
export interface Context<Deps = unknown> {
  tx: Tx;
  /** The instant of the transaction; nothing in a handler reads another clock. */
  now: Date;
  actor: Actor;
  deps: Deps;
}

/** Does one operation inside a transaction. Throws Refusal to say no. */
type Run<Name extends OperationName, Deps> = (
  input: OperationInput<Name>,
  context: Context<Deps>,
) => Promise<OperationOutput<Name>>;

/** Writes in one transaction. */
export interface TransactionHandler<Name extends OperationName, Deps> {
  kind: 'transaction';
  run: Run<Name, Deps>;
}

/** Work that is left once a transaction has read what it needs. */
export type Deferred<Output> = () => Promise<Output>;

/**
 * Reads in one read-only transaction. It may answer the work that is left, which is done outside of
 * the transaction: slow work holds no connection.
 */
export interface ReadHandler<Name extends OperationName, Deps> {
  kind: 'read';
  run: (
    input: OperationInput<Name>,
    context: Context<Deps>,
  ) => Promise<OperationOutput<Name> | Deferred<OperationOutput<Name>>>;
  /** The same without a transaction, where one statement is enough; null where it is not. */
  shortcut?: (
    input: OperationInput<Name>,
    deps: Deps,
  ) => Promise<Deferred<OperationOutput<Name>> | null>;
}

/**
 * Does many calls of one operation in one transaction (group commit): what arrives while a write
 * runs is written together by the next one. Answers in the order of the inputs.
 */
export interface GroupedHandler<Name extends OperationName, Deps> {
  kind: 'grouped';
  run: (
    inputs: OperationInput<Name>[],
    context: Context<Deps>,
  ) => Promise<(OperationOutput<Name> | Refusal)[]>;
}

/**
 * Moves time or work itself and so begins its own transactions, in the engine. `throwIfCancelled`
 * throws once nobody waits for the answer; one that can be rolled back asks it.
 */
export interface EngineHandler<Name extends OperationName, Deps> {
  kind: 'engine';
  work: (
    input: OperationInput<Name>,
    deps: Deps,
    dryRun: boolean,
    throwIfCancelled: () => void,
  ) => Promise<OperationOutput<Name>>;
}

/**
 * Compiles an email and saves it. `prepare` compiles before the transaction begins, so that no lock
 * is held meanwhile, and answers what writes. See `compileFirst` in `content`.
 */
export interface CompileHandler<Name extends OperationName, Deps> {
  kind: 'compile';
  prepare: (
    input: OperationInput<Name>,
    deps: Deps,
    /** Runs its argument in a read-only transaction. */
    read: <T>(work: (context: Context<Deps>) => Promise<T>) => Promise<T>,
  ) => Promise<(context: Context<Deps>) => Promise<OperationOutput<Name>>>;
}

/** An upload that has arrived and waits to count. */
export interface Upload<Output> {
  /** Of all bytes; tells for an idempotency key whether the same was sent before. */
  digest: string;
  /** Lets it count, and answers. */
  keep(): Promise<Output>;
  /** Leaves nothing of it. */
  drop(): Promise<void>;
}

/**
 * Receives what may be too much for one transaction, so it begins its own, in the engine. `body` is
 * the stream that holds an argument (`Operation.bodyStream`), null where the argument was given.
 */
export interface UploadHandler<Name extends OperationName, Deps> {
  kind: 'upload';
  receive: (
    input: OperationInput<Name>,
    body: AsyncIterable<Uint8Array> | null,
    deps: Deps,
    dryRun: boolean,
  ) => Promise<Upload<OperationOutput<Name>>>;
}

/** Reads a page in its transaction, or everything as a stream, which begins its own in the engine. */
export interface StreamHandler<Name extends OperationName, Deps> {
  kind: 'stream';
  page: Run<Name, Deps>;
  pieces: (input: OperationInput<Name>, deps: Deps) => AsyncGenerator<string>;
}

/** The handler of an operation by its kind; a kind is added here and in `app/invoke.ts`. */
export interface HandlerKinds<Name extends OperationName, Deps> {
  transaction: TransactionHandler<Name, Deps>;
  read: ReadHandler<Name, Deps>;
  grouped: GroupedHandler<Name, Deps>;
  engine: EngineHandler<Name, Deps>;
  compile: CompileHandler<Name, Deps>;
  upload: UploadHandler<Name, Deps>;
  stream: StreamHandler<Name, Deps>;
}

export type HandlerKind = keyof HandlerKinds<OperationName, unknown>;

export type Handler<Name extends OperationName, Deps> = HandlerKinds<Name, Deps>[HandlerKind];

/** Every operation has a handler of its type; a missing one does not compile. */
export type Handlers<Deps = unknown> = { [Name in OperationName]: Handler<Name, Deps> };

export function transaction<Name extends OperationName, Deps>(
  run: TransactionHandler<Name, Deps>['run'],
): TransactionHandler<Name, Deps> {
  return { kind: 'transaction', run };
}

/** The handler where it has to be of one kind, so that what only that kind does can be asked of it. */
export function handlerOfKind<Name extends OperationName, Deps, Kind extends HandlerKind>(
  handler: Handler<Name, Deps>,
  kind: Kind,
): HandlerKinds<Name, Deps>[Kind] {
  if (handler.kind === kind) return handler as HandlerKinds<Name, Deps>[Kind];
  throw new Error(`A handler of kind ${handler.kind} is used as one of kind ${kind}.`);
}

export function read<Name extends OperationName, Deps>(
  run: ReadHandler<Name, Deps>['run'],
  shortcut?: ReadHandler<Name, Deps>['shortcut'],
): ReadHandler<Name, Deps> {
  return shortcut === undefined ? { kind: 'read', run } : { kind: 'read', run, shortcut };
}

export function grouped<Name extends OperationName, Deps>(
  run: GroupedHandler<Name, Deps>['run'],
): GroupedHandler<Name, Deps> {
  return { kind: 'grouped', run };
}

export function engine<Name extends OperationName, Deps>(
  work: EngineHandler<Name, Deps>['work'],
): EngineHandler<Name, Deps> {
  return { kind: 'engine', work };
}

export function upload<Name extends OperationName, Deps>(
  receive: UploadHandler<Name, Deps>['receive'],
): UploadHandler<Name, Deps> {
  return { kind: 'upload', receive };
}

export function stream<Name extends OperationName, Deps>(
  parts: Omit<StreamHandler<Name, Deps>, 'kind'>,
): StreamHandler<Name, Deps> {
  return { kind: 'stream', ...parts };
}
