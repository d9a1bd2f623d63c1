import { type SettingKey, type Settings, settingsWith } from '@postroad/core/account/settings';
import { limits } from '@postroad/core/platform/limits';
import { findSettings } from '@postroad/store/account/setting';
import { forgetEvents } from '@postroad/store/events/forget-events';
import { forgetRuns } from '@postroad/store/flows/forget-runs';
import { lockPeople } from '@postroad/store/people/person';
import {
  lockRetention,
  notePassedHits,
  notePassedRuns,
  type Passed,
  readPassed,
  type Step,
} from '@postroad/store/platform/retention';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { forgetSends, listOldSends, type OldSend } from '@postroad/store/queue/forget-sends';
import { forgetHits } from '@postroad/store/sending/tracking-hit';
import { forgetDeliveries } from '@postroad/store/webhooks/delivery';
import type { TransactionDeps } from '../../platform/transaction-deps.ts';
import { OldPartitions, readSettings } from './old-partitions.ts';

const dayMs = 86_400_000;
const most = limits.forgottenAtOnce;

/** A setting, and the work of one transaction on what is older; answers how much it looked at. */
interface Kind {
  setting: Extract<SettingKey, `retention.${string}_days`>;
  forget(tx: Tx, before: Date): Promise<number>;
}

type RowKind = 'sent' | 'failed' | 'skipped' | 'canceled' | 'events';

/**
 * Removes what the account no longer keeps, in small steps with a transaction each, so that nobody
 * waits for long (RET-03). What stays of it is written in the same step (RET-02). A step begins where
 * the last one of its kind ended, so that what is kept adds nothing to its cost.
 */
export class Retention {
  /** How far mail and events are; rows that still serve something are looked at again next day. */
  readonly #passed = new Map<RowKind, Passed>();
  readonly #partitions = new OldPartitions();
  #begunAt = 0;
  #isLooking = false;

  readonly #kinds: readonly Kind[] = [
    { setting: 'retention.hits_days', forget: forgetOldHits },
    { setting: 'retention.sends_days', forget: (tx, before) => this.#mail(tx, before) },
    { setting: 'retention.runs_days', forget: forgetOldRuns },
    {
      setting: 'retention.deliveries_days',
      forget: (tx, before) => forgetDeliveries(tx, { before, limit: most }),
    },
    { setting: 'retention.events_days', forget: (tx, before) => this.#events(tx, before) },
  ];

  /**
   * Takes one step of each kind; answers how much these looked at, 0 if nothing is left to look at.
   * Partitions that can go whole go before the first step, and those that steps emptied after the last.
   */
  async round(deps: TransactionDeps): Promise<number> {
    if (!this.#isLooking) await this.#partitions.drop(deps);
    const looked = await this.#step(deps);
    if (this.#isLooking && looked === 0) await this.#partitions.drop(deps);
    this.#isLooking = looked > 0;
    return looked;
  }

  async #step(deps: TransactionDeps): Promise<number> {
    const { database, config } = deps;
    const asked = await readSettings(deps);
    let looked = 0;
    for (const { setting, forget } of this.#kinds.filter((kind) => asked[kind.setting] > 0)) {
      looked += await transaction(database, { testClock: config.testClock }, async (tx) => {
        const settings: Settings = settingsWith(await findSettings(tx, [setting]));
        const days = settings[setting];
        if (days === 0 || !(await lockRetention(tx))) return 0;
        this.#beginDaily(tx.now.getTime());
        return await forget(tx, new Date(tx.now.getTime() - days * dayMs));
      });
    }
    return looked;
  }

  #beginDaily(now: number): void {
    if (now - this.#begunAt < dayMs) return;
    this.#passed.clear();
    this.#begunAt = now;
  }

  async #mail(tx: Tx, before: Date): Promise<number> {
    for (const status of ['sent', 'failed', 'skipped', 'canceled'] as const) {
      const mails = await listOldSends(tx, status, this.#next(status, before));
      if (mails.length === 0) continue;
      await lockPeopleOf(tx, mails);
      await forgetHits(tx, idsOf(mails));
      await forgetSends(tx, idsOf(mails));
      this.#note(tx, status, mails);
      return mails.length;
    }
    return 0;
  }

  async #events(tx: Tx, before: Date): Promise<number> {
    const events = await forgetEvents(tx, this.#next('events', before));
    this.#note(tx, 'events', events);
    return events.length;
  }

  #next(kind: RowKind, before: Date): Step {
    return { before, after: this.#passed.get(kind) ?? null, limit: most };
  }

  #note(tx: Tx, kind: RowKind, rows: readonly Passed[]): void {
    const last = rows.at(-1);
    if (last !== undefined) tx.work.afterCommit(() => this.#passed.set(kind, last));
  }
}

async function forgetOldHits(tx: Tx, before: Date): Promise<number> {
  const { hits: after } = await readPassed(tx);
  const mails = await listOldSends(tx, 'sent', { before, after, limit: most });
  const last = mails.at(-1);
  if (last === undefined) return 0;
  await lockPeopleOf(tx, mails);
  await forgetHits(tx, idsOf(mails));
  await notePassedHits(tx, last);
  return mails.length;
}

async function forgetOldRuns(tx: Tx, before: Date): Promise<number> {
  const { runs: after } = await readPassed(tx);
  const runs = await forgetRuns(tx, { before, after, limit: most });
  const last = runs.at(-1);
  if (last !== undefined) await notePassedRuns(tx, last);
  return runs.length;
}

const idsOf = (rows: readonly Passed[]) => rows.map(({ id }) => id);

/** Opens, clicks and feedback lock the people before the mail. */
async function lockPeopleOf(tx: Tx, mails: readonly Pick<OldSend, 'person_id'>[]): Promise<void> {
  const people = mails.flatMap(({ person_id }) => person_id ?? []);
  await lockPeople(tx, [...new Set(people)]);
}
