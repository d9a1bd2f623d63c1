import {
  type OperationName,
  type OperationOutput,
  operationNamed,
} from '@postroad/core/catalog/catalog';
import { isWrite, type Operation } from '@postroad/core/platform/operations/operation';
import { parseInput } from '@postroad/core/platform/operations/parse-input';
import { Refusal } from '@postroad/core/platform/refusal';
import { dropIdempotencyKey, keepFirstAnswer } from '@postroad/store/platform/idempotency';
import type { TransactionOptions, Tx } from '@postroad/store/platform/transaction';
import { environmentActor, hashToken, tokenActor } from '../account/authenticate.ts';
import { compileAhead } from '../content/compile/compile-emails.ts';
import type { Actor } from '../platform/actor.ts';
import { retriedTransaction } from '../platform/retried-transaction.ts';
import { authorise } from './authorise.ts';
import { requireWanted, writeWanted } from './cancellation.ts';
import { changeOf } from './change-of.ts';
import type { Deps } from './deps.ts';
import { GroupCommit } from './group-commit.ts';
import type {
  CompileHandler,
  EngineHandler,
  GroupHandler,
  IntakeHandler,
  ReadHandler,
  SingleHandler,
  StreamHandler,
} from './handler.ts';
import { handlers } from './handlers.ts';
import { firstAnswer } from './idempotency.ts';
import { startingWith } from './prepend.ts';
import { seal, unseal } from './seal.ts';
import type { Answer, InvokeOptions } from './service.ts';
import { answered } from './validate-output.ts';

type Name = OperationName;
type Output = OperationOutput<Name>;
type AnySingle = SingleHandler<Name>;
type AnyGroup = GroupHandler<Name>;
type AnyEngine = EngineHandler<Name>;
type AnyRead = ReadHandler<Name>;
type AnyIntake = IntakeHandler<Name>;
type AnyStream = StreamHandler<Name>;
type AnyCompile = CompileHandler<Name>;
type AnyHandler = AnySingle | AnyGroup | AnyEngine | AnyRead | AnyCompile | AnyIntake | AnyStream;

interface Call {
  name: Name;
  operation: Operation;
  input: never;
  options: InvokeOptions;
}

/**
 * The only door for operations: authorise, parse, begin, handle, commit (or roll back for a dry
 * run), parse the output. Adapters add nothing to what it decides.
 */
export class Invoker {
  readonly #deps: Deps;
  readonly #groups = new Map<Name, GroupCommit<Call, Output | Refusal>>();

  readonly #environmentHash: Buffer;

  constructor(deps: Deps, environmentToken: string) {
    this.#deps = deps;
    this.#environmentHash = hashToken(environmentToken);
  }

