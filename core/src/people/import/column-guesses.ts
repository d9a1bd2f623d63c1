type Guessed =
  | ('email' | 'first_name' | 'last_name' | 'tags' | 'timezone')
  | ('unsubscribed' | 'hard_bounced_at' | 'complained_at');

/**
 * What other programs call the columns of people. The service does not take these names by itself: it
 * suggests them, and the console shows the operator what each is taken for.
 */
export const columnGuesses: ReadonlyMap<string, Guessed> = new Map([
  ...guessed('email', 'contact_email', 'primary_email', 'email_adresse', 'e_mail_adresse'),
  ...guessed('first_name', 'first', 'fname', 'forename', 'given', 'vorname'),
  ...guessed('last_name', 'last', 'lname', 'family', 'nachname', 'familienname'),
  ...guessed('tags', 'labels', 'schlagwörter'),
  ...guessed('timezone', 'tz', 'zeitzone'),
  ...guessed('unsubscribed', 'opted_out', 'opt_out', 'optout', 'email_opt_out', 'opt_out_of_email'),
  ...guessed('unsubscribed', 'unsubscribe', 'blocklisted', 'blacklisted', 'abgemeldet'),
  ...guessed('hard_bounced_at', 'bounced', 'bounced_at', 'bounce', 'hard_bounced', 'hard_bounce'),
  ...guessed('complained_at', 'complained', 'complaint', 'spam_complaint', 'marked_as_spam'),
]);

function guessed(target: Guessed, ...names: string[]): [string, Guessed][] {
  return names.map((name) => [name, target]);
}
