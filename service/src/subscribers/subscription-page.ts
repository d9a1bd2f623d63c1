import { createHash } from 'node:crypto';
import type { PreferenceToggle } from '@postroad/core/account/preference-toggle';
import { type Settings, settingKeys, settingsWith } from '@postroad/core/account/settings';
import { asks } from '@postroad/core/conditions/evaluate';
import type { Issue } from '@postroad/core/platform/issue';
import { cleanReason } from '@postroad/core/subscribers/reason';
import {
  isOn,
  readSelection,
  type Selection,
  toggleChange,
} from '@postroad/core/subscribers/selection';
import type { PublicStatus, SubscriberDoor } from '@postroad/core/subscribers/status';
import { readAccount } from '@postroad/store/account/setting';
import {
  erasedReason,
  type FreePerson,
  findPeopleByIds,
  lockPeople,
  type PersonRow,
} from '@postroad/store/people/person';
import { addUnsubscribe } from '@postroad/store/people/unsubscribe';
import type { Tx } from '@postroad/store/platform/transaction';
import { countFacts } from '@postroad/store/queue/figures';
import { loadConditionFacts } from '../conditions/condition-facts.ts';
import { readPublicToken } from '../content/public-token.ts';
import type { IngestDeps } from '../events/ingest.ts';
import { recordEvents } from '../events/record-events.ts';
import { applyChanges, changePeople, type PersonChange } from '../people/change-people.ts';
import { recordConsents } from '../people/consents.ts';
import { registerFields } from '../people/register-fields.ts';
import type { CallRates } from '../platform/call-rates.ts';
import { retriedTransaction } from '../platform/retried-transaction.ts';
import type { TransactionDeps } from '../platform/transaction-deps.ts';
import { keptOfVisitor, type Visitor } from './visitor.ts';

/** A toggle as one person sees it. */
export interface ShownToggle {
  id: string;
  label: string;
  description: string | null;
  on: boolean;
}

/** The content of the hosted page for the person of a token. */
export interface SubscriptionPage {
  status: PublicStatus;
  account_name: string;
  settings: Settings;
  /** Null if preferences are not enabled, or if a custom URL replaces them (SET-25). */
  preferences: { revision: string; toggles: ShownToggle[] } | null;
}

export interface PreferenceSubmission {
  /** Revision of the page that was shown. */
  revision: string;
  /** By the id of each toggle. */
  selections: Readonly<Record<string, unknown>>;
}

/** The result of a save; nothing was written unless it is `saved`. */
export type PreferenceSave =
  | { result: 'saved'; page: SubscriptionPage }
  /** The toggles have changed since the page was shown (SUB-20), or preferences are now off. */
  | { result: 'stale'; page: SubscriptionPage }
  /** Nothing can be chosen until they resubscribe (SUB-25). */
  | { result: 'unsubscribed'; page: SubscriptionPage }
  /** Selections are missing, unknown, or not true or false (SUB-19). */
  | { result: 'invalid'; page: SubscriptionPage; errors: Issue[] }
  /** These toggles would not show what was chosen, so all of it was rolled back (PREF-18). */
  | { result: 'refused'; page: SubscriptionPage; toggles: string[] };

/** The parts of the service that the pages of subscribers need. */
export type SubscriptionDeps = TransactionDeps & IngestDeps & { callRates: CallRates };

/** Thrown to roll a save back. */
class SaveRefused extends Error {
  readonly toggles: string[];

  constructor(toggles: string[]) {
    super('The preferences do not lead to what was chosen.');
    this.toggles = toggles;
  }
}

/** Null for a token that was not signed here, or whose person was erased. */
export async function readSubscription(
  deps: SubscriptionDeps,
  text: string,
): Promise<SubscriptionPage | null> {
  const token = readPublicToken(deps.acceptedKeys, text);
  if (token === null) return null;
  const mode = { readOnly: true, testClock: deps.config.testClock };
  return await retriedTransaction(deps.database, mode, (tx) => pageOf(tx, deps, token.personId));
}