  /** The actor a bearer token stands for, or null. A revoked token fails with the next request. */
  async authenticate(secret: string): Promise<Actor | null> {
    const actor = environmentActor(this.#environmentHash, secret);
    if (actor !== null) return actor;
    return await this.#transact({ readOnly: true }, (tx) => tokenActor(tx, secret));
  }

  async invoke(name: Name, value: unknown, options: InvokeOptions): Promise<Answer<Name>> {
    const operation = operationNamed(name);
    authorise(operation, options);
    const input = parseInput(operation.input, value, operation) as never;
    const call: Call = { name, operation, input, options };
    return answered(operation, await this.#run(call), options.dryRun ?? false);
  }

  /** `Service.receive`. */
  async receive(
    name: Name,
    given: Record<string, unknown>,
    body: AsyncIterable<Uint8Array>,
    options: InvokeOptions,
  ): Promise<Answer<Name>> {
    const operation = operationNamed(name);
    authorise(operation, options);
    const argument = operation.bodyStream?.argument ?? '';
    const input = parseInput(operation.input, { ...given, [argument]: '' }, operation) as never;
    const call: Call = { name, operation, input, options };
    const output = await this.#byIntake(call, handlers[name] as AnyIntake, body);
    return answered(operation, output, options.dryRun ?? false);
  }

  /** `Service.stream`. What refuses the whole is thrown before the first piece is answered. */
  async stream(name: Name, value: unknown, actor: Actor): Promise<AsyncGenerator<string>> {
    const operation = operationNamed(name);
    authorise(operation, { actor });
    const input = parseInput(operation.input, value, operation) as never;
    const pieces = (handlers[name] as AnyStream).stream(input, this.#deps);
    return startingWith(await pieces.next(), pieces);
  }

  async #run(call: Call): Promise<Output> {
    const handler = handlers[call.name] as AnyHandler;
    if (typeof handler !== 'function' && 'engine' in handler) {
      return await this.#byEngine(call, handler);
    }
    if (typeof handler !== 'function' && 'intake' in handler) {
      return await this.#byIntake(call, handler, null);
    }
    if (typeof handler !== 'function' && 'page' in handler) {
      return await this.#alone(call, (tx) => handler.page(call.input, this.#context(tx, call)));
    }
    if (typeof handler !== 'function' && 'read' in handler) {
      return await this.#reading(call, handler);
    }
    if (typeof handler !== 'function' && 'expect' in handler) {
      return await this.#compiling(call, handler);
    }
    if (typeof handler === 'function') {
      return await this.#alone(call, async (tx) =>
        this.#noted(tx, call, await handler(call.input, this.#context(tx, call))),
      );
    }
    if (call.options.dryRun || call.options.idempotencyKey !== undefined) {
      return await this.#alone(call, async (tx) =>
        thrown((await handler.group([call.input], this.#context(tx, call)))[0] as Output | Refusal),
      );
    }
    return thrown(await this.#group(call.name, handler).add(call));
  }

  async #reading(call: Call, handler: AnyRead): Promise<Output> {
    // Where that read fails, the other one does too, and says what the matter is.
    const again = await handler.readAgain?.(call.input, this.#deps).catch(() => null);
    if (again) return await again();
    const mode = { testClock: this.#deps.config.testClock, readOnly: true };
    // What is left to do needs nothing of the transaction, so neither waits for the other's end.
    return await new Promise<Output>((resolve, reject) => {
      const read = this.#transact(mode, async (tx) => {
        const finish = await handler.read(call.input, this.#context(tx, call));
        resolve(finish());
      });
      read.catch(reject);
    });
  }

  async #compiling(call: Call, handler: AnyCompile): Promise<Output> {
    const clock = { testClock: this.#deps.config.testClock };
    const expected = this.#transact({ ...clock, readOnly: true }, (tx) =>
      handler.expect(call.input, this.#context(tx, call)),
    );
    const compile = await compileAhead(this.#deps.renderer, expected);
    return await this.#alone(call, async (tx) =>
      this.#noted(tx, call, await handler.write(call.input, this.#context(tx, call), compile)),
    );
  }

  /**
   * Has clients told of what a call changed (EVENT-24). Where a record is addressed by something other
   * than its id, the handler may have noted it itself.
   */
  #noted(tx: Tx, call: Call, output: Output): Output {
    if (!isWrite(call.operation)) return output;
    const change = changeOf(call.operation, call.input, output);
    const { changes } = this.#deps;
    if (typeof change.id === 'number' || !changes.has(tx, change.resource))
      changes.note(tx, change);
    return output;
  }

  /** The same for what was done in transactions of its own. */
  async #toldApart(call: Call, output: Output): Promise<Output> {
    const clock = { testClock: this.#deps.config.testClock };
    return await this.#transact(clock, async (tx) => this.#noted(tx, call, output));
  }

  /**
   * The engine begins transactions of its own, so the key is taken in one before them and answered
   * in one after: whoever repeats the call meanwhile is told so.
   */
  async #byEngine(call: Call, handler: AnyEngine): Promise<Output> {
    const { dryRun = false, idempotencyKey: key } = call.options;
    const work = async () => {
      const wanted = () => requireWanted(call);
      const output = await handler.engine(call.input, this.#deps, dryRun, wanted);
      return dryRun ? output : await this.#toldApart(call, output);
    };
    return key === undefined || dryRun ? await work() : await this.#once(call, key, work);
  }

  /** What has arrived counts only where it is not the repeat of a call; else nothing of it stays. */
  async #byIntake(
    call: Call,
    handler: AnyIntake,
    body: AsyncIterable<Uint8Array> | null,
  ): Promise<Output> {
    const { dryRun = false, idempotencyKey: key } = call.options;
    const intake = await handler.intake(call.input, body, this.#deps, dryRun);
    const keep = async () => {
      const output = await intake.keep();
      return dryRun ? output : await this.#toldApart(call, output);
    };
    if (key === undefined || dryRun) return await keep();
    const argument = call.operation.bodyStream?.argument ?? '';
    const told = {
      ...call,
      input: { ...(call.input as object), [argument]: intake.digest } as never,
    };
    let counts = false;
    try {
      return await this.#once(told, key, () => {
        counts = true;
        return keep();
      });
    } finally {
      if (!counts) await intake.drop();
    }
  }

  async #once(call: Call, key: string, work: () => Promise<Output>): Promise<Output> {
    const clock = { testClock: this.#deps.config.testClock };
    const first = await this.#transact(clock, (tx) => firstAnswer(tx, call, key));
    if (first !== null) return this.#replayed(first);
    try {
      const output = await work();
      await this.#transact(clock, (tx) => this.#keep(tx, call, key, output));
      return output;
    } catch (error) {
      const { actor } = call.options;
      await this.#transact(clock, (tx) => dropIdempotencyKey(tx, { actor: actor.id, key }));
      throw error;
    }
  }

  #replayed(first: Uint8Array): Output {
    return JSON.parse(unseal(this.#deps.acceptedKeys, first)) as Output;
  }

  async #keep(tx: Tx, call: Call, key: string, output: Output): Promise<void> {
    const response = seal(this.#deps.secretKey, JSON.stringify(output));
    await keepFirstAnswer(tx, { actor: call.options.actor.id, key, response });
  }

  #context(tx: Tx, call: Call) {
    return { tx, now: tx.now, actor: call.options.actor, deps: this.#deps };
  }

  #group(name: Name, handler: AnyGroup): GroupCommit<Call, Output | Refusal> {
    const known = this.#groups.get(name);
    if (known) return known;
    const group = new GroupCommit<Call, Output | Refusal>({
      lanes: this.#deps.database.kind === 'server' ? 2 : 1,
      rowsOf: ({ operation, input }) => entriesIn(operation, input),
      write: (calls) =>
        this.#transact({ testClock: this.#deps.config.testClock }, (tx) =>
          writeWanted(calls, (wanted) => {
            const inputs = wanted.map(({ input }) => input);
            return handler.group(inputs, this.#context(tx, wanted[0]));
          }),
        ),
    });
    this.#groups.set(name, group);
    return group;
  }

  /** One call in a transaction of its own, with its idempotency key where it has one. */
  async #alone(call: Call, handle: (tx: Tx) => Promise<Output>): Promise<Output> {
    const { operation, options } = call;
    const mode: TransactionOptions = {
      readOnly: !isWrite(operation),
      rollback: options.dryRun ?? false,
      testClock: this.#deps.config.testClock,
    };
    const key = isWrite(operation) ? options.idempotencyKey : undefined;
    return await this.#transact(mode, async (tx) => {
      const first = key === undefined ? null : await firstAnswer(tx, call, key);
      if (first !== null) return this.#replayed(first);
      const output = await handle(tx);
      requireWanted(call);
      if (key !== undefined) await this.#keep(tx, call, key, output);
      return output;
    });
  }

  #transact<T>(mode: TransactionOptions, body: (tx: Tx) => Promise<T>): Promise<T> {
    return retriedTransaction(this.#deps.database, mode, body);
  }
}

function entriesIn({ entriesAt }: Operation, input: Record<string, unknown>): number {
  const entries = entriesAt === undefined ? null : input[entriesAt];
  return Array.isArray(entries) ? entries.length : 1;
}

function thrown(result: Output | Refusal): Output {
  if (result instanceof Refusal) throw result;
  return result;
}
