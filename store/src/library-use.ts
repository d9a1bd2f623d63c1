import type { Tx } from './transaction.ts';

/** An email by what people know it by. */
export interface NamedEmailRow {
  id: number;
  /** Its title, else its subject; never blank. */
  name: string;
}

/** Emails, archived ones included, whose body has one of the texts in it. */
export async function findEmailsHolding(
  { sql }: Tx,
  texts: string[],
): Promise<(NamedEmailRow & { body_markdown: string })[]> {
  return await sql<(NamedEmailRow & { body_markdown: string })[]>`
    select id, coalesce(title, nullif(trim(subject), ''), 'Email ' || id) as name, body_markdown
    from emails
    where exists (
      select from unnest(${texts}::text[]) as wanted (part)
      where strpos(body_markdown, wanted.part) > 0)
    order by id`;
}

/** Emails, archived ones included, that point at a layout. */
export async function findEmailsOfLayout({ sql }: Tx, layoutId: number): Promise<NamedEmailRow[]> {
  return await sql<NamedEmailRow[]>`
    select id, coalesce(title, nullif(trim(subject), ''), 'Email ' || id) as name
    from emails where layout_id = ${layoutId} order by id`;
}
