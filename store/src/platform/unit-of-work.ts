import { type Change, ChangeSet, type RecordChange } from '@postroad/core/platform/change-set';
import type { WakeSignal } from '@postroad/core/platform/work-lanes';
import type { WebhookType } from '@postroad/core/webhooks/webhook-types';
import { type Announced, insertDeliveries, isHeard } from './announce/announcement.ts';
import type { CommitHooks, Database, Sql } from './connection/database.ts';
import type { Fragment } from './fragment.ts';

/** The connection and the instant of a statement. */
export interface Session {
  sql: Sql;
  /** Read once when the transaction began: the database's clock, or the test clock. */
  now: Date;
}

/** Work under way elsewhere that a transaction now forbids, such as the hand-over of mail. */
export interface InFlight {
  /** Whether any of it is still under way. */
  isUnderWay(session: Session): Promise<boolean>;
}

/**
 * The work of a transaction at and after its commit. It is collected during the transaction and
 * dropped on a rollback.
 */
export interface UnitOfWork {
  /** Sends a statement along with the commit, in the order of these calls. */
  beforeCommit(statement: () => Fragment): void;
  /**
   * Leaves a statement that was sent to the commit, which follows it without a round trip in between and
   * fails with it. Wait for it where what it answers is needed, as on the embedded database, whose round
   * trips cost the same as its statements.
   */
  leave(statement: Promise<unknown>): Promise<unknown>;
  /** Collects items that one action takes at the end of the transaction, before those statements. */
  conclude<Item>(action: Concluding<Item>, items: readonly Item[]): void;
  /** Runs in this process after the commit. */
  afterCommit(action: () => void): void;
  /** Collects items that one statement writes along with the commit, as with `beforeCommit`. */
  gather<Item>(statement: Gathering<Item>, items: readonly Item[]): void;
  /** Wakes the lanes of these signals in every process. */
  wake(...lanes: WakeSignal[]): void;
  /** Announces a change to the clients of every process. */
  tell(change: RecordChange): void;
  /** Announces changes of many records of one resource. */
  tellAll(ids: Iterable<Change['id']>, of: Omit<RecordChange, 'id'>): void;
  /**
   * Announces that what is counted of these records moved; null for all there is of the resource. Each
   * record is announced at most once a second, so call it as often as figures move.
   */
  count(resource: string, ids: Iterable<Change['id']>): void;
  /** Whether a webhook endpoint hears of the type. */
  hears(type: WebhookType): boolean;
  /** Tells the webhook endpoints that hear of the type; costs nothing where none does. */
  announce(type: WebhookType, subjects: readonly Announced[]): void;
  /** Announces that a process died, which may not have announced its last changes (NOTE-03). */
  missed(): void;
  /** The first change of the resource that clients will be notified of; null if there is none. */
  told(resource: string): RecordChange | null;
  /** `transaction` returns once nothing of this is under way, or after `limits.handOverWaitMs`. */
  block(inFlight: InFlight): void;
}

/** The statement that writes the collected items. */
export type Gathering<Item> = (session: Session, items: readonly Item[]) => Fragment;

interface ConcludedTx extends Session {
  work: UnitOfWork;
}

/** What a transaction decides at its end, from all that it has written. */
export type Concluding<Item> = (tx: ConcludedTx, items: readonly Item[]) => Promise<void>;

/** Collects the work of one transaction; `transaction` performs it. */
export class CollectedWork implements UnitOfWork {
  readonly #hooks: CommitHooks;
  readonly #kind: Database['kind'];
  readonly #left: Promise<unknown>[] = [];
  readonly #statements: ((session: Session) => Fragment)[] = [];
  readonly #gathered = new Map<unknown, unknown[]>();
  readonly #conclusions = new Map<unknown, (tx: ConcludedTx) => Promise<void>>();
  readonly #actions: (() => void)[] = [];
  readonly #lanes = new Set<WakeSignal>();
  readonly #changes = new ChangeSet();
  readonly #counted = new ChangeSet();
  readonly #blocked: InFlight[] = [];
  #missed = false;
  #patterns: ReadonlySet<string> = new Set();

