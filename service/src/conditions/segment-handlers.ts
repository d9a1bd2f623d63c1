import { limits } from '@postroad/core/platform/limits';
import { notFound } from '@postroad/core/platform/refusal';
import { loadAudience } from '@postroad/store/conditions/audience';
import {
  deleteSegment,
  findSegment,
  insertSegment,
  listSegmentKeys,
  listSegments,
  type SegmentRow,
  updateSegment,
} from '@postroad/store/conditions/segment';
import {
  findSegmentCounts,
  forgetSegmentCount,
  writeSegmentCount,
} from '@postroad/store/conditions/segment-count';
import { lockReferences } from '@postroad/store/platform/reference-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import { type AudienceDeps, audiencePage, countWithin } from '../people/audience.ts';
import { furtherFrom } from '../people/find-people.ts';
import { type PersonViewDeps, peopleViews } from '../people/person-handlers.ts';
import { type Context, type Handlers, read, transaction } from '../platform/handler.ts';
import { newKeyOf } from '../platform/new-key.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { recordHolders, refuseHeld, takeOut } from '../platform/record-holders.ts';
import { audienceNamed } from './segment-audience.ts';
import type { SegmentFacts } from './segment-facts.ts';
import { segmentUses } from './segment-uses.ts';
import { checkStoredCondition } from './stored-condition.ts';

function segmentView(row: SegmentRow) {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    description: row.description,
    definition: row.definition as Record<string, unknown>,
    revision: row.revision,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

async function getSegment(tx: Tx, address: string): Promise<SegmentRow> {
  const row = await findSegment(tx, address);
  if (!row) throw notFound('segment', address);
  return row;
}

/** Counts the people who match a condition, within the time limit of one segment. */
async function counted({ tx, now, deps }: Context<AudienceDeps>, condition: unknown) {
  const audience = await loadAudience(tx, condition);
  const { counted: found, ms } = await countWithin(tx, deps, audience, limits.segmentCountMs);
  return {
    count: found?.people ?? null,
    sendable: found?.sendable ?? null,
    counted_ms: ms,
    counted_at: now.toISOString(),
  };
}

/** Counts a segment that is saved, so that lists show it at once where that is quick. */
async function countSaved(tx: Tx, deps: AudienceDeps, row: SegmentRow): Promise<void> {
  await forgetSegmentCount(tx, row.id);
  const audience = await loadAudience(tx, row.definition);
  const { counted: found } = await countWithin(tx, deps, audience, limits.segmentSaveCountMs);
  if (found !== null) await writeSegmentCount(tx, row, found);
}

const readSegments: Pick<
  Handlers<AudienceDeps & PersonViewDeps>,
  'list_segments' | 'get_segment' | 'preview_segment' | 'list_segment_people'
> = {
  list_segments: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const rows = await listSegments(tx, idPageOf(page));
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    const counts = await findSegmentCounts(
      tx,
      shown.map(({ id }) => id),
    );
    const segments = shown.map((row) => ({
      ...segmentView(row),
      count: counts.get(row.id)?.people ?? null,
      counted_at: counts.get(row.id)?.counted_at.toISOString() ?? null,
    }));
    return { segments, next_cursor };
  }),

  get_segment: read(async ({ segment_key }, context) => {
    const row = await getSegment(context.tx, segment_key);
    return {
      segment: {
        ...segmentView(row),
        ...(await counted(context, row.definition)),
        where_used: await segmentUses(context.tx, row),
      },
    };
  }),

  preview_segment: read(async (input, context) => {
    const { tx, deps } = context;
    const { condition: definition, warnings } = await checkStoredCondition(tx, input.definition);
    const counts = await counted(context, definition);
    const newest = counts.count
      ? await audiencePage(tx, deps, await loadAudience(tx, definition), {
          before: null,
          limit: limits.segmentSample,
        })
      : { rows: [] };
    return { ...counts, sample: await peopleViews(tx, deps, newest.rows), warnings };
  }),

  list_segment_people: read(async ({ segment_key, ...input }, { tx, deps }) => {
    const page = pageOf(input, 1);
    const audience = await audienceNamed(tx, segment_key);
    const range = { before: page.after?.[0] ?? null, limit: page.read };
    const found = await audiencePage(tx, deps, audience, range);
    const { shown, next_cursor } = shownOf(found.rows, page, (row) => [row.id]);
    return {
      people: await peopleViews(tx, deps, shown),
      next_cursor: next_cursor ?? furtherFrom(found),
    };
  }),
};

const writeSegments: Pick<
  Handlers<{ facts: SegmentFacts } & AudienceDeps>,
  'create_segment' | 'update_segment'
> = {
  create_segment: transaction(async (input, { tx, deps }) => {
    await lockReferences(tx, 'alone');
    const taken = new Set((await listSegmentKeys(tx, null)).map(({ key }) => key));
    const key = newKeyOf('segment', input, taken);
    const { condition: definition, warnings } = await checkStoredCondition(tx, input.definition);
    const { name = key, description = '' } = input;
    const row = await insertSegment(tx, { key, name, description, definition });
    await countSaved(tx, deps, row);
    await deps.facts.segmentsChanged.publish(tx, [row]);
    return { segment: segmentView(row), warnings };
  }),

  update_segment: transaction(async ({ segment_key, ...input }, { tx, deps }) => {
    await lockReferences(tx, 'alone');
    const held = await getSegment(tx, segment_key);
    const { condition: definition, warnings } =
      input.definition === undefined
        ? { condition: held.definition, warnings: [] }
        : await checkStoredCondition(tx, input.definition, { held });
    const { name = held.name, description = held.description } = input;
    const row = await updateSegment(tx, held.id, { name, description, definition });
    if (input.definition !== undefined) await countSaved(tx, deps, row);
    await deps.facts.segmentsChanged.publish(tx, [row]);
    return { segment: segmentView(row), warnings };
  }),
};

const deleteSegments: Pick<Handlers, 'delete_segment'> = {
  delete_segment: transaction(async ({ segment_key }, { tx }) => {
    await lockReferences(tx, 'alone');
    const row = await getSegment(tx, segment_key);
    const { id, key } = row;
    const named = { kind: 'segment', ids: [id], keys: [key] } as const;
    refuseHeld(`The segment "${key}"`, await recordHolders(tx, named), takeOut);
    await deleteSegment(tx, row.id);
    tx.work.tell({ resource: 'segments', id: row.id, action: 'deleted' });
    return { deleted: true };
  }),
};

export const segmentHandlers = { ...readSegments, ...writeSegments, ...deleteSegments };
