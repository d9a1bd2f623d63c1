import type {
  OperationInput,
  OperationName,
  OperationOutput,
} from '@postroad/core/catalog/catalog';
import type { Operation } from '@postroad/core/platform/operations/operation';
import { ofTheChange } from '@postroad/core/platform/operations/revised-resources';
import { Refusal } from '@postroad/core/platform/refusal';
import { inSpan } from '@postroad/core/platform/tracing/in-span';
import type { TraceParent } from '@postroad/core/platform/tracing/trace-parent';
import { insertActs } from '@postroad/store/account/change';
import { forCall, forLagging } from '@postroad/store/platform/connection/connect';
import type { Database } from '@postroad/store/platform/connection/database';
import type { Opening, TransactionOptions, Tx } from '@postroad/store/platform/transaction';
import { findPerson } from '../people/get-person.ts';
import { DatabaseUnavailable, storedNothing } from '../platform/database-unavailable.ts';
import type {
  Context,
  EngineHandler,
  GroupedHandler,
  HandlerKind,
  HandlerKinds,
  ReadHandler,
  UploadHandler,
  WriteGroup,
} from '../platform/handler.ts';

import { retriedTransaction } from '../platform/retried-transaction.ts';
import { throwIfCancelled, writeActive } from './cancellation.ts';
import { changeOf } from './change-of.ts';
import type { Deps } from './deps.ts';
import { GroupCommit } from './group-commit.ts';
import { actOf, callName } from './history/call-history.ts';
import { IdempotencyKeys, type Keep, type Outcome } from './idempotency.ts';
import { ifRevision } from './if-revision.ts';
import type { InvokeOptions } from './service.ts';

/** A call that is authorised and parsed. */
export interface Call<Name extends OperationName> {
  name: Name;
  operation: Operation;
  input: OperationInput<Name>;
  options: InvokeOptions;
  outcome: Outcome;
  /** Where in a trace it was made, for work that is done for several calls at once. */
  point?: TraceParent | null;
}

type NamedCall = Pick<Call<OperationName>, 'name' | 'operation' | 'options'>;
type Name = OperationName;
type Output<N extends Name> = OperationOutput<N>;
type Group<N extends Name> = GroupCommit<Call<N>, Output<N>>;
type Work<Result> = (context: Context<Deps>) => Promise<Result>;

/** How handlers of each kind are run; a missing kind does not compile. */
type Runners = {
  readonly [Kind in HandlerKind]: <N extends Name>(
    call: Call<N>,
    handler: HandlerKinds<N, Deps>[Kind],
  ) => Promise<Output<N>>;
};

