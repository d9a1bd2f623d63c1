import { marketing } from '@postroad/core/people/consent-operations';
import type { FormRow } from '@postroad/store/forms/form';
import type { SignUpRow } from '@postroad/store/forms/sign-up';
import { ensurePeople } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import type { IngestDeps } from '../events/ingest.ts';
import { recordEvents } from '../events/record-events.ts';
import { applyChanges, tellCreated } from '../people/change-people.ts';
import { recordConsents } from '../people/consents.ts';
import { registerFields } from '../people/register-fields.ts';
import { suppressionHashes } from '../people/suppression-hash.ts';

/** What follows a confirmed sign-up, for flows to begin with. */
const eventName = 'signed_up_by_form';

/** Fields of which the type has changed since the form was filled in are left out. */
async function fittingFields(tx: Tx, fields: SignUpRow['answers']['fields']) {
  const entries = Object.entries(fields);
  const faults = await registerFields(
    tx,
    entries.map(([key, value]) => ({ [key]: value })),
    '',
  );
  return Object.fromEntries(entries.filter((_, index) => faults[index] === null));
}

/**
 * Writes what somebody signed up for: the person, answers, tags and fields of the form, one entry of
 * consent, and an event. Who had left is back (FORM-10, FORM-11).
 */
export async function join(
  tx: Tx,
  deps: IngestDeps,
  { form, signUp }: { form: FormRow; signUp: SignUpRow },
  kind: 'confirmed' | 'given',
): Promise<void> {
  const { address, answers, purpose, wording, ip, user_agent } = signUp;
  const { ids, made } = await ensurePeople(tx, [address], (one) => suppressionHashes(deps, one));
  const personId = ids.get(address);
  if (personId === undefined) throw new Error('A person who signed up was neither made nor found.');
  // First, since a receiver hears of a person before it hears of what they were given.
  tellCreated(tx, made);
  const { fields, ...names } = answers;
  const events = await applyChanges(tx, deps, [
    {
      ...{ person_id: personId, how: 'form', unsubscribed: false, consent: null, ...names },
      fields: await fittingFields(tx, { ...form.set_fields, ...fields }),
      add_tags: form.tags,
    },
  ]);
  await recordConsents(tx, [
    {
      ...{ person_id: personId, kind, purpose: purpose || marketing, source: 'form' },
      ...{ form_key: form.key, wording: wording || null, ip, user_agent },
    },
  ]);
  const details = { form: form.key, purpose, first_time: made.has(personId) };
  const event = { person_id: personId, name: eventName, details, occurred_at: tx.now };
  const source = 'service' as const;
  await recordEvents(tx, deps, [...events, { ...event, historical: false, source }]);
}
