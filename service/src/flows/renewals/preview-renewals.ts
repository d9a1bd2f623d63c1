import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { Definition } from '@postroad/core/flows/definition/definition';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { checkTrigger } from '@postroad/core/flows/definition/trigger';
import type { RowReason, skipReasons, Verdict } from '@postroad/core/flows/renewals/eligibility';
import {
  type RenewalIdentity,
  skippedRow,
  upcomingRow,
} from '@postroad/core/flows/renewals/preview-row';
import {
  isBeyondHorizon,
  isRenewalTrigger,
  planRenewals,
  type RenewalPlan,
  renewalsPreviewed,
} from '@postroad/core/flows/renewals/renewal-plan';
import { limits } from '@postroad/core/platform/limits';
import { invalid } from '@postroad/core/platform/refusal';
import { dayText } from '@postroad/core/platform/zone-clock';
import { findProduct } from '@postroad/store/billing/product';
import type { FlowRow } from '@postroad/store/flows/flow';
import {
  findRenewingPeople,
  type RenewingPerson,
  type RenewingRow,
  readRenewing,
} from '@postroad/store/flows/renewal';
import type { Tx } from '@postroad/store/platform/transaction';
import { verdictOf } from './renewal-facts.ts';

type Answer = OperationOutput<'preview_renewal_approaching'>;
type Reason = (typeof skipReasons)[number];

/**
 * The people who will be reminded within the horizon, and those who will be skipped, with reasons,
 * by the saved definition or another one; reads only, page by page (RENEW-15 to RENEW-35). Throws a
 * 422 for an invalid trigger.
 */
export async function previewRenewals(
  tx: Tx,
  flow: FlowRow,
  sent: unknown,
  limit: number,
): Promise<Answer> {
  const trigger = triggerOf(flow, sent);
  if (!isRenewalTrigger(trigger)) return nobody('not_renewal_trigger');
  const faults = checkTrigger(trigger, 'definition.trigger');
  const faulty = faults.filter(({ path }) => path !== 'definition.trigger.product');
  if (faulty.length > 0) {
    throw invalid(faulty.map(({ severity, node, ...issue }) => issue));
  }
  const plan = planRenewals(trigger);
  if (plan === null || (await findProduct(tx, plan.trigger.product)) === null) {
    return nobody('unknown_product');
  }
  const list = new RenewalList(plan, limit, tx.now);
  const { product, interval } = plan.trigger;
  const span = renewalsPreviewed(plan, tx.now.getTime());
  const window = { from: new Date(span.from), to: new Date(span.to) };
  const about = { flowId: flow.id, product, interval, ...window };
  const once = flow.run_policy === 'single_run';
  for await (const rows of readRenewing(tx, about, limits.renewalBatch)) {
    for (const row of rows) list.add(row, verdictOf(plan, once, row, tx.now));
  }
  return await list.answer(tx);
}

function triggerOf(flow: FlowRow, sent: unknown): unknown {
  if (sent === undefined) return flow.definition.trigger;
  const { definition, refusals } = normalise(sent, flow.definition);
  if (refusals.length > 0) throw invalid(refusals);
  const { trigger }: Pick<Definition, 'trigger'> = definition;
  return trigger;
}

function nobody(reason: Reason): Answer {
  return { upcoming: [], skipped: [{ reason }] };
}

type Upcoming = { row: RenewingRow; target: Extract<Verdict, { eligible: true }>['target'] };
type Skipped = { row: RenewingRow; target: Verdict['target']; reason: RowReason };

/** Keeps a limited number of rows in each list and counts all. */
class RenewalList {
  readonly #plan: RenewalPlan;
  readonly #limit: number;
  readonly #now: number;
  readonly #upcoming: Upcoming[] = [];
  readonly #skipped: Skipped[] = [];
  readonly #reasons = new Map<Reason, number>();
  readonly #days = new Map<string, number>();
  #count = 0;

  constructor(plan: RenewalPlan, limit: number, now: Date) {
    this.#plan = plan;
    this.#limit = limit;
    this.#now = now.getTime();
  }

  add(row: RenewingRow, verdict: Verdict): void {
    const { target } = verdict;
    if (target !== null && isBeyondHorizon(this.#plan, target, this.#now)) return;
    if (verdict.eligible) {
      const day = dayText(verdict.target.targetDay);
      this.#days.set(day, (this.#days.get(day) ?? 0) + 1);
      this.#count += 1;
      if (this.#upcoming.length === this.#limit) return;
      this.#upcoming.push({ row, target: verdict.target });
      return;
    }
    const { reason } = verdict;
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
    if (this.#skipped.length < this.#limit) this.#skipped.push({ row, target, reason });
  }

  /** People are looked up only for the rows that are shown. */
  async answer(tx: Tx): Promise<Answer> {
    const shown = [...this.#upcoming, ...this.#skipped].map(({ row }) => row.id);
    const people = shown.length > 0 ? await findRenewingPeople(tx, shown) : new Map();
    const about = (row: RenewingRow) => identityOf(row, people.get(row.id));
    const lists = {
      upcoming: this.#upcoming.map(({ row, target }) =>
        upcomingRow(this.#plan, target, about(row)),
      ),
      skipped: this.#skipped.map(({ row, target, reason }) =>
        skippedRow(this.#plan, reason, target, about(row)),
      ),
    };
    const skipped = [...this.#reasons.values()].reduce((sum, count) => sum + count, 0);
    const all = this.#count === this.#upcoming.length && skipped === this.#skipped.length;
    if (all) return lists;
    const days = Object.fromEntries(this.#days);
    const counts = {
      upcoming: this.#count,
      upcoming_days: days,
      skipped: Object.fromEntries(this.#reasons),
    };
    return { ...lists, counts };
  }
}

function identityOf(row: RenewingRow, of: RenewingPerson | undefined): RenewalIdentity {
  return {
    personId: of?.person_id ?? null,
    firstName: of?.first_name ?? null,
    lastName: of?.last_name ?? null,
    email: of?.email ?? null,
    externalId: of?.external_id ?? null,
    subscriptionId: row.id,
    amountCents: row.amount_cents,
  };
}
