import { nearest } from '@postroad/core/platform/nearest';

/** Longer paths are not compared, so that an unknown path costs little. */
const comparedChars = 200;

const prefix = ['', 'api', 'v1'];

function matches(part: string, own: string): boolean {
  return own.startsWith(':') ? part !== '' : own === part;
}

/** The path under `/api/v1`, also where the prefix is missing or in part; null for a path that is none. */
function partsOf(path: string): string[] | null {
  if (path.length > comparedChars || !path.startsWith('/')) return null;
  const parts = path.replace(/\/$/, '').split('/').slice(1);
  if (parts[0] === 'api') parts.shift();
  if (parts[0] === 'v1') parts.shift();
  return parts.length === 0 ? null : [...prefix, ...parts];
}

function changed(parts: readonly string[], path: string): string | null {
  const near = parts.join('/');
  return near === path ? null : near;
}

/** The name that a part means: one with few other letters, or the only one that has it as a word. */
function meant(part: string, names: ReadonlySet<string>): string | null {
  const near = nearest(part, names);
  if (near !== null) return near;
  const having = [...names].filter((name) => name.split(/[_-]/).includes(part));
  return having.length === 1 ? (having[0] ?? null) : null;
}

/**
 * The path of the API that an unknown one means: the same with the prefix `/api/v1` and without a slash
 * at its end, or with one name put right. Null where none is close. Routes are such as
 * `/api/v1/emails/:email_id`.
 */
export function nearestRoute(path: string, routes: Iterable<string>): string | null {
  const parts = partsOf(path);
  if (parts === null) return null;
  const names = parts.map(() => new Set<string>());
  for (const route of routes) {
    const own = route.split('/');
    if (own.length !== parts.length) continue;
    const wrong = own.flatMap((name, at) => (matches(parts[at] ?? '', name) ? [] : [at]));
    const [at] = wrong;
    if (at === undefined) return changed(parts, path);
    const name = own[at] ?? '';
    if (wrong.length === 1 && !name.startsWith(':')) names[at]?.add(name);
  }
  for (const [at, known] of names.entries()) {
    const name = meant(parts[at] ?? '', known);
    if (name !== null) return changed(parts.with(at, name), path);
  }
  return null;
}
