import { settingKeys } from '../account/settings.ts';
import { tidyTranslations } from '../content/compile/translations.ts';
import { themeVocabulary } from '../content/themes/vocabulary.ts';
import { writtenCase } from '../flows/cases/flow-case.ts';
import { slugOf } from '../flows/definition/slug.ts';
import { type JsonObject, ordered } from '../platform/json.ts';
import type { ReadFile, RecordType } from './record-type.ts';
import type { DefinitionType, FileRecords, SingleType } from './records.ts';
import { FileError } from './text/file-error.ts';
import { type FileNode, jsonOf } from './text/file-tree.ts';
import { fileText, readFrontMatter, writeFrontMatter } from './text/front-matter.ts';
import { readJson } from './text/json-text.ts';
import { writeYaml } from './text/write-yaml.ts';
import { readYaml } from './text/yaml-text.ts';

function mapOf(node: FileNode): JsonObject {
  if (node.kind === 'map') return jsonOf(node) as JsonObject;
  const message = 'The file has to hold an object: keys with their values.';
  throw new FileError('not_an_object', node.offset, message, 'Write the record as an object.');
}

function plainFile(node: FileNode): ReadFile {
  return { value: mapOf(node), node, body: null };
}

function writeJson(record: object, keys: readonly string[]): string {
  return `${JSON.stringify(ordered(record as JsonObject, keys), null, 2)}\n`;
}

/**
 * At least four digits, then a slug of the name from its Latin letters. Without an id, as in a tree
 * for several instances, the key.
 */
function numberedName(
  { id, key }: { id: number | null; key: string | null },
  name: string,
  noun: string,
): string {
  const slug = slugOf(name) || noun;
  return id === null ? (key ?? slug) : `${String(id).padStart(4, '0')}-${slug}`;
}

/** Of what a new record is known by, that is left out which is not there yet. */
function address({ id, key }: { id: number | null; key: string | null }): JsonObject {
  return { ...(id === null ? {} : { id }), ...(key === null ? {} : { key }) };
}

/** Another record, under the name for an id or for a key. */
function reference(noun: string, named: number | string | null): JsonObject {
  return { [typeof named === 'string' ? noun : `${noun}_id`]: named };
}

type KeyedType = 'theme' | 'field' | 'product' | 'segment' | 'guard' | 'flow' | 'form';

function keyed<Type extends KeyedType>(
  type: Type,
  folder: string,
  keys: readonly string[],
  shaped: (record: FileRecords[Type]) => object = (record) => record,
): RecordType<Type> {
  return {
    ...{ type, folder, extension: '.json', address: 'key' },
    label: ({ name, key }) => name || key,
    fileName: ({ key }) => key,
    write: (record) => writeJson(shaped(record), keys),
    read: (text, budget) => plainFile(readJson(text, budget)),
  };
}

/** Writes variables in the order of the vocabulary. */
function themeFile(record: FileRecords['theme']): object {
  const names = themeVocabulary.map((variable) => variable.name);
  const variables = Object.entries(ordered(record.variables, names)).map(([name, value]) => [
    name,
    typeof value === 'object' ? ordered(value as JsonObject, ['light', 'dark']) : value,
  ]);
  return { ...record, variables: Object.fromEntries(variables) };
}

const theme = keyed('theme', 'themes', ['key', 'name', 'is_default', 'variables'], themeFile);

const component: RecordType<'component'> = {
  ...{ type: 'component', folder: 'components', extension: '.html', address: 'key' },
  label: ({ name, key }) => name || key,
  fileName: ({ key }) => key,
  write: ({ key, name, html }) => writeFrontMatter({ key, name }, html),
  read(text, budget) {
    const { head, body, bodyOffset } = readFrontMatter(text, budget);
    const value = { ...mapOf(head), html: body };
    return { value, node: head, body: { key: 'html', offset: bodyOffset } };
  },
};

const styleElement = /^\s*<style>\n?([\s\S]*?)\n?<\/style>\n?/i;

/** CSS as files store it. It must not end its own element: in a text or comment of CSS, `<\/` equals `</`. */
export function cssText(css: string): string {
  return fileText(css)
    .trim()
    .replace(/<\/(style)/gi, '<\\/$1');
}

const template: RecordType<'template'> = {
  ...{ type: 'template', folder: 'templates', extension: '.html', address: 'id' },
  label: ({ name }) => name,
  fileName: (record) => numberedName(record, record.name, 'template'),
  write({ id, key, name, theme, is_default, css, html }) {
    const own = cssText(css);
    // Otherwise a style element in the markup would be read as the CSS.
    const needed = own !== '' || styleElement.test(html);
    const style = own === '' ? '<style></style>\n' : `<style>\n${own}\n</style>\n`;
    return writeFrontMatter(
      { ...address({ id, key }), name, theme, is_default },
      `${needed ? style : ''}${html}`,
    );
  },
  read(text, budget) {
    const { head, body, bodyOffset } = readFrontMatter(text, budget);
    const style = styleElement.exec(body);
    const html = style ? body.slice(style[0].length) : body;
    const value = { ...mapOf(head), css: style?.[1] ?? '', html };
    return { value, node: head, body: { key: 'html', offset: bodyOffset } };
  },
};

