import { z } from 'zod';
import { profileOperations } from '../account/profile-operations.ts';
import { guardOperations } from '../conditions/guard-operations.ts';
import { segmentOperations } from '../conditions/segment-operations.ts';
import { componentOperations } from '../content/component-operations.ts';
import { emailOperations } from '../content/email-operations.ts';
import { layoutOperations } from '../content/layout-operations.ts';
import { themeOperations } from '../content/theme-operations.ts';
import { flowCase } from '../flows/cases/flow-case.ts';
import { flowOperations } from '../flows/flow-operations.ts';
import { formOperations } from '../forms/form-operations.ts';
import { fieldOperations } from '../people/field-operations.ts';
import { limits } from '../platform/limits.ts';
import { jsonObject } from '../platform/operations/shapes.ts';
import { sequenceOperations } from '../sequences/sequence-operations.ts';

/**
 * The records in definition files (contract §6). Each field has the rules of the operation that
 * creates the record; a file is complete, so an omitted field has its default.
 */

const theme = themeOperations.create_theme.input.shape;
const component = componentOperations.create_component.input.shape;
const layout = layoutOperations.create_layout.input.shape;
const field = fieldOperations.create_field.input.shape;
const email = emailOperations.create_email.input.shape;
const segment = segmentOperations.create_segment.input.shape;
const guard = guardOperations.create_guard.input.shape;
const sequence = sequenceOperations.create_sequence.input.shape;
const step = sequenceOperations.update_sequence_step.input.shape;
const flow = flowOperations.create_flow.input.shape;
const form = formOperations.create_form.input.shape;
/** Without the person whom emails are previewed as: people are never in files (DEFN-06). */
const profile = profileOperations.update_profile.input.omit({ preview_person_id: true });

const key = z.string();
const id = z.int().min(1).nullable().default(null);
/** Another record, by its id or by its key. */
const reference = z.union([z.int().min(1), z.string().min(1).max(limits.keyChars)]);
/** Beside the id. Null in a file of which the service makes the key, and in one from before keys. */
const ownKey = z.string().min(1).max(limits.keyChars).nullable().default(null);
/** Defaults to the key. */
const name = theme.name.optional();

export const recordShapes = {
  theme: z.strictObject({
    key,
    name,
    is_default: z.boolean().default(false),
    variables: jsonObject.default({}),
  }),
  component: z.strictObject({ key, name, html: component.html.default('') }),
  template: z.strictObject({
    id,
    key: ownKey,
    name: layout.name,
    theme: layout.theme.default(null),
    is_default: z.boolean().default(false),
    css: layout.css.default(''),
    html: layout.html.default(''),
  }),
  field: z.strictObject({
    key,
    name,
    type: field.type.default('string'),
    active: z.boolean().default(true),
  }),
  product: z.strictObject({ key, name }),
  email: z.strictObject({
    id,
    key: ownKey,
    title: email.title.unwrap().nullable().default(null),
    subject: email.subject.default(''),
    pre_header: email.pre_header.default(''),
    from_address: email.from_address.default(null),
    reply_to: email.reply_to.default(null),
    labels: email.labels.default([]),
    template_id: reference.nullable().default(null),
    tracking: z.boolean().default(true),
    kind: email.kind.default('marketing'),
    translations: email.translations.default({}),
    body_markdown: email.body_markdown.default(''),
  }),
  segment: z.strictObject({
    key,
    name,
    description: segment.description.default(''),
    definition: segment.definition,
  }),
  guard: z.strictObject({
    key,
    name,
    condition: guard.condition,
    labels: guard.labels.default([]),
    enabled: z.boolean().default(true),
  }),
  sequence: z.strictObject({
    id,
    key: ownKey,
    name: sequence.name,
    description: sequence.description.default(''),
    repeat_mode: sequence.repeat_mode.default('single_run'),
    enabled: z.boolean().default(false),
    steps: z
      .array(
        z.strictObject({
          delay_amount: step.delay_amount.default(0),
          delay_unit: step.delay_unit.default('days'),
          status: step.status.default('draft'),
          email_id: reference,
        }),
      )
      .max(limits.sequenceSteps)
      .default([]),
  }),
  flow: z.strictObject({
    key,
    name,
    labels: flow.labels.default([]),
    run_policy: flow.run_policy.default('single_run'),
    definition: flow.definition.unwrap(),
  }),
  /** The key is that of the flow and the name of the test: `welcome/large-plot`. */
  flow_test: z.strictObject({ key, ...flowCase.shape }),
  form: z.strictObject({
    key,
    name,
    purpose: form.purpose.default('marketing'),
    fields: form.fields.default([]),
    consent_text: form.consent_text.default(''),
    tags: form.tags.default([]),
    set_fields: form.set_fields.default({}),
    double_opt_in: z.boolean().default(true),
    confirm_email_id: reference.nullable().default(null),
    redirect_url: form.redirect_url.default(null),
    allowed_origins: form.allowed_origins.default([]),
    enabled: z.boolean().default(true),
  }),
  settings: jsonObject,
  /** What the file leaves out stays as it is, as with settings. */
  profile,
} as const;

type Shapes = typeof recordShapes;

/** In order of application (DEFN-21, contract §5.13). */
export const definitionTypes = Object.keys(recordShapes) as DefinitionType[];

export type DefinitionType = keyof Shapes;

type Said<Type extends DefinitionType> = NonNullableDefaults<z.output<Shapes[Type]>>;
/** Defaults are already filled in. */
type NonNullableDefaults<T> = { [Key in keyof T]-?: Exclude<T[Key], undefined> };

/** Types of which an account has exactly one record. */
export type SingleType = 'settings' | 'profile';

/** A record as its file says it: it may name other records by key. */
export type FileRecords = { [Type in DefinitionType]: Said<Type> };

type FileStep = FileRecords['sequence']['steps'][number];

/** An authored record, by type. */
export type Records = Omit<FileRecords, 'email' | 'sequence' | 'form'> & {
  email: Omit<FileRecords['email'], 'template_id'> & { template_id: number | null };
  form: Omit<FileRecords['form'], 'confirm_email_id'> & { confirm_email_id: number | null };
  sequence: Omit<FileRecords['sequence'], 'steps'> & {
    steps: (Omit<FileStep, 'email_id'> & { email_id: number })[];
  };
};

/** All records of an account by type, each in order of address. */
export type Account = {
  [Type in Exclude<DefinitionType, SingleType>]: readonly Records[Type][];
} & {
  [Type in SingleType]: Records[Type];
};
