import { z } from 'zod';
import type { Issue } from '../issue.ts';
import { isObject } from '../json.ts';
import { joinPath, jsonFault } from '../json-value.ts';
import { limits } from '../limits.ts';
import { nearest } from '../nearest.ts';
import { invalid } from '../refusal.ts';
import { argumentAliases, likelyName } from './aliases.ts';
import { FaultyEntry } from './faulty-entry.ts';
import type { Operation } from './operation.ts';

type ZodIssue = z.core.$ZodIssue;

/** The schemas of what is under a key of a value, whichever member of a union it is. */
function schemasUnder(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType[] {
  if (schema instanceof z.ZodObject) {
    const member: z.core.$ZodType | undefined = schema.shape[String(key)];
    return member ? [member] : [];
  }
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodRecord) return [schema.valueType];
  return innerOf(schema).flatMap((inner) => schemasUnder(inner, key));
}

/** What a wrapper wraps, and the members of a union. */
function innerOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options;
  if (schema instanceof z.ZodPipe) return [schema.in];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return [schema.unwrap()];
  return schema instanceof z.ZodDefault ? [schema.unwrap()] : [];
}

/** The keys that an object at a path can have, for "did you mean". */
function knownKeys(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const [key, ...rest] = path;
  if (key !== undefined) return schemasUnder(schema, key).flatMap((one) => knownKeys(one, rest));
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return innerOf(schema).flatMap((inner) => knownKeys(inner, []));
}

/** Names for zod's types that a sender of JSON understands. */
const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function messageOf(
  issue: ZodIssue,
  name: string,
): Pick<Issue, 'code' | 'message' | 'did_you_mean'> {
  const subject = name === '' ? 'The body' : name;
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return { code: 'required', message: `${subject} is required.` };
    return {
      code: 'type_invalid',
      message: `${subject} must be ${typeNames[issue.expected] ?? issue.expected}.`,
    };
  }
  if (issue.code === 'invalid_union') return ofUnion(issue, name);
  if (issue.code === 'too_big') {
    return {
      code: 'too_large',
      message: `${subject} may ${ofSize(issue, 'at most', Number(issue.maximum))}.`,
    };
  }
  if (issue.code === 'too_small') {
    if (issue.origin === 'string' && issue.minimum === 1) {
      return { code: 'too_small', message: `${subject} must not be blank.` };
    }
    return {
      code: 'too_small',
      message: `${subject} must ${ofSize(issue, 'at least', Number(issue.minimum))}.`,
    };
  }
  if (issue.code === 'invalid_value') {
    const known = issue.values.map(String);
    const near = typeof issue.input === 'string' ? nearest(issue.input, known) : null;
    const hint = near ? ` Did you mean ${near}?` : '';
    return {
      code: 'value_invalid',
      message: `${subject} must be ${known.length === 1 ? '' : 'one of '}${known.join(', ')}.${hint}`,
      ...(near === null ? {} : { did_you_mean: near }),
    };
  }
  const isSentence = /[.?]$/.test(issue.message);
  const message = isSentence ? issue.message : `${subject}: ${issue.message}.`;
  const near: unknown = issue.code === 'custom' ? issue.params?.did_you_mean : undefined;
  return {
    code: 'value_invalid',
    message,
    ...(typeof near === 'string' && { did_you_mean: near }),
  };
}

/**
 * The faults against the union member that the value most resembles, otherwise the list of kinds.
 */
function ofUnion(issue: ZodIssue & { code: 'invalid_union' }, name: string) {
  const subject = name === '' ? 'The body' : name;
  if (issue.input === undefined) return { code: 'required', message: `${subject} is required.` };
  const own = issue.errors.map((found) => found[0]).filter((found) => found?.path.length === 0);
  const near = own.find((found) => found?.code !== 'invalid_type');
  if (near !== undefined) return messageOf(near, name);
  const kinds = own.flatMap((found) =>
    found?.code === 'invalid_type' ? [typeNames[found.expected] ?? found.expected] : [],
  );
  if (kinds.length === 0) return { code: 'type_invalid', message: `${subject} is not readable.` };
  return { code: 'type_invalid', message: `${subject} must be ${kinds.join(' or ')}.` };
}

/** What a value may or must be: `be at most 200 characters long`, `hold at least 1 entry`. */
function ofSize({ origin }: { origin: string }, bound: string, size: number): string {
  if (origin === 'array') return `hold ${bound} ${size} ${size === 1 ? 'entry' : 'entries'}`;
  if (origin !== 'string') return `be ${bound} ${size}`;
  return `be ${bound} ${size} ${size === 1 ? 'character' : 'characters'} long`;
}

/** `key` for `flow_key` too, as an argument of another operation or a tool is called (SAFE-61). */
function meantKey(key: string, known: readonly string[]): string | null {
  const aliases = Object.keys(argumentAliases).filter((alias) =>
    known.includes(argumentAliases[alias] ?? ''),
  );
  const near = nearest(key, [...known, ...aliases]);
  if (near !== null) return known.includes(near) ? near : (argumentAliases[near] ?? null);
  return known.find((one) => key.endsWith(`_${one}`)) ?? likelyName(key, known);
}

/**
 * The path of a key in the one object beside it that has it, such as `email.subject` of `subject`; null
 * where none or several have it.
 */
export function pathWithin(
  key: string,
  schema: z.ZodType,
  path: readonly PropertyKey[] = [],
): string | null {
  const having = knownKeys(schema, path).filter((name) =>
    knownKeys(schema, [...path, name]).includes(key),
  );
  return having.length === 1 ? `${having[0]}.${key}` : null;
}

