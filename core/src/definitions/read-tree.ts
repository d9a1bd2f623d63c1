import { runSync } from '../platform/cooperative.ts';
import type { Issue, ValidationIssue } from '../platform/issue.ts';
import { isObject, type JsonObject, own, quoted } from '../platform/json.ts';
import { jsonFault } from '../platform/json-value.ts';
import { limits } from '../platform/limits.ts';
import { fieldErrors } from '../platform/operations/parse-input.ts';
import { keyBeside, type WrittenRecord } from './export.ts';
import { fileFix } from './file-fix.ts';
import { keyInPath, managedPaths, typeAt } from './paths.ts';
import type { ReadFile } from './record-type.ts';
import { isSingle, recordTypeOf } from './record-types.ts';
import { type DefinitionType, type FileRecords, recordShapes } from './records.ts';
import { conflictAt, conflictFix, conflictMessage } from './text/conflict-marks.ts';
import { FileError, type FileIssue } from './text/file-error.ts';
import { offsetAt } from './text/file-tree.ts';
import { ParseBudget, treeTooLarge } from './text/parse-budget.ts';

/** One readable file of a tree. */
export type TreeRecord = { [Type in DefinitionType]: RecordOf<Type> }[DefinitionType];

interface RecordOf<Type extends DefinitionType> {
  type: Type;
  path: string;
  /** The key or id to match by; null for a new record, and for the settings. */
  address: string | number | null;
  /** Whether an archived email is to be brought back. */
  restore: boolean;
  /** The key beside an id; null where the file gives none, and of types that have no id. */
  key: string | null;
  label: string;
  /** Null if the shape has errors. */
  record: FileRecords[Type] | null;
  errors: ValidationIssue[];
}

export interface Tree {
  records: TreeRecord[];
  /** Unreadable files; they block every request (DEFN-17). */
  parse_errors: FileIssue[];
}

/** Converts a field error to the issue of a file. */
export function asIssue(issue: Issue, fix = fileFix(issue)): ValidationIssue {
  const { path, code, message, did_you_mean } = issue;
  const near = did_you_mean === undefined ? {} : { did_you_mean };
  return { path, code, node: '', severity: 'error', message, fix, ...near };
}

export function asWarning(issue: Issue): ValidationIssue {
  const { fix, did_you_mean } = issue;
  const meant = did_you_mean === undefined ? {} : { did_you_mean };
  return { ...asIssue(issue, fix), severity: 'warning', ...meant };
}

/** Checks that apply to any text. Throws FileError. */
function checkText(text: string, type: DefinitionType): void {
  const most = isSingle(type) ? limits.settingsFileChars : limits.definitionFileChars;
  if (text.length > most) {
    const message = 'The file is larger than any record can be.';
    throw new FileError('file_too_large', null, message, 'Shorten it.');
  }
  if (text.startsWith('\ufeff')) {
    const message = 'The file begins with a byte order mark.';
    throw new FileError('byte_order_mark', 0, message, 'Save it as UTF-8 without a mark.');
  }
  const carriage = text.indexOf('\r');
  if (carriage >= 0) {
    const message = 'Lines of the file end with carriage returns.';
    throw new FileError('line_ends', carriage, message, 'Save it with line feeds (LF) alone.');
  }
}

/** The address in a file. Throws FileError. */
function addressIn({ value, node }: ReadFile, by: 'key' | 'id'): string | number | null {
  const given = own(value, by) ?? null;
  const offset = offsetAt(node, by) ?? node.offset;
  if (by === 'id') {
    if (given === null || (Number.isSafeInteger(given) && Number(given) > 0))
      return given as number | null;
    const message = `The id is a whole number from 1, not ${quoted(given)}.`;
    throw new FileError('id_malformed', offset, message, 'Leave it out for a new record.');
  }
  if (typeof given === 'string' && given !== '' && given.length <= limits.keyChars) return given;
  const message =
    given === null ? 'The file has no key.' : `The key is a text, not ${quoted(given)}.`;
  throw new FileError('key_missing', offset, message, 'Records are known by their key; add it.');
}

/** What names other records by their keys, under the names of ids; the shape takes both. */
function withReferences(type: DefinitionType, value: JsonObject): JsonObject {
  if (type === 'email') {
    const names = ['template', 'layout', 'layout_id'];
    return names.reduce((held, name) => renamed(held, name, 'template_id'), value);
  }
  if (type === 'form') return renamed(value, 'confirm_email', 'confirm_email_id');
  const steps = type === 'sequence' ? own(value, 'steps') : null;
  if (!Array.isArray(steps)) return value;
  const named = (step: unknown) => (isObject(step) ? renamed(step, 'email', 'email_id') : step);
  return { ...value, steps: steps.map(named) };
}

function renamed(value: JsonObject, from: string, to: string): JsonObject {
  if (!Object.hasOwn(value, from) || Object.hasOwn(value, to)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key === from ? to : key, one]),
  );
}

