import { nameKey } from './name-key.ts';
import type { PlainTarget } from './plain-targets.ts';

/** What other programs mean by a column, as a mapping writes it. */
type Guessed = PlainTarget | 'name' | 'fields' | 'fields.language';

/** What other programs call the columns of people. */
const guesses: ReadonlyMap<string, Guessed> = new Map([
  ...guessed('email', 'contact_email', 'primary_email', 'email_adresse', 'e_mail_adresse'),
  ...guessed('first_name', 'first', 'fname', 'forename', 'given', 'vorname'),
  ...guessed('last_name', 'last', 'lname', 'family', 'nachname', 'familienname'),
  ...guessed('name', 'name', 'full_name', 'fullname', 'vollständiger_name'),
  ...guessed('tags', 'labels', 'schlagwörter'),
  ...guessed('timezone', 'tz', 'zeitzone'),
  ...guessed('unsubscribed', 'opted_out', 'opt_out', 'optout', 'email_opt_out', 'opt_out_of_email'),
  ...guessed('unsubscribed', 'unsubscribe', 'blocklisted', 'blacklisted', 'abgemeldet'),
  ...guessed('unsubscribed_at', 'unsub_time'),
  ...guessed('reason', 'unsub_reason'),
  ...guessed('hard_bounced_at', 'bounced', 'bounced_at', 'bounce', 'hard_bounced', 'hard_bounce'),
  ...guessed('hard_bounced_at', 'clean_time'),
  ...guessed('complained_at', 'complained', 'complaint', 'spam_complaint', 'marked_as_spam'),
  ...guessed('created_at', 'optin_time', 'date_added', 'dateadded', 'createdat'),
  ...guessed('opted_in_at', 'confirm_time'),
  ...guessed('fields.language', 'preferred_locale'),
  ...guessed('fields', 'attributes', 'attribs'),
]);

function guessed(target: Guessed, ...names: string[]): [string, Guessed][] {
  return names.map((name) => [name, target]);
}

/** Names that mean something only in a file of one program, which other columns tell. */
const programs: readonly { has: readonly string[]; names: ReadonlyMap<string, Guessed> }[] = [
  // listmonk
  {
    has: ['uuid', 'attributes', 'status'],
    names: new Map([...guessed('external_id', 'uuid'), ...guessed('unsubscribed', 'status')]),
  },
  // Customer.io
  { has: ['cio_id'], names: new Map(guessed('external_id', 'id')) },
];

/**
 * What a column of a file most likely means. The service does not take these names by itself: it
 * suggests them, and the console shows the operator what each is taken for.
 */
export function guessOf(name: string, header: readonly string[]): Guessed | undefined {
  const key = nameKey(name);
  const keys = new Set(header.map(nameKey));
  const common = guesses.get(key);
  // A file with the parts of the name, as one of Notifuse, says nothing more by the whole of it.
  if (common === 'name' && keys.has('first_name') && keys.has('last_name')) return undefined;
  if (common !== undefined) return common;
  const program = programs.find(({ names }) => names.has(key));
  if (program === undefined) return undefined;
  return program.has.every((one) => keys.has(one)) ? program.names.get(key) : undefined;
}
