import { type Change, ChangeSet } from '@postroad/core/platform/change-set';
import type { WakeSignal } from '@postroad/core/platform/work-lanes';
import type { Database, Sql } from './connection/database.ts';
import type { Fragment } from './fragment.ts';
import { notifyChanges, notifyWake } from './listen.ts';

/** What a statement of a transaction is made with. */
export interface Session {
  sql: Sql;
  /** Read once when the transaction began: the database's clock, or the test clock. */
  now: Date;
}

/** Work that others may have under way although a transaction forbids it, such as a hand-over of mail. */
export interface InFlight {
  /** Whether any of it is under way still. */
  isUnderWay(session: Session): Promise<boolean>;
}

/**
 * What a transaction does with and after its commit. It is collected while the transaction works and
 * nothing of it is done where that is rolled back.
 */
export interface UnitOfWork {
  /** Sends a statement along with the commit, in the order of these calls. */
  beforeCommit(statement: () => Fragment): void;
  /** Runs in this process once the transaction has committed. */
  afterCommit(action: () => void): void;
  /** Gathers what one statement writes, which is sent along with the commit, as by `beforeCommit`. */
  gather<Item>(statement: Gathering<Item>, items: readonly Item[]): void;
  /** Wakes the lanes that work at these, in every process. */
  wake(...lanes: WakeSignal[]): void;
  /** Tells clients of every process of a change. */
  tell(change: Change): void;
  /** The same for many records of one resource. */
  tellAll(ids: Iterable<Change['id']>, of: Omit<Change, 'id'>): void;
  /** Whether clients will learn of a change of the resource. */
  tells(resource: string): boolean;
  /** `transaction` answers once nothing of this is under way, or after `limits.handOverWaitMs`. */
  block(inFlight: InFlight): void;
}

/** The statement that writes what a transaction gathered. */
export type Gathering<Item> = (session: Session, items: readonly Item[]) => Fragment;

/** Collects for one transaction, and hands over to `transaction` what is to be done when. */
export class CollectedWork implements UnitOfWork {
  readonly #database: Pick<Database, 'kind' | 'hooks'>;
  readonly #statements: ((session: Session) => Fragment)[] = [];
  readonly #gathered = new Map<unknown, unknown[]>();
  readonly #actions: (() => void)[] = [];
  readonly #lanes = new Set<WakeSignal>();
  readonly #changes = new ChangeSet();
  readonly #blocked: InFlight[] = [];

  constructor(database: Pick<Database, 'kind' | 'hooks'>) {
    this.#database = database;
  }

  beforeCommit(statement: () => Fragment): void {
    this.#statements.push(statement);
  }

  afterCommit(action: () => void): void {
    this.#actions.push(action);
  }

  gather<Item>(statement: Gathering<Item>, items: readonly Item[]): void {
    if (items.length === 0) return;
    // The statement is the key, so what is kept under it is of its type.
    let gathered = this.#gathered.get(statement) as Item[] | undefined;
    if (gathered === undefined) {
      const all: Item[] = [];
      gathered = all;
      this.#gathered.set(statement, all);
      this.#statements.push((session) => statement(session, all));
    }
    for (const item of items) gathered.push(item);
  }

  wake(...lanes: WakeSignal[]): void {
    for (const lane of lanes) this.#lanes.add(lane);
  }

  tell(change: Change): void {
    this.#changes.add(change);
  }

  tellAll(ids: Iterable<Change['id']>, of: Omit<Change, 'id'>): void {
    for (const id of ids) this.#changes.add({ ...of, id });
  }

  tells(resource: string): boolean {
    return this.#changes.has(resource);
  }

  block(inFlight: InFlight): void {
    this.#blocked.push(inFlight);
  }

  /** To be sent right before the commit, in this order. */
  statements(session: Session): Fragment[] {
    const statements = this.#statements.map((statement) => statement(session));
    // A server tells every process, this one too.
    if (this.#database.kind === 'server') {
      if (!this.#changes.isEmpty) {
        statements.push(notifyChanges(session, this.#changes.encode()));
      }
      if (this.#lanes.size > 0) statements.push(notifyWake(session, [...this.#lanes]));
    }
    return statements;
  }

  /** To be called as soon as the transaction has committed. */
  committed(): void {
    const { kind, hooks } = this.#database;
    for (const action of this.#actions) action();
    if (kind === 'embedded' && !this.#changes.isEmpty) hooks.onTell(this.#changes);
    if (this.#lanes.size > 0) hooks.onWake([...this.#lanes]);
  }

  /** To be waited for once the connection is free again. */
  get blocked(): readonly InFlight[] {
    return this.#blocked;
  }
}
