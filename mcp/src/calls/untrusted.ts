/** Members that subscribers write, or that are recorded about them word for word. */
const subscriberMembers: ReadonlySet<string> = new Set([
  ...['details', 'fields', 'first_name', 'last_name', 'attribution', 'actual'],
]);

/** Members that operators write; members of the same names inside them are the operators' too. */
const operatorMembers: ReadonlySet<string> = new Set(['definition', 'condition']);

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list of fields is the operators'; an object of fields holds a person's values. */
function isQuoted(name: string, value: unknown): boolean {
  return subscriberMembers.has(name) && !(name === 'fields' && Array.isArray(value));
}

/** The reason of an unsubscribe may be the person's own text. */
function isReason(name: string, within: Json): boolean {
  return name === 'reason' && 'unsubscribed' in within;
}

/**
 * Moves everything that subscribers wrote under a member `untrusted`, beside the trusted members:
 * the instructions forbid following instructions in it (mcp.md §5).
 */
export function markUntrusted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(markUntrusted);
  if (!isObject(value)) return value;
  const trusted: Json = {};
  const untrusted: Json = {};
  for (const [name, member] of Object.entries(value)) {
    if (isQuoted(name, member) || isReason(name, value)) untrusted[name] = member;
    else trusted[name] = operatorMembers.has(name) ? member : markUntrusted(member);
  }
  return Object.keys(untrusted).length > 0 ? { ...trusted, untrusted } : trusted;
}
