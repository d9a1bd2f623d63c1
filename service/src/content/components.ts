import { componentKeysNamedIn } from '@postroad/core/content/liquid/component-tag';
import { type ComponentRow, readComponents } from '@postroad/store/content/component';
import { countReferences, listReferences } from '@postroad/store/content/content-reference';
import type { Tx } from '@postroad/store/platform/transaction';
import { type Users, usersFrom } from '../platform/in-use.ts';

/** Markup by key, the form in which compiling needs it. */
export type Components = ReadonlyMap<string, string>;

export function markupByKey(rows: ComponentRow[]): Components {
  return new Map(rows.map(({ key, html }) => [key, html]));
}

/** All components if one of the texts names any. Most texts name none and cost no query. */
export async function componentsFor(tx: Tx, texts: string[]): Promise<Components> {
  const used = texts.some((text) => componentKeysNamedIn(text).length > 0);
  return used ? markupByKey(await readComponents(tx)) : new Map();
}

/** The components that the texts name, and those nested in them at any depth. */
export function componentsWithin(components: Components, texts: string[]): Components {
  const found = new Map<string, string>();
  const wanted = texts.flatMap(componentKeysNamedIn);
  for (let key = wanted.pop(); key !== undefined; key = wanted.pop()) {
    const html = components.get(key);
    if (html === undefined || found.has(key)) continue;
    found.set(key, html);
    wanted.push(...componentKeysNamedIn(html));
  }
  return found;
}

/** The keys of the `changed` components and of all that contain one of them at any depth. */
export function keysReaching(
  rows: ComponentRow[],
  changed: (row: ComponentRow) => boolean,
): ReadonlySet<string> {
  const reached = new Set(rows.filter(changed).map(({ key }) => key));
  const rest = rows.map(({ key, html }) => ({ key, named: componentKeysNamedIn(html) }));
  for (let grown = -1; grown !== reached.size; ) {
    grown = reached.size;
    for (const { key, named } of rest) if (named.some((one) => reached.has(one))) reached.add(key);
  }
  return reached;
}

/**
 * The records that name each of the components in a tag of their own, up to `most` of each kind.
 */
export async function componentUses(
  tx: Tx,
  keys: readonly string[],
  most: number,
): Promise<(key: string) => Users> {
  const counts = await countReferences(tx, 'component', keys);
  const rows = await listReferences(tx, 'component', keys, most);
  return (key) => usersFrom(rows, counts, key);
}