/** Unsubscribes a person from all mail. Repeated, it only adds a reason if there was none. */
export async function unsubscribe(
  deps: SubscriptionDeps,
  text: string,
  { reason, how, visitor }: { reason: string | null; how: SubscriberDoor; visitor?: Visitor },
): Promise<PublicStatus | null> {
  const given = reason === null ? null : cleanReason(reason);
  // Reserved for the service, which recognises erased people by it.
  const why = given === erasedReason ? null : given;
  return await changeStatus(deps, text, { unsubscribed: true, reason: why, how }, visitor);
}

/** Resubscribes a person; preferences are unchanged (SUB-23). Throws rate_limited. */
export async function resubscribe(
  deps: SubscriptionDeps,
  text: string,
  { how, visitor }: { how: SubscriberDoor; visitor?: Visitor },
): Promise<PublicStatus | null> {
  return await changeStatus(deps, text, { unsubscribed: false, how }, visitor);
}

type StatusChange = Pick<PersonChange, 'unsubscribed' | 'reason' | 'how'>;

async function changeStatus(
  deps: SubscriptionDeps,
  text: string,
  change: StatusChange,
  visitor?: Visitor,
): Promise<PublicStatus | null> {
  const token = readPublicToken(deps.acceptedKeys, text);
  if (token === null) return null;
  if (!change.unsubscribed) deps.callRates.count(token.personId, performance.now());
  const mode = { testClock: deps.config.testClock };
  return await retriedTransaction(deps.database, mode, async (tx) => {
    // The event names the email and the send whose link was used (SUB-05).
    const about = { email_id: token.emailId, send_id: token.sendId || null };
    const personId = token.personId;
    const consent = { ...(await keptOfVisitor(tx, deps, visitor)), send_id: about.send_id };
    const applied = { ...change, person_id: personId, about, consent };
    const happened = await applyChanges(tx, deps, [applied]);
    const left = happened.some(({ name }) => name === 'unsubscribed');
    const { send_id } = about;
    if (left && (await addUnsubscribe(tx, { person_id: personId, ...about })) && send_id !== null) {
      const figure = 'unsubscribed' as const;
      await countFacts(tx, [{ send_id, figure, at: tx.now, link: null, count: 1 }]);
      tx.work.count('emails', [about.email_id]);
      tx.work.count('report', [null]);
    }
    await recordEvents(tx, deps, happened);
    const [person] = await findPeopleByIds(tx, [token.personId]);
    return person === undefined ? null : statusOf(person);
  });
}

/**
 * Applies the chosen changes of every toggle (SUB-26) with the code of any other change of a
 * person, then checks that every condition gives what was chosen, and otherwise writes nothing
 * (PREF-18). Suppression is never touched (PREF-19). Throws rate_limited.
 */
export async function savePreferences(
  deps: SubscriptionDeps,
  text: string,
  submission: PreferenceSubmission,
  visitor?: Visitor,
): Promise<PreferenceSave | null> {
  const token = readPublicToken(deps.acceptedKeys, text);
  if (token === null) return null;
  deps.callRates.count(token.personId, performance.now());
  const mode = { testClock: deps.config.testClock };
  try {
    return await retriedTransaction(deps.database, mode, (tx) =>
      save(tx, deps, { ...token, visitor }, submission),
    );
  } catch (error) {
    if (!(error instanceof SaveRefused)) throw error;
    const page = await readSubscription(deps, text);
    return page === null ? null : { result: 'refused', page, toggles: error.toggles };
  }
}

/** Who saves preferences, and by the link of which mail. */
interface Saver {
  personId: number;
  /** 0 for mail that was never queued. */
  sendId: number;
  visitor: Visitor | undefined;
}