/** Takes `restore` of an email out of what it says of itself. Throws FileError. */
function takeRestore(type: DefinitionType, { value, node }: ReadFile): [JsonObject, boolean] {
  if (type !== 'email' || !Object.hasOwn(value, 'restore')) return [value, false];
  const { restore, ...rest } = value;
  if (typeof restore === 'boolean') return [rest, restore];
  const message = `restore is true or false, not ${quoted(restore)}.`;
  throw new FileError('value_invalid', offsetAt(node, 'restore'), message, 'Write true or false.');
}

/** The path alone says which record the file is of. */
function withKey(file: ReadFile, key: string): ReadFile {
  if (Object.hasOwn(file.value, 'key')) {
    const message = 'The file takes no key: its path says what it is of.';
    throw new FileError('key_unknown', offsetAt(file.node, 'key'), message, 'Take key out.');
  }
  return { ...file, value: { key, ...file.value } };
}

function readValue(
  path: string,
  type: DefinitionType,
  text: string,
  budget: ParseBudget,
): TreeRecord {
  checkText(text, type);
  const kind = recordTypeOf(type);
  const said = kind.read(text, budget);
  const file = kind.nested ? withKey(said, keyInPath(path, type)) : said;
  const fault = jsonFault(file.value);
  if (fault) {
    const offset = offsetAt(file.node, fault.path);
    throw new FileError(fault.code, offset, fault.message, fileFix(fault));
  }
  const address = kind.address === null ? null : addressIn(file, kind.address);
  const given = kind.address === 'id' ? own(file.value, 'key') : null;
  const key = typeof given === 'string' ? given : null;
  const [value, restore] = takeRestore(type, file);
  const sent = withReferences(type, value);
  const read = recordShapes[type].safeParse(sent, { reportInput: true });
  const base = { type, path, address, key, restore };
  if (!read.success) {
    const found = fieldErrors(recordShapes[type], read.error.issues);
    const errors = found.slice(0, limits.issuesListedMax).map((error) => asIssue(error));
    return { ...base, label: String(address ?? path), record: null, errors } as TreeRecord;
  }
  const data = read.data as FileRecords[DefinitionType];
  // A missing name defaults to the key.
  const record = (
    kind.address === 'key' && !kind.nested
      ? { ...data, name: own(data as never, 'name') ?? address }
      : data
  ) as never;
  return { ...base, label: kind.label(record), record, errors: [] } as TreeRecord;
}

function asKnown({ type, path, address, record }: WrittenRecord): TreeRecord {
  const label = recordTypeOf(type).label(record);
  const key = keyBeside(type, record);
  return { type, path, address, key, restore: false, label, record, errors: [] } as TreeRecord;
}

/** Of two files for one record the second is refused. Throws FileError. */
function takeNames({ type, path, address, key }: TreeRecord, seen: Map<string, string>): void {
  const names = [address, key].flatMap((one) => (one === null && !isSingle(type) ? [] : [one]));
  for (const one of new Set(names)) {
    const name = JSON.stringify([type, one]);
    const other = seen.get(name);
    if (other !== undefined) {
      const message = `${other} is the same record: ${quoted(one)}.`;
      throw new FileError('record_twice', null, message, 'Keep one of the two files.');
    }
    seen.set(name, path);
  }
}

/** What cannot be read for the marks of a merge is reported so, and not as faulty syntax. */
function unresolved(text: string, error: FileError): FileError {
  const offset = conflictAt(text);
  if (offset === null || error.issue.code === 'record_twice') return error;
  return new FileError('conflict_unresolved', offset, conflictMessage, conflictFix);
}

function unknownPath(path: string): FileIssue {
  const shown = path.length > limits.pathChars ? `${path.slice(0, limits.pathChars)}…` : path;
  return {
    path: shown.toWellFormed(),
    severity: 'error',
    position: null,
    code: 'path_unknown',
    message: 'No definition file lies here.',
    fix: `The tree holds ${managedPaths().join(', ')}; leave other files out.`,
  };
}

/** readTreeParts without pauses. */
export function readTree(
  files: Readonly<Record<string, string>>,
  known: ReadonlyMap<string, WrittenRecord> = new Map(),
): Tree {
  return runSync(readTreeParts(files, known));
}

/**
 * Reads a tree of definition files with any texts; pauses after each file. Records are identified
 * by their contents, never by file names (DEFN-18); the second file for a record is refused. A file
 * whose text equals that of a `known` record, by path, is not parsed.
 */
export function* readTreeParts(
  files: Readonly<Record<string, string>>,
  known: ReadonlyMap<string, WrittenRecord>,
): Generator<undefined, Tree> {
  const records: TreeRecord[] = [];
  const parseErrors: FileIssue[] = [];
  const seen = new Map<string, string>();
  let spent = 0;
  for (const [path, text] of Object.entries(files)) {
    const type = typeAt(path);
    if (type === null) {
      parseErrors.push(unknownPath(path));
      continue;
    }
    const budget = new ParseBudget();
    try {
      const same = known.get(path);
      const kept = same?.text === text ? asKnown(same) : null;
      if (kept === null && spent >= limits.definitionTreeParts) throw treeTooLarge();
      const record = kept ?? readValue(path, type, text, budget);
      takeNames(record, seen);
      records.push(record);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      parseErrors.push(unresolved(text, error).issueOf(path, text));
    }
    spent += budget.parts;
    yield;
  }
  return { records, parse_errors: parseErrors };
}
