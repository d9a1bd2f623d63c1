import type { Provider } from '@postroad/mail/provider';
import { CallRates } from '@postroad/service/call-rates';
import { Changes } from '@postroad/service/changes';
import { readConfig } from '@postroad/service/config';
import { Counters } from '@postroad/service/counters';
import type { Deps } from '@postroad/service/deps';
import { LinkSets } from '@postroad/service/engine/link-sets';
import { EventCounts } from '@postroad/service/event-counts';
import { EventTypeIds } from '@postroad/service/event-type-ids';
import { Guards } from '@postroad/service/guards';
import { HitBuffer } from '@postroad/service/hit-buffer';
import { KeptSources } from '@postroad/service/kept-sources';
import { LiveFlows } from '@postroad/service/live-flows';
import { createLog } from '@postroad/service/log';
import { Renderer } from '@postroad/service/renderer';
import { TagNames } from '@postroad/service/tag-names';
import { Templates } from '@postroad/service/templates';
import { Wake } from '@postroad/service/wake';
import { WorkHint } from '@postroad/service/work-hint';
import { connect } from '@postroad/store/connect';

/** Accepts whatever it is given; what remains is the cost of everything before it. */
export function nullProvider(concurrency: number): Provider {
  return {
    name: 'null',
    deduplicates: false,
    concurrency,
    send: async () => ({ kind: 'accepted', providerId: null }),
    close: async () => {},
  };
}

/** The engine's parts on a database of the bench, so that one of them can be measured alone. */
export async function openEngineDeps(
  databaseUrl: string,
  provider: Provider,
  poolSize: number,
): Promise<Deps> {
  const database = await connect({ databaseUrl, dataDir: '', poolSize });
  return {
    database,
    config: readConfig({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', STARTER: '0' }),
    provider,
    secretKey: Buffer.alloc(32, 7),
    acceptedKeys: [Buffer.alloc(32, 7)],
    log: createLog('warn'),
    wake: new Wake(database),
    changes: new Changes(database),
    counters: new Counters(),
    callRates: new CallRates(),
    eventCounts: new EventCounts(),
    eventTypes: new EventTypeIds(),
    liveFlows: new LiveFlows(),
    guards: new Guards(),
    tagNames: new TagNames(),
    templates: new Templates(),
    linkSets: new LinkSets(database),
    hits: new HitBuffer(() => {}),
    previewSources: new KeptSources(),
    renderer: new Renderer(),
    recompileHint: new WorkHint(),
    gateHint: new WorkHint(),
    sequenceHint: new WorkHint(),
    importHint: new WorkHint(),
    moveClock: async () => {
      throw new Error('The bench has no test clock.');
    },
    sendNow: async () => {
      throw new Error('The bench sends through the engine.');
    },
    address: { url: 'https://mail.example.com' },
  };
}
