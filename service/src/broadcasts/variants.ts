import {
  type Variant,
  variantIssues,
  type WinnerRule,
  winnerIssues,
} from '@postroad/core/broadcasts/experiment';
import type { OperationInput } from '@postroad/core/catalog/catalog';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import type { BroadcastContent, BroadcastRow } from '@postroad/store/broadcasts/broadcast';
import type { VariantColumns } from '@postroad/store/broadcasts/experiment';
import { lockContent } from '@postroad/store/content/content-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import { findNamedEmail, shareNamed } from '../content/email-source.ts';

type Input = Pick<OperationInput<'create_broadcast'>, 'variants' | 'winner'>;

/** A broadcast that sends one email. */
export const noVariants: VariantColumns = {
  ...{ variant_names: [], variant_email_ids: [], variant_weights: [] },
  winner_rule: null,
};

function checkedRule(winner: WinnerRule | null): WinnerRule | null {
  const issues = winner === null ? [] : winnerIssues(winner);
  if (issues.length > 0) throw invalid(issues);
  return winner;
}

/** The columns of chosen variants. Throws a 422 for what is wrong with them (EXP-01). */
export async function chosenVariants(
  tx: Tx,
  { variants = [], winner = null }: Input,
): Promise<VariantColumns & Pick<BroadcastContent, 'email_source' | 'email_id'>> {
  await lockContent(tx, 'shared');
  const chosen: Variant[] = [];
  for (const [index, { name, weight, ...named }] of variants.entries()) {
    const at = `variants[${index}].`;
    const email = await findNamedEmail(named, tx, at);
    if (!email) {
      const message = 'A variant needs the email that it sends.';
      const fix = 'Give it an email_id, or the key of the email as email.';
      throw invalid([{ path: `${at}email_id`, code: 'required', message, fix }]);
    }
    chosen.push({ name, weight, email_id: await shareNamed(tx, email.id, at) });
  }
  const issues = variantIssues(chosen);
  if (issues.length > 0) throw invalid(issues);
  return {
    email_source: 'variants',
    email_id: chosen[0]?.email_id ?? 0,
    variant_names: chosen.map(({ name }) => name),
    variant_email_ids: chosen.map(({ email_id }) => email_id),
    variant_weights: chosen.map(({ weight }) => weight),
    winner_rule: checkedRule(winner),
  };
}

/** What an update makes of the variants of a broadcast; nothing where it names neither. */
export async function changedVariants(
  tx: Tx,
  held: BroadcastRow,
  { variants, winner }: Input,
): Promise<Partial<BroadcastContent>> {
  if (variants !== undefined) {
    return await chosenVariants(tx, {
      variants,
      winner: winner === undefined ? held.winner_rule : winner,
    });
  }
  if (winner === undefined) return {};
  if (winner !== null && held.variant_names.length === 0) throw winnerAlone();
  return { winner_rule: checkedRule(winner) };
}

/** Exactly one source of the email is needed. */
export function checkSource(
  input: Input & Pick<OperationInput<'create_broadcast'>, 'email_source' | 'email_id' | 'email'>,
): void {
  const { variants, winner, email_source, email_id, email } = input;
  if (variants === undefined) {
    if (winner) throw winnerAlone();
    if (email_source !== undefined) return;
    const message =
      'email_source must be scratch or copy (shared is not among its choices), unless variants are compared.';
    throw invalid([{ path: 'email_source', code: 'required', message }]);
  }
  const named = { email_source, email_id, email };
  const extra = Object.entries(named).find(([, value]) => value !== undefined)?.[0];
  if (extra === undefined) return;
  const message = `A broadcast with variants sends their emails, so it takes no ${extra}.`;
  const fix = `Leave ${extra} out, or leave variants out.`;
  throw invalid([{ path: extra, code: 'key_unknown', message, fix }]);
}

function winnerAlone(): Refusal {
  const message = 'A winner is looked for among variants, and there are none.';
  return invalid([{ path: 'winner', code: 'value_invalid', message, fix: 'Send variants too.' }]);
}

/** Its variants are changed together; a single email of one is not. */
export function refuseVariants({ id, variant_names }: BroadcastRow): void {
  if (variant_names.length === 0) return;
  const message = `Broadcast ${id} sends the emails of its variants, which stay shared. Copy an email, and name the copy in variants with update_broadcast.`;
  throw new Refusal('conflict', message);
}
