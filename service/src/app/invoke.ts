import {
  type OperationInput,
  type OperationName,
  type OperationOutput,
  operationNamed,
  operationNames,
} from '@postroad/core/catalog/catalog';
import type { Reader } from '@postroad/core/catalog/consequences';
import { bindCursor, unboundCursor } from '@postroad/core/platform/cursor';
import { isObject } from '@postroad/core/platform/json';
import { withArgumentNames } from '@postroad/core/platform/operations/aliases';
import {
  type Reference,
  recordIn,
  wantedReferences,
} from '@postroad/core/platform/operations/expanding';
import { narrowed, nextCursorIn, wantedFields } from '@postroad/core/platform/operations/listing';
import { type LogPosition, primaryOnly } from '@postroad/core/platform/operations/log-position';
import { isWrite, type Operation } from '@postroad/core/platform/operations/operation';
import { parseInput } from '@postroad/core/platform/operations/parse-input';
import { inSpan } from '@postroad/core/platform/tracing/in-span';
import type { SpanOptions } from '@postroad/core/platform/tracing/tracer';
import { isMadeSecret, tokenActor } from '../account/authenticate.ts';
import { HeavyReads } from '../account/heavy-reads.ts';
import type { SentToken } from '../account/token-watch.ts';
import { WrongTokens } from '../account/wrong-tokens.ts';
import type { Actor } from '../platform/actor.ts';
import { storedNothing } from '../platform/database-unavailable.ts';
import { handlerOfKind } from '../platform/handler.ts';
import { retriedTransaction } from '../platform/retried-transaction.ts';
import { authorise, requireScope } from './authorise.ts';
import type { OperatorToken } from './config/operator-token.ts';
import { Confirmer, unconfirmed } from './confirming/confirmer.ts';
import type { Deps } from './deps.ts';
import { type Call, HandlerRunner } from './handler-runner.ts';
import { handlers } from './handlers.ts';
import type { NewerVersion } from './health/newer-version.ts';

import type { Answer, InvokeOptions, StreamOptions } from './service.ts';
import { WrittenPosition } from './written-position.ts';

type Sent = Pick<SentToken, 'secret' | 'address'>;

/** Throws a Refusal if the actor may not make the call, or if the input breaks the contract. */
function callOf<Name extends OperationName>(
  name: Name,
  value: unknown,
  options: InvokeOptions,
): Call<Name> {
  const operation = operationNamed(name);
  authorise(name, operation, options);
  const { shape = {} } = operation.input as { shape?: Record<string, unknown> };
  const named = isObject(value) ? withArgumentNames(value, shape) : value;
  const parsed = parseInput(operation.input, named, operation) as OperationInput<Name>;
  wantedFields(operation, parsed);
  if (operation.widerScope) requireScope(name, operation, options, parsed);
  const input = fromCursor(name, parsed);
  return { name, operation, input, options, outcome: { replayed: false } };
}

/** Handlers read the cursors that they wrote; callers have them bound to their list and its filters. */
function fromCursor<Input>(name: OperationName, input: Input): Input {
  if (!isObject(input) || typeof input.cursor !== 'string') return input;
  return { ...input, cursor: unboundCursor(input.cursor, { name, input }) };
}

function withCursor<Output extends object>(
  name: OperationName,
  input: object,
  output: Output,
): Output {
  const cursor = nextCursorIn(output);
  if (cursor === null) return output;
  return { ...output, next_cursor: bindCursor(cursor, { name, input: { ...input } }) };
}

/** A dry run keeps no secret that it draws, so it shows none: it would never be valid. */
function withoutSecrets<Output extends object>(
  { secrets = [] }: Operation,
  output: Output,
): Output {
  return { ...output, ...Object.fromEntries(secrets.map((name) => [name, ''])) };
}

/** Checks an answer against the contract and throws if the handler broke it. */
function validateOutput<Name extends OperationName>(
  { name, operation, input, options, outcome }: Call<Name>,
  output: OperationOutput<Name>,
): Answer<Name> {
  const { dryRun = false } = options;
  const checked = operation.output.parse(
    dryRun ? withoutSecrets(operation, output) : output,
  ) as OperationOutput<Name>;
  const parsed = withCursor(name, input, checked);
  const fields = wantedFields(operation, input);
  const { status } = operation;
  return {
    status: typeof status === 'function' ? status(parsed) : status,
    output: fields === null ? parsed : narrowed(operation, parsed, fields),
    dryRun,
    replayed: outcome.replayed,
    position: null,
  };
}

