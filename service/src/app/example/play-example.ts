import type { Service } from '../service.ts';
import { enterTimezones, operatorDays } from './operators.ts';
import { newcomers } from './people.ts';
import type { Readers } from './readers.ts';
import { eventsBetween, type SeedEvent, startOf, stopsBetween } from './story.ts';
import { type Ask, writeAccount } from './write-account.ts';

const dayMs = 86_400_000;
const batchMost = 100;

async function record(ask: Ask, events: SeedEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += batchMost) {
    const { results } = await ask('record_events', {
      events: events.slice(from, from + batchMost),
    });
    const faulty = results.find(({ status }) => status !== 'created');
    if (faulty) throw new Error(`An event of the example was refused: ${faulty.error}`);
  }
}

/**
 * Plays five weeks up to `end` on a service of its own with the test clock: people act, mail is sent,
 * readers look, operators work. `goOn` throws to give up.
 */
export async function playExample(
  service: Service,
  readers: Readers,
  ask: Ask,
  { end, goOn }: { end: Date; goOn: () => void },
): Promise<void> {
  const start = startOf(end);
  const written = await writeAccount(ask);
  const events = eventsBetween(start, end);
  const newAddresses = new Set(newcomers.map(({ email }) => email));
  const worked = new Set<number>();
  for (const stop of stopsBetween(start, end)) {
    goOn();
    await ask('move_clock', { now: stop.toISOString() });
    await readers.look(service);
    const until = events.findIndex(({ occurred_at }) => Date.parse(occurred_at) > stop.getTime());
    const happened = events.splice(0, until < 0 ? events.length : until);
    await record(ask, happened);
    const arrived = happened.filter(
      ({ name, email }) => name === 'account_created' && newAddresses.has(email),
    );
    await enterTimezones(ask, new Set(arrived.map(({ email }) => email)));
    const day = Math.floor((stop.getTime() - start.getTime()) / dayMs);
    if (!worked.has(day)) await operatorDays[day]?.(ask, written, stop);
    worked.add(day);
  }
  await readers.look(service, true);
  await ask('move_clock', { advance: { amount: 1, unit: 'seconds' } });
}
