import { hinted, ValueError } from '../../platform/issue.ts';
import { isObject } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { invalid } from '../../platform/refusal.ts';
import type { FieldType } from '../field-type.ts';
import { fieldTypeFault, inferFieldType } from '../field-type.ts';
import { type Member, memberNamedLike } from '../misplaced-fields.ts';
import { type NoTarget, type Target, targetOf, targetText } from './columns.ts';
import type { FileRecord } from './file-record.ts';
import type { ImportedPerson } from './imported-person.ts';
import { keysKnown } from './json-fields.ts';
import { type JsonRecord, NdjsonReader } from './ndjson-reader.ts';
import type { FileOptions, FileRow, PeopleFile } from './people-file.ts';
import { emptyFile, leftOf, refusedRow, unreadableRow } from './refused-row.ts';
import { type Draft, finishDraft, setOrLeave } from './set-target.ts';

/** An NDJSON file: one person per line, with the names of the API. */
export class NdjsonPeople implements PeopleFile {
  readonly #options: FileOptions;
  readonly #reader = new NdjsonReader();
  readonly #targets = new Map<string, Target | NoTarget>([
    ['fields', { kind: 'fields', types: null }],
  ]);
  readonly #types: Map<string, FieldType>;
  readonly #newFields = new Map<string, FieldType>();
  /** For each member of a person, the first key inside `fields` that is named like it: a file may spell it in any number of ways. */
  readonly #misplaced = new Map<Member, string>();
  #begun = false;

  constructor(options: FileOptions) {
    this.#options = options;
    this.#types = new Map(options.fields);
    for (const name of Object.keys(options.mapping)) {
      const target = targetOf(name, options);
      if ('fault' in target) {
        const issue = { path: 'mapping', code: 'value_invalid', message: target.fault };
        throw invalid([hinted(issue, target.near)]);
      }
      if (target.kind !== 'field' || target.type === null) continue;
      if (!this.#types.has(target.key)) this.#newFields.set(target.key, target.type);
      this.#types.set(target.key, target.type);
    }
  }

  push(text: string): FileRow[] {
    return this.#take(this.#reader.push(text));
  }

  end(): FileRow[] {
    const rows = this.#take(this.#reader.end());
    if (!this.#begun) throw emptyFile();
    return rows;
  }

  columns() {
    const columns = [...this.#targets].flatMap(([column, target]) =>
      'fault' in target ? [] : { column, target: targetText(target) },
    );
    // What else is in fields needs no target.
    const inside = [...this.#misplaced.values()].map((key) => `fields.${key}`);
    return [...columns, ...inside.map((name) => ({ column: name, target: name }))];
  }

  newFields() {
    return this.#newFields;
  }

  #take(records: FileRecord<JsonRecord>[]): FileRow[] {
    this.#begun ||= records.length > 0;
    return records.map((record) => {
      if (record.fault !== undefined) return unreadableRow(record);
      const { row, value } = record;
      const whole = () => ({ row, text: JSON.stringify(value), values: value, email: value.email });
      const left: ValueError[] = [];
      try {
        const person = this.#person(value, left);
        return { row, person, ...(left.length > 0 ? leftOf(whole(), left) : {}) };
      } catch (error) {
        return refusedRow(whole(), error);
      }
    });
  }

  #person(value: JsonRecord, left: ValueError[]): ImportedPerson {
    const draft: Draft = {};
    for (const [key, given] of Object.entries(value)) {
      const target = this.#target(key);
      if ('fault' in target) throw new ValueError('', target.fault, 'value_invalid', target.near);
      if (target.kind === 'fields') this.#note(given);
      setOrLeave(draft, target, given, key, { options: this.#options, left });
    }
    const person = finishDraft(draft, 'email');
    this.#checkFields(person.fields ?? {}, left);
    return person;
  }

  #note(given: unknown): void {
    for (const [key, value] of isObject(given) ? Object.entries(given) : []) {
      const member = value === null || key.length > limits.keyChars ? null : memberNamedLike(key);
      if (member !== null && !this.#misplaced.has(member)) this.#misplaced.set(member, key);
    }
  }

  #target(key: string): Target | NoTarget {
    const known = this.#targets.get(key);
    if (known !== undefined) return known;
    const target = targetOf(key, this.#options);
    if (this.#targets.size < keysKnown) this.#targets.set(key, target);
    return target;
  }

  /** A field takes the type of its first value in a valid row, as with events. */
  #checkFields(fields: NonNullable<ImportedPerson['fields']>, left: ValueError[]): void {
    const fresh = new Map<string, FieldType>();
    for (const [key, value] of Object.entries(fields)) {
      if (value === null) continue;
      const type = this.#types.get(key);
      const fault = type ? fieldTypeFault('', key, type, value) : null;
      if (fault) {
        const error = new ValueError(`fields.${key}`, fault.replace(/^\S+ /, ''));
        if (!this.#options.skip_bad_cells) throw error;
        left.push(error);
        delete fields[key];
        continue;
      }
      if (type === undefined) fresh.set(key, inferFieldType(value));
    }
    for (const [key, type] of fresh) {
      if (this.#newFields.size >= keysKnown) continue;
      this.#types.set(key, type);
      this.#newFields.set(key, type);
    }
  }
}