  constructor({ hooks, kind }: Pick<Database, 'hooks' | 'kind'>) {
    this.#hooks = hooks;
    this.#kind = kind;
  }

  async leave(statement: Promise<unknown>): Promise<void> {
    if (this.#kind === 'embedded') await statement;
    else this.#left.push(statement);
    statement.catch(() => {});
  }

  /** Rejects with the first fault of what was left to the commit; the faults behind it follow from it. */
  async arrived(): Promise<void> {
    for (const statement of this.#left) await statement;
  }

  beforeCommit(statement: () => Fragment): void {
    this.#statements.push(statement);
  }

  afterCommit(action: () => void): void {
    this.#actions.push(action);
  }

  gather<Item>(statement: Gathering<Item>, items: readonly Item[]): void {
    this.#keep(statement, items, (all) => {
      this.#statements.push((session) => statement(session, all));
    });
  }

  conclude<Item>(action: Concluding<Item>, items: readonly Item[]): void {
    this.#keep(action, items, (all) => {
      this.#conclusions.set(action, (tx) => action(tx, all));
    });
  }

  /** Adds items to those that were kept under a key; `begin` gets the list with the first of them. */
  #keep<Item>(
    key: Gathering<Item> | Concluding<Item>,
    items: readonly Item[],
    begin: (all: readonly Item[]) => void,
  ): void {
    if (items.length === 0) return;
    // The statement or the action is the key, so the items have its type.
    let kept = this.#gathered.get(key) as Item[] | undefined;
    if (kept === undefined) {
      kept = [];
      this.#gathered.set(key, kept);
      begin(kept);
    }
    for (const item of items) kept.push(item);
  }

  /** Call it before `statements`. */
  async concluded(tx: ConcludedTx): Promise<void> {
    for (const [action, conclude] of this.#conclusions) {
      // What it collects meanwhile comes in a turn of its own.
      this.#conclusions.delete(action);
      this.#gathered.delete(action);
      await conclude(tx);
    }
  }

  wake(...lanes: WakeSignal[]): void {
    for (const lane of lanes) this.#lanes.add(lane);
  }

  tell(change: RecordChange): void {
    this.#changes.add(change);
  }

  tellAll(ids: Iterable<Change['id']>, { resource, action }: Omit<RecordChange, 'id'>): void {
    for (const id of ids) this.#changes.add({ resource, id, action });
  }

  count(resource: string, ids: Iterable<Change['id']>): void {
    for (const id of ids) this.#counted.add({ resource, id, action: 'counted' });
  }

  /** Whether transactions are to read what webhook endpoints hear of. */
  get listens(): boolean {
    return this.#hooks.announces;
  }

  listenFor(patterns: Iterable<string>): void {
    this.#patterns = new Set(patterns);
  }

  hears(type: WebhookType): boolean {
    return isHeard(this.#patterns, type);
  }

  announce(type: WebhookType, subjects: readonly Announced[]): void {
    if (subjects.length === 0 || !this.hears(type)) return;
    this.gather(
      insertDeliveries,
      subjects.map((subject) => ({ ...subject, type })),
    );
    this.wake('webhooks');
  }

  missed(): void {
    this.#missed = true;
  }

  told(resource: string): RecordChange | null {
    const first = this.#changes.first(resource);
    return first === null || first.action === 'counted' ? null : { ...first, action: first.action };
  }

  block(inFlight: InFlight): void {
    this.#blocked.push(inFlight);
  }

  /** To send right before the commit, in this order. */
  statements(session: Session): Fragment[] {
    return this.#statements.map((statement) => statement(session));
  }

  /** Call it right after the commit. */
  committed(): void {
    for (const action of this.#actions) action();
    if (!this.#changes.isEmpty) this.#hooks.onTell(this.#changes);
    if (!this.#counted.isEmpty) this.#hooks.onCount(this.#counted);
    if (this.#missed) this.#hooks.onMissed();
    if (this.#lanes.size > 0) this.#hooks.onWake([...this.#lanes]);
  }

  /** To wait for after the connection is released. */
  get blocked(): readonly InFlight[] {
    return this.#blocked;
  }
}
