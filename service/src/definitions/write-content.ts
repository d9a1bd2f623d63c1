import type { Change } from '@postroad/core/definitions/change';
import type { Records } from '@postroad/core/definitions/records';
import { findComponent, insertComponent, updateComponent } from '@postroad/store/content/component';
import { findEmailsNaming } from '@postroad/store/content/content-reference';
import { archiveEmail, type EmailContent } from '@postroad/store/content/email';
import { writeCompiles } from '@postroad/store/content/email-compile';
import { findLayouts, updateLayout } from '@postroad/store/content/layout';
import { keepRecompile, markStale, settleCompiles } from '@postroad/store/content/stale-compile';
import { findTheme, insertTheme, updateTheme } from '@postroad/store/content/theme';
import { passId } from '@postroad/store/definitions/definition';
import type { Tx } from '@postroad/store/platform/transaction';
import { checkKindChange } from '../content/email-kind.ts';
import { getEmail } from '../content/get-email.ts';
import {
  makeEmail,
  makeLayout,
  setDefaultLayout,
  setDefaultTheme,
} from '../content/new-content.ts';
import { storeEmail } from '../content/store-email.ts';
import type { Context } from '../platform/handler.ts';
import type { RenderedPlan } from './render-changes.ts';

type Writing = Pick<Context, 'tx'>;

/** Returns the id of the written record, for listeners of changes. */
export type Write<Type extends Change['type']> = (
  writing: Writing,
  before: Records[Type] | null,
  after: Records[Type],
  /** The id that its file asks for; null if the record exists, or gets the next id. */
  id: number | null,
) => Promise<number | string>;

/** A record of the plan no longer exists; the caller plans again. */
export class AccountMoved extends Error {
  constructor() {
    super('The account was changed meanwhile.');
    this.name = 'AccountMoved';
  }
}

export function present<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new AccountMoved();
  return row;
}

export const writeTheme: Write<'theme'> = async ({ tx }, before, after) => {
  const { key, name, variables } = after;
  const { id } =
    before === null
      ? await insertTheme(tx, { key, name, variables })
      : await updateTheme(tx, present(await findTheme(tx, key)).id, { name, variables });
  if (after.is_default) await setDefaultTheme(tx, id);
  return id;
};

export const writeComponent: Write<'component'> = async ({ tx }, before, { key, name, html }) => {
  if (before === null) return (await insertComponent(tx, { key, name, html })).id;
  const held = present(await findComponent(tx, key));
  return (await updateComponent(tx, held.id, { name, html })).id;
};

export const writeTemplate: Write<'template'> = async ({ tx }, before, after, id) => {
  const { name, html, css, theme } = after;
  const themeId = theme === null ? null : present(await findTheme(tx, theme)).id;
  const content = { name, html, css, theme_id: themeId };
  if (id !== null) await passId(tx, 'layouts', id);
  const written =
    before?.id ?? (await makeLayout(tx, content, { id, key: after.key ?? undefined }));
  if (before?.id) await updateLayout(tx, before.id, content);
  if (after.is_default) await setDefaultLayout(tx, written);
  return written;
};

export const writeEmail: Write<'email'> = async ({ tx }, before, after, id) => {
  const { id: _, key, template_id, ...rest } = after;
  const content: EmailContent = { ...rest, layout_id: template_id };
  if (id !== null) await passId(tx, 'emails', id);
  if (!before?.id) return (await makeEmail(tx, content, { id, key: key ?? undefined })).id;
  if (content.kind !== before.kind) {
    await checkKindChange(tx, await getEmail(tx, before.id, 'for update'), content.kind);
  }
  await storeEmail(tx, { ...before, id: before.id }, content);
  await archiveEmail(tx, before.id, false);
  return before.id;
};

interface WrittenContent {
  idOf(type: 'email' | 'template'): (planned: number) => number;
  subjects: readonly { subject: 'theme' | 'layout' | 'component'; subjectId: number }[];
}

/**
 * Stores the compiled emails. Those not compiled yet are left to the background, as after the save
 * of a layout; none of them is sent before.
 */
export async function writeRendered(
  { tx }: Writing,
  { compiled, recompiled, affected }: RenderedPlan,
  written: WrittenContent,
): Promise<void> {
  const naming = [
    ...(await findEmailsNaming(tx, 'theme', [...affected.themes])),
    ...(await findEmailsNaming(tx, 'component', [...affected.components])),
  ];
  const layoutIds = [...affected.templates].map(written.idOf('template'));
  if (affected.defaultMoved) layoutIds.push(...(await defaultLayoutIds(tx)));
  if (layoutIds.length + naming.length > 0) {
    const { generation, count } = await markStale(tx, { layoutIds, emailIds: naming });
    const ready = [...recompiled].map(([email_id, packed]) => ({
      ...{ email_id, generation, packed },
    }));
    await settleCompiles(tx, ready);
    if (count > ready.length) {
      for (const subject of written.subjects)
        await keepRecompile(tx, { ...subject, generation, total: count });
      tx.work.wake('recompiles');
    }
  }
  const emailId = written.idOf('email');
  const rows = [...compiled].map(([id, one]) => ({
    email_id: emailId(id),
    compiled: one,
  }));
  if (rows.length > 0) await writeCompiles(tx, rows);
}

async function defaultLayoutIds(tx: Tx): Promise<number[]> {
  const rows = await findLayouts(tx, [0]);
  return rows.map(({ id }) => id);
}
