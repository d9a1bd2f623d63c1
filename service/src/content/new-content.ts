import { type EmailContent, type EmailRow, insertEmail } from '@postroad/store/content/email';
import { insertLayout, type LayoutContent } from '@postroad/store/content/layout';
import type { Tx } from '@postroad/store/platform/transaction';
import { type AskedAddress, newAddress } from '../platform/record-key.ts';

/** Makes an email, with a key of its title, else of its subject. */
export async function makeEmail(
  tx: Tx,
  content: EmailContent,
  asked?: AskedAddress,
): Promise<EmailRow> {
  const name = content.title || content.subject;
  return await insertEmail(tx, await newAddress(tx, 'emails', name, asked), content);
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
