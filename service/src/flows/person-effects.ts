import { findHistorical } from '@postroad/store/events/event';
import type { Tx } from '@postroad/store/platform/transaction';
import type { IngestDeps } from '../events/ingest.ts';
import { recordEvents, type UnrecordedEvent } from '../events/record-events.ts';
import { applyChanges, type PersonChange } from '../people/change-people.ts';
import type { AdvancedRun, RunBatch } from './advanced-run.ts';

/** An effect of a run on its person: a change, or an event that it fires. */
type PersonEffect = { change: PersonChange } | { event: UnrecordedEvent };

/**
 * Applies the changes of advanced runs to people, and records their events together with the fired
 * ones, in the order of the steps (RUN-08, RUN-09, RUN-14). A change by a flow is recorded like a
 * change by hand, with an event of its own (EVENT-15) that can start flows. The effects of a
 * historical event are historical too, so that a backfill starts no unintended runs. Returns the
 * last event of each name that a run caused, under `eventOfRun`.
 */
export async function writePersonEffects(
  tx: Tx,
  deps: IngestDeps,
  { walked, people }: RunBatch,
): Promise<Map<string, number>> {
  const doing = walked.filter(({ advance }) =>
    advance.effects.some(({ kind }) => isPersonEffect(kind)),
  );
  if (doing.length === 0) return new Map();
  const startedBy = doing.flatMap(({ run }) => run.event_id ?? []);
  const historical = startedBy.length > 0 ? await findHistorical(tx, startedBy) : new Set<number>();
  const effects = doing.flatMap((walk) =>
    personEffectsOf(walk, historical.has(walk.run.event_id ?? 0), tx.now),
  );
  let order = 0;
  const changes: PersonChange[] = [];
  const events: UnrecordedEvent[] = [];
  for (const effect of effects) {
    order += 1;
    if ('change' in effect) changes.push({ ...effect.change, order });
    else events.push({ ...effect.event, order });
  }
  const own = await applyChanges(tx, deps, changes, people);
  const all = [...events, ...own].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const ids = await recordEvents(tx, deps, all);
  const lastOf = new Map<string, number>();
  for (const [index, { cause, name }] of all.entries()) {
    const id = ids[index];
    if (cause && id !== undefined) lastOf.set(eventOfRun(cause.run_id, name), id);
  }
  return lastOf;
}

export function eventOfRun(runId: number, name: string): string {
  return `${runId} ${name}`;
}

const personEffectKinds: ReadonlySet<string> = new Set([
  'add_tag',
  'remove_tag',
  'set_field',
  'fire_event',
]);

function isPersonEffect(kind: string): boolean {
  return personEffectKinds.has(kind);
}

function personEffectsOf(
  { run, advance }: AdvancedRun,
  historical: boolean,
  occurred_at: Date,
): PersonEffect[] {
  const cause = { run_id: run.id, chain: run.chain };
  const { person_id } = run;
  const change = (wanted: Partial<PersonChange>): PersonEffect[] => [
    { change: { person_id, how: 'flow', historical, cause, ...wanted } },
  ];
  return advance.effects.flatMap((effect): PersonEffect[] => {
    switch (effect.kind) {
      case 'add_tag':
        return change({ add_tags: [effect.tag] });
      case 'remove_tag':
        return change({ remove_tags: [effect.tag] });
      case 'set_field':
        return change({ fields: { [effect.field]: effect.value } });
      case 'fire_event': {
        const { event: name, details } = effect;
        const what = { person_id, name, details, occurred_at, historical };
        return [{ event: { ...what, source: 'flow', cause } }];
      }
      default:
        return [];
    }
  });
}
