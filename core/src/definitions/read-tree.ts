import type { Issue } from '../platform/issue.ts';
import { own, quoted } from '../platform/json.ts';
import { jsonFault } from '../platform/json-value.ts';
import { limits } from '../platform/limits.ts';
import { fieldErrors } from '../platform/operations/parse-input.ts';
import type { FieldError } from '../platform/refusal.ts';
import { withoutPause } from './cooperative.ts';
import type { WrittenRecord } from './export.ts';
import { FileFault, placeAt } from './file-fault.ts';
import { offsetAt } from './file-tree.ts';
import { Meter, treeTooLarge } from './parse-budget.ts';
import { managedPlaces, typeAt } from './paths.ts';
import type { ReadFile } from './record-type.ts';
import { recordTypeOf } from './record-types.ts';
import { type DefinitionType, type Records, recordShapes } from './records.ts';

/** A file that cannot be read; it blocks whatever is asked for (DEFN-17). */
export interface ParseError {
  path: string;
  /** From 1; null where no place is to blame. */
  line: number | null;
  column: number | null;
  code: string;
  message: string;
  fix: string;
}

/** One file of a tree that can be read. */
export type TreeRecord = { [Type in DefinitionType]: RecordOf<Type> }[DefinitionType];

interface RecordOf<Type extends DefinitionType> {
  type: Type;
  path: string;
  /** The key or id by which it matches; null for a new record, and for the settings. */
  address: string | number | null;
  label: string;
  /** Null where the shape has errors. */
  record: Records[Type] | null;
  errors: Issue[];
}

export interface Tree {
  records: TreeRecord[];
  parse_errors: ParseError[];
}

/** What a fault of a field comes to in the answer about a file. */
export function asIssue(
  { path, code, message }: FieldError,
  fix = 'Correct it in the file.',
): Issue {
  return { path, code, node: '', severity: 'error', message, fix };
}

/** What holds for a text whatever it is. Throws FileFault. */
function checkText(text: string, type: DefinitionType): void {
  const most = type === 'settings' ? limits.settingsFileChars : limits.definitionFileChars;
  if (text.length > most) {
    const message = 'The file is larger than any record can be.';
    throw new FileFault('file_too_large', null, message, 'Shorten it.');
  }
  if (text.startsWith('\ufeff')) {
    const message = 'The file begins with a byte order mark.';
    throw new FileFault('byte_order_mark', 0, message, 'Save it as UTF-8 without a mark.');
  }
  const carriage = text.indexOf('\r');
  if (carriage >= 0) {
    const message = 'Lines of the file end with carriage returns.';
    throw new FileFault('line_ends', carriage, message, 'Save it with line feeds (LF) alone.');
  }
}

/** The address in a file. Throws FileFault. */
function addressIn({ value, node }: ReadFile, by: 'key' | 'id'): string | number | null {
  const given = own(value, by) ?? null;
  const offset = offsetAt(node, by) ?? node.offset;
  if (by === 'id') {
    if (given === null || (Number.isSafeInteger(given) && Number(given) > 0))
      return given as number | null;
    const message = `The id is a whole number from 1, not ${quoted(given)}.`;
    throw new FileFault('id_malformed', offset, message, 'Leave it out for a new record.');
  }
  if (typeof given === 'string' && given !== '' && given.length <= limits.keyChars) return given;
  const message =
    given === null ? 'The file has no key.' : `The key is a text, not ${quoted(given)}.`;
  throw new FileFault('key_missing', offset, message, 'Records are known by their key; add it.');
}

function readValue(path: string, type: DefinitionType, text: string, meter: Meter): TreeRecord {
  checkText(text, type);
  const kind = recordTypeOf(type);
  const file = kind.read(text, meter);
  const fault = jsonFault(file.value);
  if (fault) {
    const offset = offsetAt(file.node, fault.path);
    throw new FileFault(fault.code, offset, fault.message, 'Correct the value.');
  }
  const address = kind.address === null ? null : addressIn(file, kind.address);
  const read = recordShapes[type].safeParse(file.value, { reportInput: true });
  const base = { type, path, address };
  if (!read.success) {
    const found = fieldErrors(recordShapes[type], read.error.issues);
    const errors = found.slice(0, limits.issuesListedMax).map((error) => asIssue(error));
    return { ...base, label: String(address ?? path), record: null, errors } as TreeRecord;
  }
  const said = read.data as Records[DefinitionType];
  // A name that is left out is the key.
  const record = (
    kind.address === 'key' ? { ...said, name: own(said as never, 'name') ?? address } : said
  ) as never;
  return { ...base, label: kind.label(record), record, errors: [] } as TreeRecord;
}

function asKnown({ type, path, address, record }: WrittenRecord): TreeRecord {
  const label = recordTypeOf(type).label(record);
  return { type, path, address, label, record, errors: [] } as TreeRecord;
}

function faultAt(path: string, text: string, fault: FileFault): ParseError {
  const place = fault.offset === null ? null : placeAt(text, fault.offset);
  const { code, message, fix } = fault;
  const { line = null, column = null } = place ?? {};
  return { path, line, column, code, message, fix };
}

function unknownPath(path: string): ParseError {
  const shown = path.length > limits.pathChars ? `${path.slice(0, limits.pathChars)}…` : path;
  return {
    path: shown.toWellFormed(),
    line: null,
    column: null,
    code: 'path_unknown',
    message: 'No definition file lies here.',
    fix: `The tree holds ${managedPlaces().join(', ')}; leave other files out.`,
  };
}

/** readTreeParts without a pause. */
export function readTree(
  files: Readonly<Record<string, string>>,
  known: ReadonlyMap<string, WrittenRecord> = new Map(),
): Tree {
  return withoutPause(readTreeParts(files, known));
}

/**
 * Reads a tree of definition files, whatever texts they hold, and pauses after each file. Records are
 * told apart by what stands in the files, never by their names (DEFN-18); of two for one record the
 * second is refused. A file that is the very text of a `known` record, by path, is taken for it.
 */
export function* readTreeParts(
  files: Readonly<Record<string, string>>,
  known: ReadonlyMap<string, WrittenRecord>,
): Generator<undefined, Tree> {
  const records: TreeRecord[] = [];
  const parse_errors: ParseError[] = [];
  const seen = new Map<string, string>();
  let spent = 0;
  for (const [path, text] of Object.entries(files)) {
    const type = typeAt(path);
    if (type === null) {
      parse_errors.push(unknownPath(path));
      continue;
    }
    const meter = new Meter();
    try {
      const same = known.get(path);
      const kept = same?.text === text ? asKnown(same) : null;
      if (kept === null && spent >= limits.definitionTreeParts) throw treeTooLarge();
      const record = kept ?? readValue(path, type, text, meter);
      const name = JSON.stringify([type, record.address]);
      const other = record.address === null && type !== 'settings' ? undefined : seen.get(name);
      if (other !== undefined) {
        const message = `${other} is the same record: ${quoted(record.address)}.`;
        throw new FileFault('record_twice', null, message, 'Keep one of the two files.');
      }
      seen.set(name, path);
      records.push(record);
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      parse_errors.push(faultAt(path, text, error));
    }
    spent += meter.parts;
    yield;
  }
  return { records, parse_errors };
}
