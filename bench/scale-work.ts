import type { OperationName, OperationOutput } from '@postroad/core/catalog/catalog';
import type { LaneName } from '@postroad/service/app/lanes';
import type { Service } from '@postroad/service/app/service';
import type { BenchDatabase } from './bench-database.ts';

import { actor, drain, nextLook } from './scale-facts.ts';

/** Work that writes, and of how many items it is; blocks are stated for one (CELL-05). */
export interface Work {
  what: string;
  /** Prepares what is measured; called before each run. */
  prepare?: () => Promise<unknown>;
  /** Does it, and answers how many items it was. */
  run: () => Promise<number>;
}

const calls = 20;
const inBatch = 100;
const rowsOfFile = 2_000;

/** Everything that is written to an account of this size, from single calls to the lanes. */
export async function worksOf(service: Service, { sql }: BenchDatabase): Promise<Work[]> {
  const call = async <Name extends OperationName>(name: Name, input: object) =>
    (await service.invoke(name, input, { actor })).output as OperationOutput<Name>;
  const empty = (lane: LaneName) => drain(service, lane);
  const content = { subject: 'News', body_markdown: 'Hello {{ person.first_name }}' };
  const { email } = await call('create_email', content);
  const nodes = [{ type: 'send_email', email_id: email.id }];
  const definition = { trigger: { event: 'bench-go' }, nodes };
  await call('create_flow', { key: 'bench', run_policy: 'repeat', definition });
  await call('activate_flow', { flow_key: 'bench' });
  let number = 0;
  const known = () => {
    number += 1;
    return `p${1_000 + number * 37}@example.com`;
  };
  const fresh = () => {
    number += 1;
    return `new${number}@example.com`;
  };
  const each = (name: OperationName, inputOf: () => object) => async () => {
    for (let at = 0; at < calls; at += 1) await call(name, inputOf());
    return calls;
  };
  const going = async () => {
    const events = Array.from({ length: inBatch }, () => ({ email: known(), name: 'bench-go' }));
    await call('record_events', { events });
  };
  const file = () => {
    const lines = Array.from({ length: rowsOfFile }, () => fresh());
    return call('import_people', { content: `email\n${lines.join('\n')}\n`, format: 'csv' });
  };
  const broadcast = async () => {
    const { broadcast: made } = await call('create_broadcast', {
      ...{ name: 'Bench', segment: 'segment-3', email_source: 'copy', email_id: email.id },
      emails_per_hour: 1_000_000,
    });
    await call('send_broadcast_now', { broadcast_id: made.id });
  };
  const cancelBroadcasts = async () => {
    const { broadcasts } = await call('list_broadcasts', { status: 'sending' });
    for (const { id } of broadcasts) await call('cancel_broadcast', { broadcast_id: id });
    await empty('broadcasts');
  };
  const recipients = async () => {
    const [row] = await sql<[{ count: number }]>`
      select recipients::bigint as count from broadcasts order by id desc limit 1`;
    return row.count;
  };
  const works: Work[] = [
    {
      what: '`upsert_person`, a new person',
      run: each('upsert_person', () => ({ email: fresh() })),
    },
    {
      what: '`upsert_person`, a known person, with a tag',
      run: each('upsert_person', () => ({ email: known(), tags: ['bench'] })),
    },
    {
      what: '`record_event` that nobody waits for',
      run: each('record_event', () => ({ email: known(), name: 'bench-plain' })),
    },
    {
      what: `\`record_events\`, one of ${inBatch}`,
      async run() {
        const events = Array.from({ length: inBatch }, () => ({
          ...{ email: known(), name: 'bench-plain' },
        }));
        await call('record_events', { events });
        return inBatch;
      },
    },
    {
      what: '`record_event` that starts a run',
      run: each('record_event', () => ({ email: known(), name: 'bench-go' })),
    },
    {
      what: `lane \`runs\`, one of ${inBatch} that put a mail into the queue`,
      async prepare() {
        await empty('runs');
        await empty('sends');
        await going();
      },
      async run() {
        await empty('runs');
        return inBatch;
      },
    },
    {
      what: `lane \`sends\`, one mail of ${inBatch}`,
      async prepare() {
        await empty('sends');
        await going();
        await empty('runs');
      },
      async run() {
        await empty('sends');
        return inBatch;
      },
    },
    {
      what: `\`import_people\` with lane \`imports\`, one new person of ${rowsOfFile}`,
      async run() {
        await file();
        await empty('imports');
        return rowsOfFile;
      },
    },
    {
      what: 'lane `broadcasts`, one mail of a part that is put into the queue',
      async prepare() {
        await cancelBroadcasts();
        await broadcast();
        await nextLook();
      },
      async run() {
        await service.round('broadcasts');
        const queued = await recipients();
        if (queued === 0) throw new Error('No mail of the broadcast was put into the queue.');
        return queued;
      },
    },
    {
      what: `lane \`opt_outs\`, one of ${inBatch} that are reported`,
      async prepare() {
        await sql`
          update opt_outs set due_at = now() where person_id = any(array(
            select person_id from opt_outs where due_at > now() order by person_id limit ${inBatch}))`;
        await nextLook();
      },
      async run() {
        await service.round('opt_outs');
        return inBatch;
      },
    },
  ];
  const idle = service.lanes.map(
    (lane): Work => ({
      what: `lane \`${lane}\`, a round without work`,
      async prepare() {
        await cancelBroadcasts();
        await empty(lane);
        // Upkeep counts the segments again, which is work.
        await sql`update segment_counts set counted_at = now()`;
        await nextLook();
      },
      async run() {
        await service.round(lane);
        return 1;
      },
    }),
  );
  return [...works, ...idle];
}