function spanOf(name: OperationName, { surface, dryRun = false }: InvokeOptions): SpanOptions {
  return {
    attributes: {
      'postroad.operation': name,
      'postroad.surface': surface ?? 'http',
      'postroad.dry_run': dryRun,
    },
  };
}

/**
 * The only entry point for operations: authorise, parse, begin, handle, commit (or roll back a dry
 * run), check the output. Adapters add no rules of their own.
 */
export class Invoker {
  readonly #deps: Deps;
  readonly #runner: HandlerRunner;
  readonly #operatorToken: OperatorToken;
  readonly #wrong = new WrongTokens();
  readonly #heavyReads = new HeavyReads();
  readonly #confirmer: Confirmer;
  readonly #written: WrittenPosition;
  readonly #newer: Pick<NewerVersion, 'refuseWrites'>;

  constructor(deps: Deps, operatorToken: OperatorToken, newer: Pick<NewerVersion, 'refuseWrites'>) {
    this.#deps = deps;
    this.#newer = newer;
    this.#runner = new HandlerRunner(deps);
    this.#operatorToken = operatorToken;
    this.#confirmer = new Confirmer(deps);
    this.#written = new WrittenPosition(deps.database);
  }

  /** See `Service.position`. */
  position(): Promise<LogPosition | null> | null {
    return this.#deps.database.replica === null ? null : this.#written.now();
  }

  /** See `Service.operator`. */
  operator(secret: string): Actor | null {
    return this.#operatorToken.actor(secret);
  }

  /** See `Service.authenticate`. A revoked token fails with the next request. */
  async authenticate(secret: string, address: string | null): Promise<Actor | null> {
    // First: a token that was wrong may have become that of the operator (LEFT-20).
    const operator = this.operator(secret);
    if (operator !== null) return operator;
    const actor = this.#wrong.isKnown(secret) ? null : await this.#findMade({ secret, address });
    if (actor !== null) return actor;
    this.#wrong.add(secret);
    this.#deps.failedLogins.count(address);
    return null;
  }

  /** The actor of a token; no failure counts. */
  async find(token: Sent): Promise<Actor | null> {
    return this.#operatorToken.actor(token.secret) ?? (await this.#findMade(token));
  }

