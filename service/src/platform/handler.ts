import type {
  OperationInput,
  OperationName,
  OperationOutput,
} from '@postroad/core/catalog/catalog';
import type { Refusal } from '@postroad/core/platform/refusal';
import type { Opening, Tx } from '@postroad/store/platform/transaction';
import type { Actor } from './actor.ts';

/** A file that was stored while the body of its call arrived (MSG-14). */
export interface ReceivedFile {
  /** Of the stored file; null where its text is not base64. */
  id: number | null;
  octets: number;
}

/** The files that were stored, by the value that their argument has in the input. */
export interface FilesReceived {
  find(value: string): ReceivedFile | undefined;
}

/**
 * Every operation has a handler, whose kind says how it is run: in which transactions, and whether
 * its caller waits for others. `app/handler-runner.ts` has one function for each kind. `Deps` is
 * the interface of what a handler uses besides its transaction; each room declares its own, and
 * `app` passes parts that satisfy all of them.
 */
export interface Context<Deps = unknown> {
  tx: Tx;
  /** The instant of the transaction; no handler reads another clock. */
  now: Date;
  actor: Actor;
  /** Whether all of it is rolled back. */
  dryRun: boolean;
  deps: Deps;
  /** Null where none were stored beforehand. */
  files: FilesReceived | null;
}

/** Does one operation in a transaction. Throws a Refusal to reject it. */
type Run<Name extends OperationName, Deps> = (
  input: OperationInput<Name>,
  context: Context<Deps>,
) => Promise<OperationOutput<Name>>;

/** Writes in one transaction. */
export interface TransactionHandler<Name extends OperationName, Deps> {
  kind: 'transaction';
  run: Run<Name, Deps>;
}

/** Work that remains after a transaction has read what it needs. */
export type Deferred<Output> = () => Promise<Output>;

/**
 * Reads in one read-only transaction. It may answer deferred work, which runs outside the
 * transaction, so that slow work holds no connection.
 */
export interface ReadHandler<Name extends OperationName, Deps> {
  kind: 'read';
  run: (
    input: OperationInput<Name>,
    context: Context<Deps>,
  ) => Promise<OperationOutput<Name> | Deferred<OperationOutput<Name>>>;
  /** Reads without a transaction if one statement is enough; returns null if it is not. */
  shortcut?: (
    input: OperationInput<Name>,
    deps: Deps,
  ) => Promise<Deferred<OperationOutput<Name>> | null>;
}

/**
 * Does many calls of one operation in one transaction (group commit): calls that arrive during a
 * write are written together by the next one. Answers in the order of the inputs.
 */
export interface GroupedHandler<Name extends OperationName, Deps> {
  kind: 'grouped';
  /**
   * Sends what it asks in the message that begins the transaction, and returns what writes after it.
   * `attempt` counts the tries of the transaction from 1.
   */
  open: (
    inputs: OperationInput<Name>[],
    opening: Opening,
    deps: Deps,
    attempt: number,
  ) => WriteGroup<Name, Deps>;
}

/** The inputs are those that it began with, without those of callers who have gone. */
export type WriteGroup<Name extends OperationName, Deps> = (
  inputs: OperationInput<Name>[],
  context: Context<Deps>,
) => Promise<(OperationOutput<Name> | Refusal)[]>;

/**
 * Moves time or work itself and therefore begins its own transactions, in the engine.
 * `throwIfCancelled` throws once the caller has given up; a handler calls it where it can be rolled
 * back.
 */
export interface EngineHandler<Name extends OperationName, Deps> {
  kind: 'engine';
  work: (
    input: OperationInput<Name>,
    deps: Deps,
    dryRun: boolean,
    throwIfCancelled: () => void,
    actor: Actor,
  ) => Promise<OperationOutput<Name>>;
}

/**
 * Compiles an email and saves it. `prepare` compiles before the transaction begins, so that no lock
 * is held meanwhile, and returns the function that writes. See `compileFirst` in `content`.
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

/** An upload that has arrived but is not kept yet. */
export interface Upload<Output> {
  /** Digest of all bytes, by which an idempotency key recognises the same upload. */
  digest: string;
  /** Keeps the upload, and answers. */
  keep(): Promise<Output>;
  /** Removes the upload without a trace. */
  drop(): Promise<void>;
}

/**
 * Receives what may be too large for one transaction, so it begins its own, in the engine. `body`
 * is the stream of one argument (`Operation.bodyStream`), null if the argument was passed as a
 * value.
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

/**
 * Reads a page in its transaction, or everything as a stream, which begins its own transactions in
 * the engine.
 */
export interface StreamHandler<Name extends OperationName, Deps> {
  kind: 'stream';
  page: Run<Name, Deps>;
  pieces: (input: OperationInput<Name>, deps: Deps) => AsyncGenerator<string>;
}

/**
 * The handler of an operation, by kind. A new kind is added here and in `app/handler-runner.ts`.
 */
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

/** A handler of the right type for every operation; a missing one does not compile. */
export type Handlers<Deps = unknown> = { [Name in OperationName]: Handler<Name, Deps> };

export function transaction<Name extends OperationName, Deps>(
  run: TransactionHandler<Name, Deps>['run'],
): TransactionHandler<Name, Deps> {
  return { kind: 'transaction', run };
}

/** The handler, which must be of this kind. */
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
  open: GroupedHandler<Name, Deps>['open'],
): GroupedHandler<Name, Deps> {
  return { kind: 'grouped', open };
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
