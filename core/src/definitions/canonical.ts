import { profileFaults } from '../account/profile.ts';
import { canonicalCondition } from '../conditions/canonical.ts';
import { readMailbox } from '../content/compile/from-address.ts';
import { parseThemeVariables } from '../content/themes/values.ts';
import type { Definition } from '../flows/definition/definition.ts';
import { withKeptStepIds } from '../flows/definition/keep-step-ids.ts';
import { normalise } from '../flows/definition/normalise.ts';
import { durationFault } from '../platform/duration.ts';
import type { Issue, ValidationIssue } from '../platform/issue.ts';
import { cssText } from './record-types.ts';
import type { DefinitionType, FileRecords, Records } from './records.ts';
import { asIds, type RecordIds, resolved } from './resolve-keys.ts';
import { fileText } from './text/front-matter.ts';

interface Findings {
  /** The reasons against storing the record. */
  errors: Issue[];
  /** Issues of the file that the stored form no longer shows. */
  warnings?: ValidationIssue[];
}

/** A record in its stored form. */
export interface Canonical<Type extends DefinitionType> extends Findings {
  record: Records[Type];
}

type Tidied<Type extends DefinitionType> = { record: FileRecords[Type] } & Findings;

type Canonise<Type extends DefinitionType> = (
  record: FileRecords[Type],
  held: Records[Type] | null,
) => Tidied<Type>;

const asItIs = <T>(record: T) => ({ record, errors: [] });

/** The stored text where a file says the same: files trim texts, which is no change (LEFT-06). */
function keptText(said: string, held: string | undefined, inFile: (text: string) => string) {
  return held !== undefined && inFile(held) === inFile(said) ? held : said;
}

/** The form in which saving would store a record; `held` is the stored record. */
const canonise: { readonly [Type in DefinitionType]: Canonise<Type> } = {
  theme(record) {
    const { values, errors } = parseThemeVariables(record.variables);
    return { record: { ...record, variables: values as Record<string, unknown> }, errors };
  },
  component: (record, held) =>
    asItIs({ ...record, html: keptText(fileText(record.html), held?.html, fileText) }),
  template: (record, held) =>
    asItIs({
      ...record,
      css: keptText(record.css, held?.css, cssText),
      html: keptText(record.html, held?.html, fileText),
    }),
  field: asItIs,
  product: asItIs,
  email(record, held) {
    const bodyMarkdown = keptText(record.body_markdown, held?.body_markdown, fileText);
    const { address, fault } = readMailbox(record.from_address, 'from_address');
    const reply = readMailbox(record.reply_to, 'reply_to');
    const title = record.title === '' ? null : record.title;
    const errors = [fault, reply.fault].filter((one) => one !== null);
    const mailboxes = { from_address: address, reply_to: reply.address };
    return { record: { ...record, title, ...mailboxes, body_markdown: bodyMarkdown }, errors };
  },
  segment: (record) =>
    asItIs({ ...record, definition: canonicalCondition(record.definition) as Tree }),
  guard: (record) => asItIs({ ...record, condition: canonicalCondition(record.condition) as Tree }),
  sequence(record) {
    const errors = record.steps.flatMap(({ delay_amount, delay_unit }, index) => {
      const fault = durationFault({ amount: delay_amount, unit: delay_unit });
      if (!fault) return [];
      const path = `steps[${index}]${fault.path.replace('.', '.delay_')}`;
      return [{ path, code: 'duration_malformed', message: fault.message }];
    });
    return { record, errors };
  },
  flow(record, held) {
    const before = (held?.definition ?? null) as Definition | null;
    const said = before === null ? record.definition : withKeptStepIds(record.definition, before);
    const { definition, refusals, issues } = normalise(said, before);
    const errors = refusals.map((refusal) => ({
      ...refusal,
      path: refusal.path.replace(/^definition\./, ''),
    }));
    const kept = { ...record, definition: definition as unknown as Tree };
    return { record: kept, errors, warnings: issues };
  },
  flow_test: asItIs,
  form: asItIs,
  settings: asItIs,
  profile(record, held) {
    const said = held === null ? record : { ...held, ...record };
    const reply = Object.hasOwn(said, 'reply_to') ? { reply_to: said.reply_to || null } : {};
    return { record: { ...said, ...reply }, errors: profileFaults(record) };
  },
};

type Tree = Record<string, unknown>;

/** The same for a file alone, which keeps naming other records as it does. */
export function tidied<Type extends DefinitionType>(
  type: Type,
  record: FileRecords[Type],
  held: Records[Type] | null = null,
): Tidied<Type> {
  return (canonise[type] as Canonise<Type>)(record, held);
}

export function canonical<Type extends DefinitionType>(
  type: Type,
  record: FileRecords[Type],
  held: Records[Type] | null,
  ids: RecordIds,
): Canonical<Type> {
  if (type === 'flow_test' && held !== null && isSameTest(record, held, ids)) {
    return { record: held, errors: [] };
  }
  const tidy = tidied(type, asIds(type, withHeldKey(record, held), ids), held);
  const named = resolved(type, tidy.record, ids);
  return { ...tidy, record: named.record, errors: [...tidy.errors, ...named.errors] };
}

function idIn(named: number | string, known: ReadonlyMap<string, number>): number | string {
  return typeof named === 'number' ? named : (known.get(named) ?? named);
}

/** A test names an email by its id or its key: one that was pulled by key is no change (LEFT-06). */
function isSameTest(said: unknown, held: unknown, ids: RecordIds): boolean {
  const [one, other] = [said, held].map((record) => {
    const { person, expect, ...test } = record as Records['flow_test'];
    const mail = person.mail.map((entry) => ({ ...entry, email: idIn(entry.email, ids.email) }));
    const sequences = person.sequences.map((entry) => {
      return { ...entry, sequence: idIn(entry.sequence, ids.sequence) };
    });
    const sends = expect.sends?.map((entry) => ({ ...entry, email: idIn(entry.email, ids.email) }));
    return JSON.stringify({
      test,
      person: { ...person, mail, sequences },
      expect: { ...expect, sends },
    });
  });
  return one === other;
}

/** A file may leave out the key that the record has beside its id. */
function withHeldKey<Type extends DefinitionType>(
  record: FileRecords[Type],
  held: Records[Type] | null,
): FileRecords[Type] {
  if (held === null || !('id' in record) || !('id' in held)) return record;
  if (!('key' in record) || !('key' in held)) return record;
  return { ...record, id: held.id, key: record.key ?? held.key };
}
