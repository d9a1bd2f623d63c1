/** One area of the clause list, as in `clauses.json`: its clauses are `AREA-01` to `AREA-nn`. */
export interface Area {
  area: string;
  title: string;
  clauses: number;
}

/**
 * The reason why a clause has no test yet, by `AREA`, `AREA-nn` or `AREA-nn..mm`, as in
 * `clauses-pending.json`.
 */
export type Pending = Record<string, string>;

/** A test name with its file. */
export interface NamedTest {
  file: string;
  name: string;
  clauses: string[];
}

export interface Ledger {
  /** Every clause in order, with the tests that name it. */
  tests: Map<string, NamedTest[]>;
  /** Clauses without a test, with the reason. */
  pending: Map<string, string>;
  /** The faults, one sentence each. */
  faults: string[];
}

function clauseId(area: string, number: number): string {
  return `${area}-${String(number).padStart(2, '0')}`;
}

/** Every clause id, in order. */
export function clauseIds(areas: Area[]): string[] {
  return areas.flatMap(({ area, clauses }) =>
    Array.from({ length: clauses }, (_, index) => clauseId(area, index + 1)),
  );
}

/** The clauses that a key of the pending file names; null if the key is malformed. */
export function expandKey(key: string, areas: Area[]): string[] | null {
  const match = /^([A-Z]+2?)(?:-(\d\d)(?:\.\.(\d\d))?)?$/.exec(key);
  const area = areas.find((candidate) => candidate.area === match?.[1]);
  if (!match || !area) return null;
  const from = Number(match[2] ?? 1);
  const to = Number(match[3] ?? match[2] ?? area.clauses);
  if (from < 1 || to > area.clauses || from > to) return null;
  return Array.from({ length: to - from + 1 }, (_, index) => clauseId(area.area, from + index));
}

const namesClauses = /(['"`])((?:[A-Z]{2,}2?-\d{2}(?:, )?)+)(?![\d-])([^'"`\n]*)/g;

/** Test names, including rows of tables: string literals that begin with clause ids. */
export function namedTests(file: string, text: string): NamedTest[] {
  return [...text.matchAll(namesClauses)].map(([, , ids = '', rest = '']) => ({
    file,
    name: rest.trim(),
    clauses: ids.split(', ').filter((id) => id !== ''),
  }));
}

function readPending(pending: Pending, areas: Area[], faults: string[]): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const [key, reason] of Object.entries(pending)) {
    const ids = expandKey(key, areas);
    if (ids === null) faults.push(`clauses-pending.json: "${key}" names no clause.`);
    if (reason.trim() === '') faults.push(`clauses-pending.json: "${key}" gives no reason.`);
    for (const id of ids ?? []) {
      if (reasons.has(id)) faults.push(`clauses-pending.json: ${id} occurs twice.`);
      reasons.set(id, reason);
    }
  }
  return reasons;
}

/** Compares the clause list with the tests that exist and with the reasons for missing ones. */
export function keepLedger(areas: Area[], pending: Pending, found: NamedTest[]): Ledger {
  const faults: string[] = [];
  const tests = new Map<string, NamedTest[]>(clauseIds(areas).map((id) => [id, []]));
  const reasons = readPending(pending, areas, faults);
  for (const test of found) {
    for (const id of test.clauses) {
      const list = tests.get(id);
      if (list) list.push(test);
      else faults.push(`${test.file}: there is no clause ${id} ("${test.name}").`);
    }
  }
  for (const [id, named] of tests) {
    if (named.length > 0 && reasons.has(id)) {
      faults.push(
        `${id} has a test (${named[0]?.file}), so clauses-pending.json must not list it.`,
      );
    }
    if (named.length === 0 && !reasons.has(id)) {
      faults.push(`${id} has neither a test nor a reason in clauses-pending.json.`);
    }
  }
  return { tests, pending: reasons, faults };
}

/**
 * The pending file without the clauses that have a test; neighbours with the same reason are
 * joined.
 */
export function shrinkPending(areas: Area[], ledger: Ledger): Pending {
  const rest: Pending = {};
  for (const { area, clauses } of areas) {
    const reasonOf = (number: number) => {
      const id = clauseId(area, number);
      return ledger.tests.get(id)?.length ? undefined : ledger.pending.get(id);
    };
    for (let from = 1, to = 1; from <= clauses; from = to + 1, to = from) {
      const reason = reasonOf(from);
      if (reason === undefined) continue;
      while (to < clauses && reasonOf(to + 1) === reason) to += 1;
      const range = `..${String(to).padStart(2, '0')}`;
      const key = from === to ? clauseId(area, from) : `${clauseId(area, from)}${range}`;
      rest[from === 1 && to === clauses ? area : key] = reason;
    }
  }
  return rest;
}
