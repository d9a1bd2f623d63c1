import { type FormContent, recordsOfForm } from '@postroad/core/forms/check-form';
import type { FieldType } from '@postroad/core/people/field-type';
import { type IdPage, idPage } from '../platform/id-page.ts';
import { writeRecordReferences } from '../platform/record-reference.ts';
import type { Tx } from '../platform/transaction.ts';

export interface FormRow extends FormContent {
  id: number;
  key: string;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

/** Makes other transactions that change forms wait until this one ends. */
export async function lockForms({ sql }: Tx): Promise<void> {
  await sql`lock table forms in share row exclusive mode`;
}

/** By key, or by id if the address is a number. */
export async function findForm({ sql }: Tx, address: string): Promise<FormRow | null> {
  const id = /^\d{1,15}$/.test(address) ? Number(address) : null;
  const [row] = await sql<FormRow[]>`
    select * from forms where key = ${address} or id = ${id}::bigint
    order by key = ${address} desc limit 1`;
  return row ?? null;
}

export async function insertForm(tx: Tx, form: FormContent & { key: string }): Promise<FormRow> {
  const { sql, now } = tx;
  const [row] = await sql<[FormRow]>`
    insert into forms (key, name, purpose, fields, consent_text, tags, set_fields, double_opt_in,
      confirm_email_id, redirect_url, allowed_origins, enabled, created_at, updated_at)
    values (${form.key}, ${form.name}, ${form.purpose}, ${JSON.stringify(form.fields)}::text::json,
      ${form.consent_text}, ${form.tags}::text[], ${JSON.stringify(form.set_fields)}::text::json,
      ${form.double_opt_in}, ${form.confirm_email_id}, ${form.redirect_url},
      ${form.allowed_origins}::text[], ${form.enabled}, ${now}, ${now})
    returning *`;
  await writeRecordReferences(tx, 'form_id', row.id, recordsOfForm(form));
  return row;
}

export async function updateForm(tx: Tx, id: number, form: FormContent): Promise<FormRow> {
  const { sql, now } = tx;
  const [row] = await sql<[FormRow]>`
    update forms set name = ${form.name}, purpose = ${form.purpose},
      fields = ${JSON.stringify(form.fields)}::text::json, consent_text = ${form.consent_text},
      tags = ${form.tags}::text[], set_fields = ${JSON.stringify(form.set_fields)}::text::json,
      double_opt_in = ${form.double_opt_in}, confirm_email_id = ${form.confirm_email_id},
      redirect_url = ${form.redirect_url}, allowed_origins = ${form.allowed_origins}::text[],
      enabled = ${form.enabled}, updated_at = ${now}
    where id = ${id} returning *`;
  await writeRecordReferences(tx, 'form_id', id, recordsOfForm(form));
  return row;
}

export async function deleteForm({ sql }: Tx, id: number): Promise<void> {
  await sql`delete from forms where id = ${id}`;
}

/** In order of id. */
export async function listForms(tx: Tx, page: IdPage): Promise<FormRow[]> {
  const { behind, order } = idPage(tx, page);
  return await tx.sql<FormRow[]>`select * from forms where true ${behind} ${order}`;
}

export async function listFormKeys({ sql }: Tx): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`select key from forms`;
  return rows.map(({ key }) => key);
}

/** Active custom fields among the keys. */
export async function findFieldTypes({ sql }: Tx): Promise<ReadonlyMap<string, FieldType>> {
  const rows = await sql<{ key: string; type: FieldType }[]>`
    select key, type from fields where active`;
  return new Map(rows.map(({ key, type }) => [key, type]));
}

/** An email that a form may send, as far as the rules of forms need it. */
export async function findConfirmEmail(
  { sql }: Tx,
  id: number,
): Promise<{ archived: boolean; kind: string; body_markdown: string } | null> {
  const [row] = await sql<{ archived: boolean; kind: string; body_markdown: string }[]>`
    select archived_at is not null as archived, kind, body_markdown from emails where id = ${id}`;
  return row ?? null;
}
