import { setTimeout as pause } from 'node:timers/promises';
import type { OperationInput, OperationOutput } from '@postroad/core/catalog/catalog';
import { tagKey } from '@postroad/core/conditions/compare';
import { personTagsAt } from '@postroad/core/people/person-values';
import { ValueError } from '@postroad/core/platform/issue';
import { limits } from '@postroad/core/platform/limits';
import { invalid, notFound } from '@postroad/core/platform/refusal';
import { lastPersonId } from '@postroad/store/people/export-people';
import { meansEverybody } from '@postroad/store/people/person-filter';
import { findTagging, insertTagging, type TaggingRow } from '@postroad/store/people/tagging';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { countFiltered, type FilterInput, type PeopleCounted, readFilter } from './find-people.ts';
import { type TaggingDeps, workTaggings } from './work-taggings.ts';

type Input = OperationInput<'tag_people'>;
type View = OperationOutput<'get_tagging'>['tagging'];

/** Milliseconds to wait for a batch that another process writes before looking again. */
const othersMs = 20;

interface Order {
  add_tags: string[];
  remove_tags: string[];
  filter: FilterInput;
}

/** Throws a 422 for an order that names no tags, or nobody, or one tag twice. */
function readOrder({ add_tags = [], remove_tags = [], everybody, ...filter }: Input): Order {
  try {
    personTagsAt(add_tags, 'add_tags');
    personTagsAt(remove_tags, 'remove_tags');
  } catch (error) {
    if (error instanceof ValueError) throw invalid([error.issue]);
    throw error;
  }
  const refuse = (path: string, code: string, message: string, fix?: string) => {
    throw invalid([{ path, code, message, ...(fix === undefined ? {} : { fix }) }]);
  };
  if (add_tags.length + remove_tags.length === 0) {
    refuse('add_tags', 'required', 'add_tags or remove_tags must name a tag.');
  }
  const added = new Set(add_tags.map(tagKey));
  const both = remove_tags.findIndex((tag) => added.has(tagKey(tag)));
  if (both >= 0) {
    refuse(`remove_tags[${both}]`, 'value_invalid', 'A tag cannot be added and removed at once.');
  }
  const filters = Object.keys(filter).length;
  if (filters === 0 && !everybody) {
    const message = 'Name filters for the people, or everybody: true for all of them.';
    // Nobody who follows a fix word for word is to tag everybody.
    refuse('everybody', 'required', message, 'Add q, tag, segment or another filter.');
  }
  if (filters > 0 && everybody) {
    refuse('everybody', 'value_invalid', 'everybody is taken only without filters.');
  }
  return { add_tags, remove_tags, filter: trimmed(filter) };
}

/** The filter as it is read, so that whom it finds is known when a person is erased. */
function trimmed({ q, external_id, ...rest }: FilterInput): FilterInput {
  return {
    ...rest,
    ...(q !== undefined && { q: q.trim() }),
    ...(external_id !== undefined && { external_id: external_id.trim() }),
  };
}

export function taggingView(row: TaggingRow): View {
  const { id, status, add_tags, remove_tags, filter, people, changed, reason } = row;
  return {
    ...{ id, status, add_tags, remove_tags, filter, people, changed, reason },
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

/** Throws a 404. */
export async function getTagging(tx: Tx, id: number): Promise<TaggingRow> {
  const row = await findTagging(tx, id);
  if (row === null) throw notFound('tagging', id);
  return row;
}

/** Throws the refusals of the filters: a blank search is no filter, and would mean everybody (FIND-04). */
async function counted(tx: Tx, deps: TaggingDeps, filter: FilterInput): Promise<PeopleCounted> {
  const found = await readFilter(tx, deps, filter);
  if (filter.q !== undefined && found !== null && meansEverybody(found)) {
    const message =
      'q has nothing to search for, so it would mean everybody. Name a part of an address or name, or everybody: true in place of filters.';
    const fix = 'Write a part of an address or name as q.';
    throw invalid([{ path: 'q', code: 'value_invalid', message, fix }]);
  }
  return found === null ? { people: 0, more: false } : await countFiltered(tx, deps, found);
}

/** What an order would do. */
function rehearsed({ add_tags, remove_tags, filter }: Order, now: Date): View {
  return {
    id: null,
    status: 'working',
    ...{ add_tags, remove_tags, filter, people: 0, changed: 0, reason: null },
    created_at: now.toISOString(),
    finished_at: null,
  };
}

/** Writes batches beside the worker, or without one, until the tagging has ended or the answer is due. */
async function settle(deps: TaggingDeps, id: number): Promise<TaggingRow> {
  const until = performance.now() + limits.importAnswerMs;
  for (;;) {
    const worked = await workTaggings(deps, id);
    const row = await transaction(deps.database, { readOnly: true }, (tx) => getTagging(tx, id));
    if (row.status !== 'working' || performance.now() >= until) return row;
    if (!worked) await pause(othersMs);
  }
}

/** Begins a tagging, or only counts whom it would mean. Throws a Refusal. */
export async function tagPeople(
  input: Input,
  deps: TaggingDeps,
  dryRun: boolean,
  throwIfCancelled: () => void,
): Promise<OperationOutput<'tag_people'>> {
  const order = readOrder(input);
  const clock = { testClock: deps.config.testClock };
  const count = await transaction(deps.database, { ...clock, readOnly: true }, (tx) =>
    counted(tx, deps, order.filter),
  );
  const begun = await transaction(deps.database, { ...clock, readOnly: dryRun }, async (tx) => {
    if (dryRun) return rehearsed(order, tx.now);
    throwIfCancelled();
    const row = await insertTagging(tx, {
      ...order,
      filter: { ...order.filter },
      last_id: await lastPersonId(tx),
    });
    tx.work.wake('taggings');
    return taggingView(row);
  });
  const tagging = begun.id === null ? begun : taggingView(await settle(deps, begun.id));
  return { tagging, count };
}