async function save(
  tx: Tx,
  deps: SubscriptionDeps,
  { personId, sendId, visitor }: Saver,
  { revision, selections }: PreferenceSubmission,
): Promise<PreferenceSave | null> {
  // A concurrent unsubscribe comes completely before or after this.
  await lockPeople(tx, [personId]);
  const page = await pageOf(tx, deps, personId);
  if (page === null) return null;
  if (page.preferences?.revision !== revision) return { result: 'stale', page };
  if (page.status.unsubscribed) return { result: 'unsubscribed', page };
  const { toggles } = page.settings['sending.subscription_preferences'];
  const { selection, errors } = readSelection(toggles, selections);
  if (errors.length > 0) return { result: 'invalid', page, errors };
  await runToggles(tx, deps, personId, toggles, selection);
  const after = await pageOf(tx, deps, personId);
  if (after === null) return null;
  const shown = after.preferences?.toggles ?? [];
  refuse(shown.filter(({ id, on }) => selection.get(id) !== on));
  const kept = await keptOfVisitor(tx, deps, visitor);
  const turned = page.preferences.toggles.filter(({ id, on }) => selection.get(id) !== on);
  await recordConsents(
    tx,
    turned.map(({ id, label, description, on }) => ({
      person_id: personId,
      kind: on ? 'withdrawn' : 'given',
      purpose: id,
      wording: description === null ? label : `${label}\n${description}`,
      source: 'preferences',
      send_id: sendId || null,
      ...kept,
    })),
  );
  return { result: 'saved', page: after };
}

async function runToggles(
  tx: Tx,
  deps: SubscriptionDeps,
  personId: number,
  toggles: readonly PreferenceToggle[],
  selection: Selection,
): Promise<void> {
  const changes = toggles.map((toggle) => toggleChange(toggle, selection.get(toggle.id) === true));
  // A field can have got another type since the toggle was saved.
  const fields = changes.map((change) => change.fields);
  const faults = await registerFields(tx, fields, '');
  refuse(toggles.filter((_, index) => faults[index]));
  await changePeople(
    tx,
    deps,
    changes.map((change) => ({ ...change, person_id: personId, how: 'preferences' })),
  );
}

function refuse(toggles: readonly { id: string }[]): void {
  if (toggles.length > 0) throw new SaveRefused(toggles.map(({ id }) => id));
}

async function pageOf(
  tx: Tx,
  deps: SubscriptionDeps,
  personId: number,
): Promise<SubscriptionPage | null> {
  const [[person], { profile, saved }] = await Promise.all([
    findPeopleByIds(tx, [personId]),
    readAccount(tx, settingKeys),
  ]);
  if (person === undefined) return null;
  const settings = settingsWith(saved);
  const { enabled, toggles } = settings['sending.subscription_preferences'];
  const active = enabled && settings['sending.unsubscribe_page_url'] === '';
  return {
    status: statusOf(person),
    account_name: profile.name,
    settings,
    preferences: active
      ? { revision: revisionOf(toggles), toggles: await shownToggles(tx, deps, toggles, person) }
      : null,
  };
}

/** What somebody chose on the preferences page; nothing where there is none. */
export async function preferencesOf(
  tx: Tx,
  deps: SubscriptionDeps,
  person: FreePerson,
): Promise<Pick<ShownToggle, 'id' | 'label' | 'on'>[]> {
  const { saved } = await readAccount(tx, settingKeys);
  const { toggles } = settingsWith(saved)['sending.subscription_preferences'];
  const shown = await shownToggles(tx, deps, toggles, person);
  return shown.map(({ id, label, on }) => ({ id, label, on }));
}

async function shownToggles(
  tx: Tx,
  deps: SubscriptionDeps,
  toggles: readonly PreferenceToggle[],
  person: FreePerson,
): Promise<ShownToggle[]> {
  const questions = toggles.flatMap(({ condition }) => asks(condition));
  const known = new Map([[person.id, person]]);
  const facts = await loadConditionFacts(tx, deps, [{ personId: person.id, questions }], known);
  return toggles.map((toggle) => ({
    id: toggle.id,
    label: toggle.label,
    description: toggle.description ?? null,
    on: isOn(toggle, facts.of(person.id), tx.now),
  }));
}

/** Differs if the toggles mean something else; the texts around them may change. */
function revisionOf(toggles: readonly PreferenceToggle[]): string {
  return createHash('sha256').update(JSON.stringify(toggles)).digest('base64url').slice(0, 22);
}

function statusOf(person: PersonRow): PublicStatus {
  return {
    email: person.email,
    unsubscribed: person.unsubscribed_at !== null,
    unsubscribed_at: person.unsubscribed_at?.toISOString() ?? null,
    reason: person.unsubscribe_reason,
  };
}
