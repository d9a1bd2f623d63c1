import type { FieldType } from '../people/field-type.ts';
import { fieldTypeFault } from '../people/field-type.ts';
import type { Issue } from '../platform/issue.ts';
import { hinted } from '../platform/issue.ts';
import { quoted } from '../platform/json.ts';
import { nearest } from '../platform/nearest.ts';
import type { RecordName } from '../platform/record-name.ts';
import type { FormField } from './form-operations.ts';
import { proofName } from './sign-up.ts';

/** What an author writes of a form, complete. */
export interface FormContent {
  name: string;
  purpose: string;
  fields: FormField[];
  consent_text: string;
  tags: string[];
  set_fields: Record<string, string | number | boolean>;
  double_opt_in: boolean;
  confirm_email_id: number | null;
  redirect_url: string | null;
  allowed_origins: string[];
  enabled: boolean;
}

/** The email that a form sends for confirmation, as far as its rules need it. */
export interface ConfirmEmail {
  archived: boolean;
  transactional: boolean;
  /** Whether its body has the link. */
  holdsLink: boolean;
}

/** The records that a form may name. */
export interface FormReferences {
  /** Active custom fields by key. */
  fields: ReadonlyMap<string, FieldType>;
  /** Undefined where there is no such email. */
  email(id: number): ConfirmEmail | undefined;
  /** The setting `forms.single_opt_in`. */
  singleOptIn: boolean;
}

/** Fields of a person that are no custom fields. */
const names: readonly string[] = ['first_name', 'last_name'];

/** The type of custom field that each kind of input fills (FORM-02). */
const fills: Readonly<Record<FormField['type'], FieldType>> = {
  text: 'string',
  select: 'string',
  checkbox: 'boolean',
  date: 'date',
  number: 'number',
};

function unknownField(path: string, key: string, known: Iterable<string>): Issue {
  const near = nearest(key, known);
  const issue = { path, code: 'field_unknown' };
  const message = `There is no active custom field ${quoted(key)}.`;
  return near
    ? hinted({ ...issue, message }, near)
    : { ...issue, message: `${message} Create it first, or use first_name or last_name.` };
}

function nameIssue(
  { name, type }: FormField,
  path: string,
  { fields }: FormReferences,
): Issue | null {
  if (name === 'email') {
    const message = 'The address is asked for by every form. Leave it out of fields.';
    return { path, code: 'field_implied', message };
  }
  if (name === proofName) {
    const message = `A post holds its proof of work in ${proofName}, so no visitor could answer it. Ask for a field with another key.`;
    return { path, code: 'field_reserved', message };
  }
  const isName = names.includes(name);
  const held = isName ? 'string' : fields.get(name);
  if (held === undefined) return unknownField(path, name, [...names, ...fields.keys()]);
  if (fills[type] === held) return null;
  const what = isName ? `${name} is a text` : `The field ${quoted(name)} is a ${held}`;
  const message = `${what}, which an input of type ${type} does not fill.`;
  return { path: path.replace(/name$/, 'type'), code: 'field_type', message };
}

function optionsIssue({ type, options }: FormField, path: string): Issue | null {
  if (type === 'select' && options === undefined) {
    return { path, code: 'required', message: 'A select needs options to choose from.' };
  }
  if (type !== 'select' && options !== undefined) {
    return { path, code: 'value_invalid', message: 'Only a select has options.' };
  }
  if (options !== undefined && new Set(options).size < options.length) {
    return { path, code: 'duplicate', message: 'An option is listed twice.' };
  }
  return null;
}

function fieldIssues({ fields }: FormContent, references: FormReferences): Issue[] {
  const seen = new Set<string>();
  return fields.flatMap((field, index) => {
    const at = `fields[${index}]`;
    const again = seen.has(field.name);
    seen.add(field.name);
    const twice = {
      path: `${at}.name`,
      code: 'duplicate',
      message: 'The field is asked for twice.',
    };
    const found = again ? twice : nameIssue(field, `${at}.name`, references);
    return [found, optionsIssue(field, `${at}.options`)].filter((one) => one !== null);
  });
}

function setIssues({ set_fields, fields }: FormContent, references: FormReferences): Issue[] {
  const asked = new Set(fields.map(({ name }) => name));
  return Object.entries(set_fields).flatMap(([key, value]): Issue[] => {
    const path = `set_fields.${key}`;
    const type = references.fields.get(key);
    if (type === undefined) return [unknownField(path, key, references.fields.keys())];
    if (asked.has(key)) {
      return [{ path, code: 'duplicate', message: 'The visitor is asked for this field already.' }];
    }
    const message = fieldTypeFault('set_fields.', key, type, value);
    return message === null ? [] : [{ path, code: 'field_type', message }];
  });
}

function emailIssues({ confirm_email_id: id }: FormContent, references: FormReferences): Issue[] {
  const path = 'confirm_email_id';
  if (id === null) return [];
  const email = references.email(id);
  if (email === undefined) {
    return [{ path, code: 'email_unknown', message: `There is no email ${id}.` }];
  }
  if (email.archived) {
    return [{ path, code: 'email_archived', message: `Email ${id} is archived.` }];
  }
  if (!email.transactional) {
    const message = `Email ${id} is a marketing email, and nobody has agreed to one yet. Set its kind to transactional.`;
    return [{ path, code: 'email_not_transactional', message }];
  }
  if (!email.holdsLink) {
    const message = `Email ${id} does not hold {{ confirm_url }}, so nobody could confirm.`;
    return [{ path, code: 'confirm_url_missing', message }];
  }
  return [];
}

/** What keeps a form from being stored (FORM-02, FORM-03, FORM-08). */
export function checkForm(form: FormContent, references: FormReferences): Issue[] {
  const found = [
    ...fieldIssues(form, references),
    ...setIssues(form, references),
    ...emailIssues(form, references),
  ];
  if (!form.double_opt_in && !references.singleOptIn) {
    const message =
      'Without double opt-in anybody can sign up anybody. Set forms.single_opt_in to true first.';
    found.push({ path: 'double_opt_in', code: 'single_opt_in_off', message });
  }
  return found;
}

/** The records that a form names, which it keeps from being deleted. */
export function recordsOfForm({
  fields,
  set_fields,
  confirm_email_id,
}: Pick<FormContent, 'fields' | 'set_fields' | 'confirm_email_id'>): RecordName[] {
  const keys = [...fields.map(({ name }) => name), ...Object.keys(set_fields)];
  const custom = [...new Set(keys)].filter((key) => !names.includes(key));
  return [
    ...custom.map((name) => ({ kind: 'field' as const, name })),
    ...(confirm_email_id === null ? [] : [{ kind: 'email' as const, name: confirm_email_id }]),
  ];
}
