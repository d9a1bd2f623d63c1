import type { OperationOutput } from './catalog.ts';

type Described = OperationOutput<'describe_schema'>;

/** The answer of describe_schema as agents read it: one line a field, nothing that is empty. */
export interface CompactTopic {
  topic: string;
  part?: string;
  rules: string[];
  /** `name*: type — note`; an asterisk where it is required, no type where it is a string. */
  fields: string[];
  example: unknown;
  /** Of a part alone: every issue of a validation carries its own fix. */
  errors?: string[];
  see: string[];
  /** Names by their kind, and under `more` the kinds of which the account has others besides. */
  names?: Record<string, string[]>;
}

function lineOf({ name, type, required, note }: Described['fields'][number]): string {
  const typed = type === 'string' || type === '' ? '' : `: ${type}`;
  return `${name}${required ? '*' : ''}${typed}${note === '' ? '' : ` — ${note}`}`;
}

/**
 * The same facts in two thirds of the tokens (AGT-19). The other surfaces keep the members apart,
 * because programs read them.
 */
export function compactTopic(described: Described): CompactTopic {
  const { topic, part, rules, fields, example, errors, see, names } = described;
  const more = names.filter(({ complete }) => !complete).map(({ kind }) => kind);
  const named = Object.fromEntries(names.map((listed) => [listed.kind, listed.names]));
  return {
    topic,
    ...(part === null ? {} : { part }),
    rules,
    fields: fields.map(lineOf),
    example,
    ...(part === null ? {} : { errors: errors.map(({ code, fix }) => `${code} — ${fix}`) }),
    see,
    ...(names.length === 0 ? {} : { names: more.length > 0 ? { ...named, more } : named }),
  };
}
