import type { Provider } from '@postroad/mail/providers/provider';
import { readConfig } from '@postroad/service/app/config/config';
import { Counters } from '@postroad/service/app/counters';
import type { Deps } from '@postroad/service/app/deps';
import { Guards } from '@postroad/service/conditions/guards';
import { Templates } from '@postroad/service/content/compile/compiled-email-cache';
import { KeptSources } from '@postroad/service/content/render/preview-cache';
import { Renderer } from '@postroad/service/content/render/renderer';
import { EventCounts } from '@postroad/service/events/event-counts';
import { EventTypeIds } from '@postroad/service/events/event-type-ids';
import { LiveFlows } from '@postroad/service/flows/live-flows';
import { TagNames } from '@postroad/service/people/tag-names';
import { CallRates } from '@postroad/service/platform/call-rates';
import { Changes } from '@postroad/service/platform/changes';
import { createLog } from '@postroad/service/platform/log';
import { Wake } from '@postroad/service/platform/wake';
import { WorkHint } from '@postroad/service/platform/work-hint';
import { HitBuffer } from '@postroad/service/sending/tracking/hit-buffer';
import { LinkSets } from '@postroad/service/sending/tracking/link-sets';
import { connect } from '@postroad/store/platform/connection/connect';

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
