import { settingRules } from '@postroad/core/account/settings';
import { formCopies } from '@postroad/core/forms/form-copies';
import type { FormText } from '@postroad/core/forms/form-copy';
import type { FormField } from '@postroad/core/forms/form-operations';
import { limits } from '@postroad/core/platform/limits';
import { languageOf } from '@postroad/core/subscribers/pages/accept-language';
import { type PageLanguage, pageLanguages } from '@postroad/core/subscribers/pages/page-copy';
import type { PublicForm, SignUpPage } from '@postroad/service/forms/public-forms';
import { html, type Markup, nothing } from '../pages/html.ts';
import { type PageDocument, pageDocument } from '../pages/page-document.ts';

/** An input that people do not see and programs fill in (FORM-06). No key of a field begins like it. */
export const trapName = '_website';

/** What a visitor sent that could not be taken, to be shown again. */
export interface Faulty {
  values: Readonly<Record<string, unknown>>;
  faults: ReadonlyMap<string, FormText>;
}

export function languageFor(acceptLanguage: string | undefined): PageLanguage {
  return languageOf(acceptLanguage, pageLanguages);
}

type Copy = (typeof formCopies)[PageLanguage];

function documentOf(
  language: PageLanguage,
  form: PublicForm | null,
  page: { title: string; body: Markup; redirectsOffSite?: boolean },
): PageDocument {
  return pageDocument({
    language,
    title: page.title,
    sender: form?.account_name.trim() ?? '',
    buttonColor:
      form?.button_color ?? settingRules['sending.unsubscribe_page.button_color'].default,
    body: page.body,
    redirectsOffSite: page.redirectsOffSite ?? false,
    framedBy: form?.allowed_origins ?? [],
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

interface Shown {
  copy: Copy;
  value: unknown;
  fault: FormText | undefined;
}

function faultOf(id: string, { copy, fault }: Shown): Markup {
  return fault === undefined ? nothing : html`<p class="fault" id="${id}-fault">${copy[fault]}</p>`;
}

/** What assistive technology says of an input. */
function described(id: string, { fault }: Shown, required: boolean): Markup {
  const wrong =
    fault === undefined ? nothing : html` aria-invalid="true" aria-describedby="${id}-fault"`;
  return html`${required ? html` required` : nothing}${wrong}`;
}

function control(field: FormField, id: string, shown: Shown): Markup {
  const { name, type, required } = field;
  const value = textOf(shown.value);
  const about = described(id, shown, required);
  if (type === 'select') {
    const options = (field.options ?? []).map(
      (option) => html`<option${option === value ? html` selected` : nothing}>${option}</option>`,
    );
    return html`<select id="${id}" name="${name}"${about}><option value="">${shown.copy.choose}</option>${options}</select>`;
  }
  const complete =
    name === 'first_name' ? 'given-name' : name === 'last_name' ? 'family-name' : 'off';
  const longest = type === 'text' ? html` maxlength="${String(limits.formAnswerChars)}"` : nothing;
  const step = type === 'number' ? html` step="any"` : nothing;
  return html`<input id="${id}" name="${name}" type="${type}" value="${value}" autocomplete="${complete}"${longest}${step}${about}>`;
}

function fieldOf(field: FormField, shown: Shown): Markup {
  const id = `field-${field.name}`;
  if (field.type === 'checkbox') {
    const ticked = shown.value === 'on' || shown.value === true ? html` checked` : nothing;
    return html`<div class="field"><label class="choice" for="${id}"><input type="checkbox" id="${id}" name="${field.name}"${ticked}${described(id, shown, field.required)}>${field.label}</label>${faultOf(id, shown)}</div>\n`;
  }
  const note = field.required ? nothing : html` <small>(${shown.copy.optional})</small>`;
  return html`<div class="field"><label for="${id}">${field.label}${note}</label>
${control(field, id, shown)}${faultOf(id, shown)}</div>\n`;
}

/** The page of a form (FORM-04). `action` is relative, as a proxy may serve it below a path. */
export function formPage(
  form: PublicForm,
  language: PageLanguage,
  { values, faults }: Faulty = { values: {}, faults: new Map() },
): PageDocument {
  const copy = formCopies[language];
  const shownOf = (name: string): Shown => ({ copy, value: values[name], fault: faults.get(name) });
  const address = shownOf('email');
  const wrong = faults.size === 0 ? nothing : html`<p class="note" role="alert">${copy.errors}</p>`;
  const consent =
    form.consent_text === ''
      ? nothing
      : html`<p class="consent"><span>${copy.agree}</span>\n${form.consent_text}</p>`;
  const body = html`<div class="panel">${wrong}<h1>${form.name}</h1>
<form method="post" action="${form.key}">
<div class="field"><label for="field-email">${copy.address}</label>
<input id="field-email" name="email" type="email" value="${textOf(address.value)}" autocomplete="email" maxlength="${String(limits.addressChars)}"${described('field-email', address, true)}>${faultOf('field-email', address)}</div>
${form.fields.map((field) => fieldOf(field, shownOf(field.name)))}<div class="trap" aria-hidden="true"><label for="field-${trapName}">Website</label><input id="field-${trapName}" name="${trapName}" type="text" tabindex="-1" autocomplete="off"></div>
${consent}<button type="submit">${copy.submit}</button>
</form></div>`;
  return documentOf(language, form, { title: form.name, body });
}

/** A page with a headline, a sentence and at most one link. */
export function formNotice(
  language: PageLanguage,
  about: 'sent' | 'done' | 'gone' | 'limited' | 'foreign' | 'expired',
  form: PublicForm | null,
): PageDocument {
  const copy = formCopies[language];
  const title = copy[`${about}_headline`];
  const again =
    about === 'expired' && form?.enabled
      ? html`<a class="button" href="../f/${form.key}">${copy.again}</a>`
      : nothing;
  const body = html`<div class="panel"><h1>${title}</h1>
<p>${copy[about]}</p>${again}</div>`;
  return documentOf(language, form, { title, body });
}

/** What the link of a mail shows (FORM-10). */
export function confirmPage(page: SignUpPage, token: string, language: PageLanguage): PageDocument {
  const { state, email, form } = page;
  if (state === 'expired') return formNotice(language, 'expired', form);
  if (state === 'confirmed') return formNotice(language, 'done', form);
  const copy = formCopies[language];
  const [before = '', after = ''] = copy.confirm.split('{email}');
  const consent =
    form.consent_text === ''
      ? nothing
      : html`<p class="consent"><span>${copy.agree}</span>\n${form.consent_text}</p>`;
  const body = html`<div class="panel"><h1>${copy.confirm_headline}</h1>
<p>${before}<strong>${email ?? ''}</strong>${after}</p>
<p class="hint">${form.name}</p>
<form method="post" action="${token}">${consent}<button type="submit">${copy.confirm_button}</button></form></div>`;
  const redirectsOffSite = form.redirect_url !== null;
  return documentOf(language, form, { title: copy.confirm_headline, body, redirectsOffSite });
}
