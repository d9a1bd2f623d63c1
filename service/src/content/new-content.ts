import { type EmailContent, type EmailRow, insertEmail } from '@postroad/store/content/email';
import {
  insertLayout,
  type LayoutContent,
  makeLayoutDefault,
} from '@postroad/store/content/layout';
import { makeThemeDefault } from '@postroad/store/content/theme';
import type { Tx } from '@postroad/store/platform/transaction';
import { type AskedAddress, newAddress } from '../platform/record-key.ts';

/** Makes an email, with a key of its title, else of its subject, and tells of it, whatever call made it (EVENT-24). */
export async function makeEmail(
  tx: Tx,
  content: EmailContent,
  asked?: AskedAddress,
): Promise<EmailRow> {
  const name = content.title || content.subject;
  const email = await insertEmail(tx, await newAddress(tx, 'emails', name, asked), content);
  tx.work.tell({ resource: 'emails', id: email.id, action: 'created' });
  return email;
}

/** Makes a layout, with a key of its name. Returns its id. */
export async function makeLayout(
  tx: Tx,
  content: LayoutContent,
  asked?: AskedAddress,
): Promise<number> {
  const address = await newAddress(tx, 'layouts', content.name, asked);
  return await insertLayout(tx, address, content);
}

/** Tells of the record that is the default no longer, which no call names (EVENT-24). */
function tellFormer(tx: Tx, resource: 'themes' | 'templates', id: number | null): void {
  if (id !== null) tx.work.tell({ resource, id, action: 'updated' });
}

/** The caller holds the content lock alone. */
export async function setDefaultTheme(tx: Tx, id: number): Promise<void> {
  tellFormer(tx, 'themes', await makeThemeDefault(tx, id));
}

/** The caller holds the content lock alone. */
export async function setDefaultLayout(tx: Tx, id: number): Promise<void> {
  tellFormer(tx, 'templates', await makeLayoutDefault(tx, id));
}
