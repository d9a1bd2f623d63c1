/** Nouns whose records have a screen of their own; the others are below /records. */
export const nounScreens: readonly string[] = [
  ...['flows', 'emails', 'layouts', 'components', 'themes', 'sequences', 'broadcasts', 'people'],
  ...['segments', 'guards', 'tokens', 'events', 'forms'],
];

/** Members of an answer that are a record, with its noun. */
const members: Readonly<Record<string, string>> = {
  flow: 'flows',
  email: 'emails',
  template: 'layouts',
  layout: 'layouts',
  component: 'components',
  theme: 'themes',
  sequence: 'sequences',
  broadcast: 'broadcasts',
  person: 'people',
  segment: 'segments',
  guard: 'guards',
  field: 'fields',
  product: 'products',
  run: 'runs',
  import: 'imports',
  change: 'changes',
  webhook_endpoint: 'webhook-endpoints',
};

/** What names a record in an address: its key where it has one, else its id. */
export function recordName(record: Readonly<Record<string, unknown>>): string | null {
  const { key, id } = record;
  if (typeof key === 'string' && key !== '') return key;
  return typeof id === 'number' || typeof id === 'string' ? String(id) : null;
}

/** The id that an address names; null where it names none. */
export function idIn(name: string): number | null {
  return /^[1-9]\d{0,14}$/.test(name) ? Number(name) : null;
}

/** Nouns whose list, or what there is in place of one, is a screen with another name. */
const elsewhere: Readonly<Record<string, string>> = {
  runs: '/flows',
  'webhook-endpoints': '/webhooks-out',
  'webhook-deliveries': '/webhooks-out',
  sending: '/queue',
  report: '/reports',
  definitions: '/review',
  profile: '/settings',
  settings: '/settings',
  changes: '/history',
  example: '/',
  backups: '/operations/get_backups',
  schema: '/operations/describe_schema',
  checks: '/operations/check_service',
  clock: '/operations/get_clock',
};

/** Where the records of a noun are, one by one. */
export function recordsAddress(noun: string): string {
  return nounScreens.includes(noun) ? `/${noun}` : `/records/${noun}`;
}

/** The screen of a noun. */
export function nounAddress(noun: string): string {
  return elsewhere[noun] ?? recordsAddress(noun);
}

export function addressOf(noun: string, name: string): string {
  return `${recordsAddress(noun)}/${encodeURIComponent(name)}`;
}

/** The address of an email that leads back to what sends it, which may not be saved yet. */
export function emailFrom(
  sender: 'broadcast' | 'flow',
  name: string,
  emailId: number | string,
): string {
  return `${addressOf('emails', String(emailId))}?${sender}=${encodeURIComponent(name)}`;
}

/** Nouns whose records are read by their id alone, though they have a key too. */
export const readById: readonly string[] = ['emails', 'layouts', 'sequences'];

/** The address of a record of a noun; null if nothing names it. */
export function addressOfRecord(
  noun: string,
  record: Readonly<Record<string, unknown>>,
): string | null {
  const name = recordName(readById.includes(noun) ? { id: record.id } : record);
  return name === null ? null : addressOf(noun, name);
}

/** The address of the record that a member of an answer is; null if it is none. */
export function recordAddress(
  member: string,
  record: Readonly<Record<string, unknown>>,
): string | null {
  if (member === 'source' && typeof record.kind === 'string') {
    return recordAddress(record.kind, record);
  }
  const noun = members[member];
  return noun === undefined ? null : addressOfRecord(noun, record);
}

/** The address of the form of an operation, with arguments that are given. */
export function formAddress(name: string, given: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(given);
  return query.size > 0 ? `/operations/${name}?${query}` : `/operations/${name}`;
}
