import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { type ExportedKind, exportedKinds } from '@postroad/core/people/person-export-operations';
import { decodeCursor, encodeCursor } from '@postroad/core/platform/cursor';
import { limits } from '@postroad/core/platform/limits';
import { pageLimit } from '@postroad/core/platform/operations/shapes';
import { firstRank, nextRecords, type RecordRank } from '@postroad/store/people/export-person';
import type { PersonRow } from '@postroad/store/people/person';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { consentsOf, consentView } from '../people/consents.ts';
import { getPerson } from '../people/get-person.ts';
import { personView } from '../people/person-handlers.ts';
import { preferencesOf, type SubscriptionDeps } from './subscription-page.ts';

type Exported = OperationOutput<'export_person'>;

/** What is exported piece by piece, in this order. */
const kinds = ['consents', ...exportedKinds] as const;

type Kind = (typeof kinds)[number];

interface Reached {
  kind: number;
  after: RecordRank;
}

/** The next records of one kind. */
async function nextOf(
  tx: Tx,
  deps: SubscriptionDeps,
  person: PersonRow,
  kind: Kind,
  { after, limit }: { after: RecordRank; limit: number },
): Promise<{ rank: RecordRank; record: object }[]> {
  if (kind !== 'consents') return await nextRecords(tx, kind, { person: person.id, after, limit });
  const rows = await consentsOf(tx, deps, person, { after: after[0], limit });
  return rows.map((row) => ({ rank: [row.id, 0, 0], record: consentView(row) }));
}

async function beginningOf(tx: Tx, deps: SubscriptionDeps, row: PersonRow) {
  const person = await personView(tx, deps, row);
  person.tags.sort();
  return person;
}

function reachedBy(cursor: string | undefined): Reached {
  if (cursor === undefined) return { kind: 0, after: firstRank };
  const [kind = 0, k1 = 0, k2 = 0, k3 = 0] = decodeCursor(cursor, 4);
  return { kind, after: [k1, k2, k3] };
}

/** One page: records of one kind after another, until it is full. */
export async function pageOfPerson(
  tx: Tx,
  deps: SubscriptionDeps,
  input: { person: string; limit?: number; cursor?: string },
): Promise<Exported> {
  const row = await getPerson(tx, input.person);
  const page: Exported = {
    person: await beginningOf(tx, deps, row),
    preferences: input.cursor === undefined ? await preferencesOf(tx, deps, row) : [],
    consents: [],
    ...(Object.fromEntries(exportedKinds.map((kind) => [kind, []])) as unknown as Record<
      ExportedKind,
      []
    >),
    next_cursor: null,
  };
  let left = pageLimit(input.limit);
  let { kind, after } = reachedBy(input.cursor);
  for (let name = kinds[kind]; name !== undefined; name = kinds[kind]) {
    const found = await nextOf(tx, deps, row, name, { after, limit: left });
    Object.assign(page, { [name]: found.map(({ record }) => record) });
    left -= found.length;
    if (left === 0) {
      const last = found.at(-1)?.rank ?? after;
      return { ...page, next_cursor: encodeCursor([kind, ...last]) };
    }
    kind += 1;
    after = firstRank;
  }
  return page;
}

const modeOf = ({ config }: SubscriptionDeps) => ({ readOnly: true, testClock: config.testClock });

/** A member of the document whose value is a list; its records follow piece by piece. */
async function* listOf(
  deps: SubscriptionDeps,
  person: PersonRow,
  kind: Kind,
): AsyncGenerator<string> {
  const limit = limits.personExportRows;
  let after: RecordRank | null = firstRank;
  let before = `,"${kind}":[`;
  while (after !== null) {
    const from: RecordRank = after;
    const found = await transaction(deps.database, modeOf(deps), (tx) =>
      nextOf(tx, deps, person, kind, { after: from, limit }),
    );
    const texts = found.map(({ record }) => JSON.stringify(record));
    if (texts.length > 0) yield before + texts.join(',');
    else if (from === firstRank) yield before;
    before = ',';
    after = found.length < limit ? null : (found.at(-1)?.rank ?? null);
  }
  yield ']';
}

/**
 * All that is stored about a person as one JSON document (CONS-04): kind by kind, in many short
 * transactions of a bounded number of rows each, so that neither the size nor a slow reader blocks
 * anything. What arrives meanwhile may be in it or not.
 */
export async function* documentOfPerson(
  deps: SubscriptionDeps,
  address: string,
): AsyncGenerator<string> {
  const { row, begin } = await transaction(deps.database, modeOf(deps), async (tx) => {
    const row = await getPerson(tx, address);
    const [person, preferences] = [
      await beginningOf(tx, deps, row),
      await preferencesOf(tx, deps, row),
    ];
    return { row, begin: JSON.stringify({ person, preferences }) };
  });
  yield begin.slice(0, -1);
  for (const kind of kinds) yield* listOf(deps, row, kind);
  yield ',"next_cursor":null}\n';
}
