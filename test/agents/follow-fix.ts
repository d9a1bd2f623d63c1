import type { Json } from './conversation.ts';
import type { Change } from './mutated-calls.ts';

type Container = Record<string | number, unknown>;

/** One fault that an answer names, whether it refuses the call or not. */
export interface Told {
  path: string;
  code: string;
  message: string;
  fix: string | undefined;
  did_you_mean: string | undefined;
}

/** The container of the last member of a path, and its key; settings have keys with dots. */
function locate(root: Json, path: string): [Container, string | number] | null {
  let container: unknown = root;
  let rest = path;
  for (;;) {
    if (typeof container !== 'object' || container === null) return null;
    const index = /^\[(\d+)\]/.exec(rest);
    const known = Object.keys(container)
      .filter((key) => rest === key || rest.startsWith(`${key}.`) || rest.startsWith(`${key}[`))
      .toSorted((a, b) => b.length - a.length);
    const name = known[0] ?? /^[^.[]+/.exec(rest)?.[0] ?? '';
    const key = index ? Number(index[1]) : name;
    const read = index ? index[0].length : name.length;
    if (read === 0) return null;
    rest = rest.slice(read).replace(/^\./, '');
    if (rest === '') return [container as Container, key];
    container = (container as Container)[key];
  }
}

/** The arguments with one change; null where the path leads nowhere. */
export function withChange(args: Json, change: Change): Json | null {
  const copy = structuredClone(args);
  const path = 'drop' in change ? change.drop : 'set' in change ? change.set[0] : change.rename[0];
  const found = locate(copy, path);
  if (found === null) return null;
  const [container, key] = found;
  if ('set' in change) container[key] = change.set[1];
  else if ('drop' in change) delete container[key];
  else {
    container[change.rename[1]] = container[key];
    delete container[key];
  }
  return copy;
}

function valueAt(args: Json, path: string): unknown {
  const found = locate(args, path);
  return found === null ? undefined : found[0][found[1]];
}

/** A row of a batch has its error as one sentence, which begins with the path, and no fix. */
function inRow(error: unknown): unknown {
  if (typeof error !== 'string') return error;
  return { path: error.split(' ', 1)[0], code: 'row_invalid', message: error };
}

/** Everything that an answer has against a call, the gravest first. */
export function faultsIn(answer: Json): Told[] {
  const lists = [
    answer,
    answer.validation,
    answer.flow,
    (answer.flow as Json)?.validation,
    answer.email,
  ];
  const results = (answer.results ?? []) as Json[];
  const rows = results.flatMap((row) => [row.error, ...((row.warnings ?? []) as Json[])]);
  const errors = lists.flatMap((held) => ((held as Json | undefined)?.errors ?? []) as Json[]);
  const warnings = lists.flatMap((held) => ((held as Json | undefined)?.warnings ?? []) as Json[]);
  const told = [...errors, ...rows.map(inRow), ...warnings].filter(
    (fault): fault is Json => typeof fault === 'object' && fault !== null,
  );
  return told.map((fault) => ({
    path: String(fault.path ?? ''),
    code: String(fault.code),
    message: String(fault.message ?? ''),
    fix: fault.fix as string | undefined,
    did_you_mean: fault.did_you_mean as string | undefined,
  }));
}

/** Answers name paths of definitions and settings from where those begin. */
const roots = ['', 'definition.', 'settings.', 'variables.'];

function inArguments(args: Json, meant: Json, path: string): string {
  const isHeld = (held: Json, whole: string) => {
    const found = locate(held, whole);
    return found !== null && Object.hasOwn(found[0], found[1]);
  };
  const held = roots.map((root) => root + path);
  return (
    held.find((whole) => isHeld(args, whole)) ?? held.find((whole) => isHeld(meant, whole)) ?? path
  );
}

/** Whether the answer names the member that is wrong. */
export function names(answer: Json, field: string, wrong: unknown): boolean {
  const faults = faultsIn(answer);
  const ends = (path: string) => path !== '' && (field === path || field.endsWith(`.${path}`));
  if (faults.some(({ path }) => ends(path))) return true;
  // An unknown record is named by what it was called.
  return answer.code === 'not_found' && String(answer.detail).includes(String(wrong));
}

/**
 * The next call of somebody who only does what the answer says, fault by fault. What they meant they
 * know, but not where it belongs: `meant` is looked at under the paths that the answer names. Null
 * where it does not say what to do.
 */
export function follow(answer: Json, args: Json, meant: Json): Json | null {
  const faults = faultsIn(answer);
  const near = answer.did_you_mean as string | undefined;
  if (faults.length === 0)
    return answer.code === 'not_found' ? forRecord(answer, args, meant, near) : null;
  const [first, ...others] = faults;
  const gravest = first && { ...first, fix: String(answer.fix ?? first.fix ?? '') };
  return [gravest, ...others].reduce<Json | null>(
    (before, fault) => (before && fault ? forFault(fault, before, meant) : null),
    args,
  );
}

function forFault(fault: Told, args: Json, meant: Json): Json | null {
  const { code, did_you_mean: near, fix = '', message } = fault;
  const path = inArguments(args, meant, fault.path);
  const value = valueAt(meant, path);
  const isKey = /keys?_unknown$/.test(code) || (near !== undefined && value === undefined);
  if (isKey) {
    const other = near ?? /^Use (\S+) instead of /.exec(fix)?.[1];
    if (other !== undefined) return withChange(args, { rename: [path, other] });
    // Who reads which keys are taken there knows under which name it belongs.
    const dropped = withChange(args, { drop: path });
    const taken = keysBeside(meant, path).filter((key) => `${fix} ${message}`.includes(key));
    return dropped === null ? null : filled(dropped, meant, path, taken);
  }
  if (near !== undefined) return withChange(args, { set: [path, like(value, near)] });
  const last = /([\w-]+)(?:\[\d+\])?$/.exec(path)?.[1] ?? path;
  const showsObject = /["{[]/.test(fix);
  if (!fix.includes(last) && !showsObject && !/\b(?:list|get|describe)_\w+/.test(fix)) return null;
  if (value !== undefined) return withChange(args, { set: [path, value] });
  // The fix shows the whole object, which is one level above.
  const above = path.replace(/\.[^.]+$/, '');
  return showsObject ? withChange(args, { set: [above, valueAt(meant, above)] }) : null;
}

/** Another record: the one that the answer names, or one of the list that it names. */
function forRecord(answer: Json, args: Json, meant: Json, near: string | undefined): Json | null {
  const wrong = Object.keys(meant).find(
    (key) => JSON.stringify(args[key]) !== JSON.stringify(meant[key]) && key in args,
  );
  const quotes = wrong !== undefined && String(answer.detail).includes(String(args[wrong]));
  if (wrong === undefined || !quotes) return null;
  if (near !== undefined) return { ...args, [wrong]: near };
  return /^list_/.test(String(answer.next_tool)) ? { ...args, [wrong]: meant[wrong] } : null;
}

function like(meant: unknown, near: string): unknown {
  return typeof meant === 'number' ? Number(near) : near;
}

function keysBeside(meant: Json, path: string): string[] {
  const held = locate(meant, path)?.[0];
  return held === undefined ? [] : Object.keys(held);
}

function filled(args: Json, meant: Json, path: string, keys: string[]): Json | null {
  const from = locate(meant, path)?.[0];
  const into = locate(args, path)?.[0];
  if (from === undefined || into === undefined) return null;
  for (const key of keys) into[key] ??= from[key];
  return args;
}
