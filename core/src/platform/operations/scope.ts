/** What tokens may be allowed to do (contract-2 §8); `implied` says what each contains. */
export const scopes = ['events', 'read', 'draft', 'send', 'write', 'admin'] as const;

export type Scope = (typeof scopes)[number];

/** What each scope allows besides itself. */
const implied: Readonly<Record<Scope, readonly Scope[]>> = {
  events: [],
  read: [],
  draft: ['read'],
  send: [],
  write: ['events', 'read', 'draft', 'send'],
  admin: ['events', 'read', 'draft', 'send', 'write'],
};

/** What a token of each scope may do, for refusals. */
export const scopeWords: Readonly<Record<Scope, string>> = {
  events: 'record events and upsert people',
  read: 'read',
  draft: 'read, make drafts and dry-run writes',
  send: 'send messages',
  write: 'read, change and send',
  admin: 'do everything',
};

/** Whether a token with these scopes may do what the scope `needed` allows. */
export function grants(given: readonly Scope[], needed: Scope): boolean {
  return given.some((scope) => scope === needed || implied[scope].includes(needed));
}

/** The scopes that no other of them implies: of `read` and `draft`, `draft`. */
export function widestScopes(given: readonly Scope[]): Scope[] {
  return given.filter((scope) => !given.some((other) => implied[other].includes(scope)));
}

/** Scopes without repetition, in the order of the list. */
export function orderedScopes(given: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => given.includes(scope));
}