  /** A secret that is not of the made form is none, which the database need not say. */
  async #findMade({ secret, address }: Sent): Promise<Actor | null> {
    if (!isMadeSecret(secret)) return null;
    const { database, config, tokenUses } = this.#deps;
    const mode = { readOnly: true, testClock: config.testClock };
    return await retriedTransaction(database, mode, (tx) =>
      tokenActor(tx, { secret, address }, tokenUses),
    );
  }

  async invoke<Name extends OperationName>(
    name: Name,
    value: unknown,
    options: InvokeOptions,
  ): Promise<Answer<Name>> {
    const { tracer } = this.#deps;
    if (tracer === null) return await this.#answer(name, value, options);
    return await inSpan(tracer, `invoke ${name}`, spanOf(name, options), () =>
      this.#answer(name, value, options),
    );
  }

  async #answer<Name extends OperationName>(
    name: Name,
    value: unknown,
    options: InvokeOptions,
  ): Promise<Answer<Name>> {
    const call = callOf(name, value, options);
    if (!this.#confirmer.concerns(call)) return await this.#run(call);
    if (options.dryRun) return await this.#rehearse(call);
    const rehearsed = { ...options, dryRun: true, idempotencyKey: undefined };
    const rehearse = () => this.#rehearse(callOf(name, value, rehearsed));
    const { token } = options.confirm ?? {};
    if (token === undefined) {
      // Somebody agreed to it the first time, and what it did may not be possible again.
      if (await this.#runner.isRepeat(call)) return await this.#run(call);
      const { confirmation = null } = await rehearse();
      if (confirmation !== null) throw unconfirmed(confirmation);
      return await this.#run(call);
    }
    const { ifRevision, release } = await this.#confirmer.admit(
      call,
      token,
      async () => (await this.#run(callOf(name, value, rehearsed))).output,
      this.#reader(options),
    );
    try {
      return await this.#run(
        callOf(name, value, {
          ...options,
          ifRevision: options.ifRevision ?? ifRevision,
        }),
      );
    } catch (error) {
      if (storedNothing(error)) await release();
      throw error;
    }
  }

  /** A dry run, with what a person has to agree to before the call is made. */
  async #rehearse<Name extends OperationName>(call: Call<Name>): Promise<Answer<Name>> {
    const look = await this.#confirmer.look(call);
    const answer = await this.#run(call);
    const read = this.#reader(call.options);
    return {
      ...answer,
      confirmation: await this.#confirmer.offer(call, look, answer.output, read),
    };
  }

  /** Reads for the same caller, of what is now. */
  #reader({ actor, surface }: InvokeOptions): Reader {
    return async (name, input) =>
      (await this.invoke(name, input, { actor, surface, seen: primaryOnly })).output;
  }

  async #run<Name extends OperationName>(call: Call<Name>): Promise<Answer<Name>> {
    this.#refuseBesideNewer(call);
    const { name, options } = call;
    const { heavy } = call.operation;
    const isHeavy = typeof heavy === 'function' ? heavy(call.input) : heavy === true;
    const run = () => this.#runner.run(call, handlers[name]);
    const output = isHeavy ? await this.#heavyReads.run(run) : await run();
    const checked = validateOutput(call, output);
    const answer = this.#hasPosition(call) ? await this.#positioned(checked) : checked;
    const references = wantedReferences(call.operation, call.input, answer.output);
    if (references.length === 0) return answer;
    const expanded = await this.#read(references, options);
    return { ...answer, output: { ...answer.output, expanded } };
  }

  /** What subscribers ask for comes by other ways, and is stored as well as this version can. */
  #refuseBesideNewer({ operation, options }: Call<OperationName>): void {
    if (isWrite(operation) && !options.dryRun) this.#newer.refuseWrites();
  }

  /** Whether an answer says up to where the log has it: that of a write, where a replica is read. */
  #hasPosition({ operation, options }: Call<OperationName>): boolean {
    return this.#deps.database.replica !== null && isWrite(operation) && !options.dryRun;
  }

  /** Asked after all commits of a call. */
  async #positioned<Name extends OperationName>(answer: Answer<Name>): Promise<Answer<Name>> {
    return { ...answer, position: await this.#written.now() };
  }

  /** The records that a read names, each as its own read answers it (LEFT-09). */
  async #read(
    references: readonly Reference[],
    { actor, surface, seen }: InvokeOptions,
  ): Promise<Record<string, unknown>> {
    const read: [string, unknown][] = [];
    for (const { name, operation, input } of references) {
      const known = operationNames.find((one) => one === operation);
      if (known === undefined) throw new Error(`${name} is read by no operation.`);
      const found =
        input === null ? null : await this.invoke(known, input, { actor, surface, seen });
      read.push([name, found === null ? null : recordIn(found.output)]);
    }
    return Object.fromEntries(read);
  }

  /** See `Service.receive`. */
  async receive<Name extends OperationName>(
    name: Name,
    given: Record<string, unknown>,
    body: AsyncIterable<Uint8Array>,
    options: InvokeOptions,
  ): Promise<Answer<Name>> {
    const handler = handlerOfKind<Name, Deps, 'upload'>(handlers[name], 'upload');
    const argument = operationNamed(name).bodyStream?.argument ?? '';
    const receive = async () => {
      const call = callOf(name, { ...given, [argument]: '' }, options);
      this.#refuseBesideNewer(call);
      const output = await this.#runner.receive(call, handler, body);
      const checked = validateOutput(call, output);
      return this.#hasPosition(call) ? await this.#positioned(checked) : checked;
    };
    const { tracer } = this.#deps;
    if (tracer === null) return await receive();
    return await inSpan(tracer, `invoke ${name}`, spanOf(name, options), receive);
  }

  /** See `Service.stream`. A refusal is thrown before the first piece is answered. */
  async stream<Name extends OperationName>(
    name: Name,
    value: unknown,
    options: StreamOptions,
  ): Promise<AsyncGenerator<string>> {
    const handler = handlerOfKind<Name, Deps, 'stream'>(handlers[name], 'stream');
    const call = callOf(name, value, options);
    const pieces = handler.pieces(call.input, this.#runner.depsOf(call));
    const first = await pieces.next();
    await this.#runner.audit(call);
    return prepend(first, pieces);
  }
}

/** A stream whose first piece has been read already. */
async function* prepend(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