/** Runs handlers by kind, each in its transactions, and each write once per idempotency key. */
export class HandlerRunner {
  readonly #deps: Deps;
  readonly #keys: IdempotencyKeys;
  readonly #groups = new Map<Name, unknown>();
  readonly #runners: Runners = {
    transaction: (call, handler) =>
      this.#writeAndTell(call, (context) => handler.run(call.input, context)),
    read: (call, handler) => this.#readThenFinish(call, handler),
    grouped: (call, handler) => this.#writeGrouped(call, handler),
    engine: (call, handler) => this.#workInEngine(call, handler),
    compile: async (call, handler) => {
      const read = <T>(work: Work<T>) => this.#read(call, work);
      return await this.#writeAndTell(call, await handler.prepare(call.input, this.#deps, read));
    },
    upload: (call, handler) => this.receive(call, handler, null),
    stream: async (call, handler) => {
      const page = await this.#read(call, (context) => handler.page(call.input, context));
      await this.audit(call);
      return page;
    },
  };

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#keys = new IdempotencyKeys(deps);
  }

  run<N extends Name, Kind extends HandlerKind>(
    call: Call<N>,
    handler: HandlerKinds<N, Deps>[Kind] & { kind: Kind },
  ): Promise<Output<N>> {
    return this.#runners[handler.kind](call, handler);
  }

  /** Whether a call gets its first answer again, so that it does nothing more. */
  isRepeat<N extends Name>(call: Call<N>): Promise<boolean> {
    return this.#keys.isRepeat(call);
  }

  /**
   * An upload is kept only if the call is not a repeat; otherwise it is dropped without a trace.
   */
  async receive<N extends Name>(
    call: Call<N>,
    handler: UploadHandler<N, Deps>,
    body: AsyncIterable<Uint8Array> | null,
  ): Promise<Output<N>> {
    const { dryRun = false } = call.options;
    const upload = await handler.receive(call.input, body, this.#deps, dryRun);
    const argument = call.operation.bodyStream?.argument ?? '';
    const asked = { ...call, input: { ...call.input, [argument]: upload.digest } };
    let counts = false;
    try {
      const keep = async () => {
        counts = true;
        return await upload.keep();
      };
      return await this.#keys.around(asked, keep, this.#conclusionOf(call));
    } finally {
      if (!counts) await upload.drop();
    }
  }

  #read<Result>(call: Call<Name>, work: Work<Result>): Promise<Result> {
    return this.#transact({ readOnly: true }, call, (tx) => work(this.#context(tx, call)));
  }

  async #readThenFinish<N extends Name>(
    call: Call<N>,
    handler: ReadHandler<N, Deps>,
  ): Promise<Output<N>> {
    // If the shortcut fails, the transaction below fails too and reports the reason.
    const short = await handler.shortcut?.(call.input, this.#deps).catch(() => null);
    if (short) return await short();
    return await new Promise<Output<N>>((resolve, reject) => {
      const reading = this.#read(call, async (context) => {
        const found = await handler.run(call.input, context);
        if (typeof found !== 'function') return found;
        // The deferred work needs nothing from the transaction, so neither waits for the other to
        // end.
        resolve(found());
        return null;
      });
      reading.then((output) => output === null || resolve(output), reject);
    });
  }

  /** Runs one call in a transaction of its own. */
  #write<N extends Name>(call: Call<N>, work: Work<Output<N>>): Promise<Output<N>> {
    return this.#transact({ rollback: call.options.dryRun ?? false }, call, (tx) =>
      this.#keys.within(tx, call, async () => {
        const context = this.#context(tx, call);
        const output = await ifRevision(context, call, () => work(context));
        throwIfCancelled(call);
        return output;
      }),
    );
  }

  #writeAndTell<N extends Name>(call: Call<N>, work: Work<Output<N>>): Promise<Output<N>> {
    return this.#write(call, async (context) => {
      const output = await work(context);
      this.#note(context.tx, call, output);
      return output;
    });
  }

  /**
   * Groups the call with others. A call that is rolled back, or that takes an idempotency key, runs
   * alone.
   */
  #writeGrouped<N extends Name>(
    call: Call<N>,
    handler: GroupedHandler<N, Deps>,
  ): Promise<Output<N>> {
    if (!call.options.dryRun && call.options.idempotencyKey === undefined) {
      const { tracer } = this.#deps;
      const traced = tracer === null ? call : { ...call, point: tracer.current() };
      return this.#groupOf(call.name, handler).add(traced);
    }
    let attempt = 0;
    return this.#write(call, async (context) => {
      attempt += 1;
      const write = handler.open([call.input], context.tx, this.#deps, attempt);
      const [output] = await write([call.input], context);
      return thrown(output as Output<N> | Refusal);
    });
  }

  #groupOf<N extends Name>(name: N, handler: GroupedHandler<N, Deps>): Group<N> {
    const known = this.#groups.get(name) as Group<N> | undefined;
    if (known) return known;
    const group = new GroupCommit<Call<N>, Output<N>>({
      lanes: this.#deps.database.kind === 'server' ? 2 : 1,
      rowsOf: entriesIn,
      write: (calls) => this.#inGroup(calls, () => this.#writeGroup(calls, handler)),
    });
    this.#groups.set(name, group);
    return group;
  }

  #writeGroup<N extends Name>(
    calls: readonly Call<N>[],
    handler: GroupedHandler<N, Deps>,
  ): Promise<(Output<N> | Refusal)[]> {
    const inputs = calls.map(({ input }) => input);
    let write: WriteGroup<N, Deps> | null = null;
    let attempt = 0;
    const ahead = (opening: Opening) => {
      attempt += 1;
      write = handler.open(inputs, opening, this.#deps, attempt);
    };
    return this.#transact({ ahead }, calls[0], (tx) =>
      writeActive(calls, async (active) => {
        if (write === null) throw new Error('A transaction began without what is asked ahead.');
        const wanted = active.length === calls.length ? inputs : active.map(({ input }) => input);
        return await write(wanted, this.#context(tx, active[0]));
      }),
    );
  }

  /** What is done for several calls is part of the trace of one, and linked with those of the others. */
  async #inGroup<T>(
    calls: readonly Pick<Call<Name>, 'point'>[],
    work: () => Promise<T>,
  ): Promise<T> {
    const { tracer } = this.#deps;
    if (tracer === null) return await work();
    const points = calls.flatMap(({ point }) => point ?? []);
    const parent = points.find(({ sampled }) => sampled) ?? points[0] ?? null;
    const links = points.filter((point) => point !== parent);
    const attributes = { 'postroad.calls': calls.length };
    return await inSpan(tracer, 'group', { parent, links, attributes }, work);
  }

  #workInEngine<N extends Name>(
    call: Call<N>,
    handler: EngineHandler<N, Deps>,
  ): Promise<Output<N>> {
    const { dryRun = false } = call.options;
    const work = async () => {
      if (call.options.ifRevision) {
        await this.#read(call, (context) => ifRevision(context, call, async () => undefined));
      }
      const cancelled = () => throwIfCancelled(call);
      return await handler.work(
        call.input,
        { ...this.#deps, database: this.#databaseFor(call) },
        dryRun,
        cancelled,
        call.options.actor,
      );
    };
    return this.#keys.around(call, work, this.#conclusionOf(call));
  }

  /**
   * Publishes the change that a call made (EVENT-24). Where the path does not hold the id of the
   * record, the handler may have published the change itself, and where the record is that of a
   * change, it has.
   */
  #note<N extends Name>(tx: Tx, { operation, input }: Call<N>, output: Output<N>): void {
    if (operation.revised === ofTheChange) return;
    const change = changeOf(operation, input, output);
    const own = tx.work.told(change.resource);
    if (typeof change.id === 'number' || own === null) tx.work.tell(change);
    // A batch is about no single record of those that it has announced.
    const one = typeof change.id !== 'number' && operation.entriesAt === undefined;
    const act = actOf(one ? (own ?? change) : change, operation, output);
    if (act !== null) tx.work.gather(insertActs, [act]);
  }

  /** Publishes the change of a call that ran its own transactions, and keeps its answer. */
  #conclusionOf<N extends Name>(call: Call<N>) {
    return async (output: Output<N>, keep: Keep): Promise<void> => {
      if (call.options.dryRun) return;
      try {
        await this.#transact({}, call, async (tx) => {
          this.#note(tx, call, output);
          await keep(tx);
        });
      } catch (error) {
        // The call is done, whatever this transaction says of itself.
        throw storedNothing(error) ? new DatabaseUnavailable(this.#deps.database.fault()) : error;
      }
    };
  }

  #context(tx: Tx, { options }: Pick<Call<Name>, 'options'>): Context<Deps> {
    const { actor, dryRun = false, files = null } = options;
    return { tx, now: tx.now, actor, dryRun, deps: this.#deps, files };
  }

  /** A read that is to be known of, such as an export, leaves an act (HIST-03). */
  async audit({ name, operation, input, options }: Call<Name>): Promise<void> {
    const { audited } = operation;
    if (audited === undefined || (input as { cursor?: string }).cursor !== undefined) return;
    const { person } = input as { person?: string };
    await this.#transact({}, { name, operation, options }, async (tx) => {
      const recordId = person === undefined ? null : ((await findPerson(tx, person))?.id ?? null);
      const act = { resource: audited, recordId, recordKey: null, recordName: null } as const;
      tx.work.gather(insertActs, [{ ...act, action: 'done', elseOnly: false }]);
    });
  }

  #databaseFor({ name, operation, options }: NamedCall): Database {
    return forCall(this.#deps.database, callName(name, operation, options));
  }

  #databaseOf({ readOnly }: TransactionOptions, call: NamedCall | undefined): Database {
    if (call === undefined) return this.#deps.database;
    return readOnly ? this.depsOf(call).database : this.#databaseFor(call);
  }

  /** What a handler that begins its own transactions uses: a call that may lag reads the replica. */
  depsOf({ operation, options }: Pick<NamedCall, 'operation' | 'options'>): Deps {
    const { database } = this.#deps;
    if (operation.mayLag === undefined || database.replica === null) return this.#deps;
    return { ...this.#deps, database: forLagging(database, options.seen ?? null) };
  }

  /** A transaction of one call, or of several of one operation. */
  #transact<T>(
    mode: TransactionOptions,
    call: NamedCall | undefined,
    body: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const { testClock } = this.#deps.config;
    return retriedTransaction(this.#databaseOf(mode, call), { testClock, ...mode }, body);
  }
}

/** Number of rows that a call writes. */
function entriesIn({ operation, input }: Call<Name>): number {
  const { entriesAt } = operation;
  const entries = entriesAt === undefined ? null : (input as Record<string, unknown>)[entriesAt];
  return Array.isArray(entries) ? entries.length : 1;
}

function thrown<T>(result: T | Refusal): T {
  if (result instanceof Refusal) throw result;
  return result;
}
