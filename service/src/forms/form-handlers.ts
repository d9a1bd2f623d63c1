import { settingRules } from '@postroad/core/account/settings';
import { holdsConfirmLink } from '@postroad/core/content/text/confirm-link';
import { checkForm, type FormContent, type FormReferences } from '@postroad/core/forms/check-form';
import { limits } from '@postroad/core/platform/limits';
import { invalid, notFound } from '@postroad/core/platform/refusal';
import { findSettings } from '@postroad/store/account/setting';
import {
  deleteForm,
  type FormRow,
  findConfirmEmail,
  findFieldTypes,
  findForm,
  insertForm,
  listFormKeys,
  listForms,
  lockForms,
  updateForm,
} from '@postroad/store/forms/form';
import { lockReferences } from '@postroad/store/platform/reference-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { newKeyOf } from '../platform/new-key.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';

function formView({ created_at, updated_at, ...row }: FormRow) {
  return {
    ...row,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

async function getForm(tx: Tx, address: string): Promise<FormRow> {
  const row = await findForm(tx, address);
  if (!row) throw notFound('form', address);
  return row;
}

const singleOptIn = 'forms.single_opt_in';

/** Whether forms may sign up people without a confirmation (FORM-03). */
export async function allowsSingleOptIn(tx: Tx): Promise<boolean> {
  const saved = await findSettings(tx, [singleOptIn]);
  return (saved.get(singleOptIn) ?? settingRules[singleOptIn].default) === true;
}

async function referencesOf(tx: Tx, { confirm_email_id }: FormContent): Promise<FormReferences> {
  const email = confirm_email_id === null ? null : await findConfirmEmail(tx, confirm_email_id);
  return {
    fields: await findFieldTypes(tx),
    email: () =>
      email === null
        ? undefined
        : {
            archived: email.archived,
            transactional: email.kind === 'transactional',
            holdsLink: holdsConfirmLink(email.body_markdown),
          },
    singleOptIn: await allowsSingleOptIn(tx),
  };
}

/** Throws a 422 that names every fault. */
async function refuseFaulty(tx: Tx, form: FormContent): Promise<void> {
  const faults = checkForm(form, await referencesOf(tx, form));
  if (faults.length > 0) throw invalid(faults.slice(0, limits.issuesListedMax));
}

/** Keeps what a form names from being deleted meanwhile, and serialises changes of forms. */
async function lockForWrite(tx: Tx): Promise<void> {
  await lockReferences(tx, 'shared');
  await lockForms(tx);
}

export const formHandlers: Pick<
  Handlers,
  'list_forms' | 'get_form' | 'create_form' | 'update_form' | 'delete_form'
> = {
  list_forms: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const rows = await listForms(tx, idPageOf(page));
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return { forms: shown.map(formView), next_cursor };
  }),

  get_form: read(async ({ form_key }, { tx }) => {
    return { form: formView(await getForm(tx, form_key)) };
  }),

  create_form: transaction(async (input, { tx }) => {
    await lockForWrite(tx);
    const key = newKeyOf('form', input, new Set(await listFormKeys(tx)));
    const content: FormContent = {
      name: input.name ?? key,
      purpose: input.purpose ?? 'marketing',
      fields: input.fields ?? [],
      consent_text: input.consent_text ?? '',
      tags: input.tags ?? [],
      set_fields: input.set_fields ?? {},
      double_opt_in: input.double_opt_in ?? true,
      confirm_email_id: input.confirm_email_id ?? null,
      redirect_url: input.redirect_url ?? null,
      allowed_origins: input.allowed_origins ?? [],
      enabled: input.enabled ?? true,
    };
    await refuseFaulty(tx, content);
    return { form: formView(await insertForm(tx, { key, ...content })), warnings: [] };
  }),

  update_form: transaction(async ({ form_key, ...input }, { tx }) => {
    await lockForWrite(tx);
    const held = await getForm(tx, form_key);
    const given = Object.fromEntries(
      Object.entries(input).filter(([, value]) => value !== undefined),
    );
    const content: FormContent = { ...held, ...given };
    await refuseFaulty(tx, content);
    return { form: formView(await updateForm(tx, held.id, content)), warnings: [] };
  }),

  delete_form: transaction(async ({ form_key }, { tx }) => {
    await lockForWrite(tx);
    const { id } = await getForm(tx, form_key);
    await deleteForm(tx, id);
    tx.work.tell({ resource: 'forms', id, action: 'deleted' });
    return { deleted: true };
  }),
};
