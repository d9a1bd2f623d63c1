import { componentKeysNamedIn } from '@postroad/core/email/component-tag';
import type { OperationOutput } from '@postroad/core/operations/catalog';
import { type ComponentRow, readComponents } from '@postroad/store/component';
import { findLayouts } from '@postroad/store/layout';
import { findEmailsHolding } from '@postroad/store/library-use';
import type { Tx } from '@postroad/store/transaction';

/** Markup by key, as compiling takes it. */
export type Components = ReadonlyMap<string, string>;

export function markupByKey(rows: ComponentRow[]): Components {
  return new Map(rows.map(({ key, html }) => [key, html]));
}

/** The components, where one of the texts names any; most name none and cost no query. */
export async function componentsFor(tx: Tx, texts: string[]): Promise<Components> {
  const used = texts.some((text) => componentKeysNamedIn(text).length > 0);
  return used ? markupByKey(await readComponents(tx)) : new Map();
}

/** The components that the texts name, and those they hold, however far inside. */
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

/** The keys of `changed` components and of all that hold one of them, however far inside. */
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

export type ComponentUse = OperationOutput<'get_component'>['component']['where_used'];

/** What names each of the components in a tag of its own; an entry for every key. */
export async function componentUses(
  tx: Tx,
  keys: readonly string[],
): Promise<(key: string) => ComponentUse> {
  const uses = new Map(
    keys.map((key): [string, ComponentUse] => [key, { layouts: [], emails: [], components: [] }]),
  );
  const each = (text: string, note: (use: ComponentUse) => void) => {
    for (const key of componentKeysNamedIn(text)) {
      const use = uses.get(key);
      if (use) note(use);
    }
  };
  if (keys.length > 0) {
    for (const { id, name, html } of await findLayouts(tx, null)) {
      each(html, ({ layouts }) => layouts.push({ id, name }));
    }
    for (const { id, name, body_markdown } of await findEmailsHolding(tx, [...keys])) {
      each(body_markdown, ({ emails }) => emails.push({ id, name }));
    }
    for (const { id, key, name, html } of await readComponents(tx)) {
      each(html, ({ components }) => components.push({ id, key, name }));
    }
  }
  return (key) => uses.get(key) ?? { layouts: [], emails: [], components: [] };
}