const email: RecordType<'email'> = {
  ...{ type: 'email', folder: 'emails', extension: '.md', address: 'id' },
  label: ({ title, subject, id }) => title || subject || (id === null ? 'Email' : `Email ${id}`),
  fileName: (record) => numberedName(record, record.title || record.subject, 'email'),
  write({ id, key, title, subject, pre_header, from_address, labels, template_id, ...rest }) {
    const words = { title, subject, pre_header, from_address, labels };
    const head = { ...address({ id, key }), ...words, ...reference('template', template_id) };
    // Not in the list of contract §6, and therefore written only where they say something.
    const reply = rest.reply_to === null ? {} : { reply_to: rest.reply_to };
    const off = rest.tracking ? {} : { tracking: false };
    const kind = rest.kind === 'marketing' ? {} : { kind: rest.kind };
    const translations = tidyTranslations(rest.translations);
    const languages = Object.keys(translations).length === 0 ? {} : { translations };
    const said = { ...head, ...reply, ...off, ...kind, ...languages };
    return writeFrontMatter(said, rest.body_markdown);
  },
  read(text, budget) {
    const { head, body, bodyOffset } = readFrontMatter(text, budget);
    const value = { ...mapOf(head), body_markdown: body };
    return { value, node: head, body: { key: 'body_markdown', offset: bodyOffset } };
  },
};

const stepKeys = ['delay_amount', 'delay_unit', 'status', 'email_id', 'email'];

const sequence: RecordType<'sequence'> = {
  ...{ type: 'sequence', folder: 'sequences', extension: '.json', address: 'id' },
  label: ({ name }) => name,
  fileName: (record) => numberedName(record, record.name, 'sequence'),
  write({ id, key, ...record }) {
    const steps = record.steps.map(({ email_id, ...step }) =>
      ordered({ ...step, ...reference('email', email_id) }, stepKeys),
    );
    const keys = ['id', 'key', 'name', 'description', 'repeat_mode', 'enabled', 'steps'];
    return writeJson({ ...address({ id, key }), ...record, steps }, keys);
  },
  read: (text, budget) => plainFile(readJson(text, budget)),
};

/** Names the email by its key where it has no id, as in a tree for several instances. */
function formFile({ confirm_email_id, ...form }: FileRecords['form']): object {
  return { ...form, ...reference('confirm_email', confirm_email_id) };
}

const form = keyed(
  'form',
  'forms',
  [
    ...['key', 'name', 'purpose', 'fields', 'consent_text', 'tags', 'set_fields', 'double_opt_in'],
    ...['confirm_email_id', 'confirm_email', 'redirect_url', 'allowed_origins', 'enabled'],
  ],
  formFile,
);

const settings: RecordType<'settings'> = {
  ...{ type: 'settings', folder: '', extension: '.yml', address: null },
  label: () => 'Settings',
  fileName: () => 'settings',
  write: (record) => writeYaml(ordered(record, settingKeys)),
  read: (text, budget) => plainFile(readYaml(text, budget)),
};

export const profileKeys = [
  ...['name', 'timezone', 'default_from_address', 'reply_to', 'base_url', 'tracking'],
] as const;

const profile: RecordType<'profile'> = {
  ...{ type: 'profile', folder: '', extension: '.yml', address: null },
  label: () => 'Profile',
  fileName: () => 'profile',
  write: (record) => writeYaml(ordered(record, profileKeys)),
  read: (text, budget) => plainFile(readYaml(text, budget)),
};

const flowTest: RecordType<'flow_test'> = {
  ...{ type: 'flow_test', folder: 'tests', nested: true, extension: '.yml', address: 'key' },
  label: ({ key }) => key,
  fileName: ({ key }) => key,
  write: ({ key: _, ...test }) => writeYaml(writtenCase(test)),
  read: (text, budget) => plainFile(readYaml(text, budget)),
};

/** The file format of each type. A type missing here does not compile. */
export const recordTypes: { readonly [Type in DefinitionType]: RecordType<Type> } = {
  theme,
  component,
  template,
  field: keyed('field', 'fields', ['key', 'name', 'type', 'active']),
  product: keyed('product', 'products', ['key', 'name']),
  email,
  segment: keyed('segment', 'segments', ['key', 'name', 'description', 'definition']),
  guard: keyed('guard', 'guards', ['key', 'name', 'condition', 'labels', 'enabled']),
  sequence,
  flow: keyed('flow', 'flows', ['key', 'name', 'labels', 'run_policy', 'definition']),
  flow_test: flowTest,
  form,
  settings,
  profile,
};

/** The format of any type, for generic code. */
export function recordTypeOf(type: DefinitionType): RecordType<DefinitionType> {
  return recordTypes[type] as unknown as RecordType<DefinitionType>;
}

/** Whether an account has exactly one record of the type, which is never removed. */
export function isSingle(type: DefinitionType): type is SingleType {
  return recordTypes[type].address === null;
}

/** `flows/<key>.json` and so on (contract §6). */
export function pathOf<Type extends DefinitionType>(type: Type, record: FileRecords[Type]): string {
  const { folder, extension, fileName } = recordTypes[type] as RecordType<Type>;
  return `${folder === '' ? '' : `${folder}/`}${fileName(record)}${extension}`;
}