/** The keys that an object could have had in place of one that resembles none; they are listed once. */
function otherKeys(names: readonly string[], given: unknown): string {
  const free = [...new Set(names)].filter(
    (name) => !isObject(given) || !Object.hasOwn(given, name),
  );
  return free.length === 0 ? '' : ` Other keys are ${free.join(', ')}.`;
}

/** Whether an issue says no more of a number than that it is beyond all whole numbers. */
function isBeyondAll(issue: ZodIssue): boolean {
  return issue.code === 'too_big' && issue.maximum === Number.MAX_SAFE_INTEGER;
}

/** Paths of numbers with a limit of their own, which says more than that of all whole numbers. */
function limitedPaths(issues: readonly ZodIssue[]): ReadonlySet<string> {
  if (!issues.some(isBeyondAll)) return new Set();
  const limited = issues.filter((issue) => issue.code === 'too_big' && !isBeyondAll(issue));
  return new Set(limited.map((issue) => joinPath(issue.path)));
}

/**
 * Converts zod issues to the shape that every surface answers with, at most so many: a body can have a
 * fault in every few bytes.
 */
export function fieldErrors(
  schema: z.ZodType,
  issues: readonly ZodIssue[],
  most: number = limits.issuesListedMax,
): Issue[] {
  const errors: Issue[] = [];
  const mistyped = new Set<string>();
  const limited = limitedPaths(issues);
  for (const issue of issues) {
    const left = most - errors.length;
    if (left <= 0) break;
    const path = joinPath(issue.path);
    if (issue.code === 'invalid_type') mistyped.add(path);
    // A list in the place of a text has a size too, of which nobody asked.
    else if (issue.code.startsWith('too_') && mistyped.has(path)) continue;
    if (isBeyondAll(issue) && limited.has(path)) continue;
    if (issue.code === 'unrecognized_keys') {
      const names = knownKeys(schema, issue.path);
      let others = otherKeys(names, issue.input);
      for (const key of issue.keys.slice(0, left)) {
        const known = meantKey(key, names) ?? pathWithin(key, schema, issue.path);
        const hint = known === null ? others : ` Did you mean ${known}?`;
        if (known === null) others = '';
        errors.push({
          path: joinPath([...issue.path, key]),
          code: 'key_unknown',
          message: `${key} is not a known key here.${hint}`,
          ...(known === null ? {} : { did_you_mean: known }),
        });
      }
      continue;
    }
    const inside = insideUnion(issue);
    if (inside !== null) errors.push(...fieldErrors(schema, inside, left));
    else errors.push(withMembers({ path, ...messageOf(issue, path) }, schema, issue));
  }
  return errors;
}

/** What an object must hold is said where a value is none, such as "4 hours" for {amount, unit}. */
function withMembers(error: Issue, schema: z.ZodType, issue: ZodIssue): Issue {
  if (issue.code !== 'invalid_type' || issue.expected !== 'object') return error;
  const names = issue.input === undefined ? [] : knownKeys(schema, issue.path);
  if (names.length === 0 || issue.path.length === 0) return error;
  return { ...error, fix: `Send it as an object with ${names.join(', ')}.` };
}

/** The faults in an object that is one member of a union, where only one member is an object. */
function insideUnion(issue: ZodIssue): ZodIssue[] | null {
  if (issue.code !== 'invalid_union' || !isObject(issue.input)) return null;
  const noObject = ['invalid_type', 'invalid_union'];
  const [own, ...others] = issue.errors.filter(
    ([first]) => first !== undefined && (first.path.length > 0 || !noObject.includes(first.code)),
  );
  if (own === undefined || others.length > 0) return null;
  return own.map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] }));
}

type Lenience = Pick<Operation, 'jsonLevels' | 'entriesAt'>;

/** The entries of a list under a key, if there are any. */
function entriesOf(value: unknown, key: string | undefined): unknown[] | null {
  if (key === undefined || typeof value !== 'object' || value === null) return null;
  const entries = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : null;
  return Array.isArray(entries) ? entries : null;
}

/** An issue with what the value has at its path, as zod reports it when asked, which takes another parse. */
function withInput(issue: ZodIssue, value: unknown): ZodIssue {
  const input = issue.path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
  if (issue.code !== 'invalid_union') return { ...issue, input } as ZodIssue;
  const errors = issue.errors.map((own) => own.map((inner) => withInput(inner, input)));
  return { ...issue, input, errors } as ZodIssue;
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  // Options make each parse slower (docs/decisions/0108).
  const listed = result.error.issues.slice(0, limits.issuesListedMax);
  throw invalid(
    fieldErrors(
      schema,
      listed.map((issue) => withInput(issue, value)),
    ),
  );
}

/**
 * Reads the input of a call against a contract, on any surface. Throws a 422 that names every
 * faulty field. With `entriesAt`, an entry that cannot be stored as JSON does not refuse the whole:
 * a `FaultyEntry` replaces it (EVENT-03).
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { jsonLevels = limits.jsonDepth, entriesAt }: Lenience = {},
): z.output<Schema> {
  const entries = entriesOf(value, entriesAt);
  if (entries === null || entriesAt === undefined) {
    const fault = jsonFault(value, jsonLevels);
    if (fault) throw invalid([fault]);
    return read(schema, value);
  }
  const fault = jsonFault({ ...(value as object), [entriesAt]: [] });
  if (fault) throw invalid([fault]);
  const checked = entries.map((entry) => {
    const own = jsonFault(entry, jsonLevels);
    return own === null ? entry : new FaultyEntry(own);
  });
  return read(schema, { ...(value as object), [entriesAt]: checked });
}
