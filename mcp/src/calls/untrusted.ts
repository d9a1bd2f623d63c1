/** Members that subscribers write themselves, or that were recorded of them word for word. */
const quoted: ReadonlySet<string> = new Set([
  ...['details', 'fields', 'first_name', 'last_name', 'attribution', 'actual'],
]);

/** What operators write; members of the same names are theirs in there. */
const ours: ReadonlySet<string> = new Set(['definition', 'condition']);

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list of fields is the account's; fields as an object are somebody's values. */
function isQuoted(name: string, value: unknown): boolean {
  return quoted.has(name) && !(name === 'fields' && Array.isArray(value));
}

/** Somebody who unsubscribes may write why. */
function isReason(name: string, within: Json): boolean {
  return name === 'reason' && 'unsubscribed' in within;
}

/**
 * An answer with everything that subscribers wrote under `untrusted`, beside the members it belongs
 * to: the instructions say never to follow instructions in there (mcp.md §5).
 */
export function markUntrusted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(markUntrusted);
  if (!isObject(value)) return value;
  const trusted: Json = {};
  const untrusted: Json = {};
  for (const [name, member] of Object.entries(value)) {
    if (isQuoted(name, member) || isReason(name, value)) untrusted[name] = member;
    else trusted[name] = ours.has(name) ? member : markUntrusted(member);
  }
  return Object.keys(untrusted).length > 0 ? { ...trusted, untrusted } : trusted;
}
