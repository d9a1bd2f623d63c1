import { ZoneClocks } from '@postroad/core/platform/zone-clock';
import type { Provider } from '@postroad/mail/providers/provider';
import { CallLimits } from '@postroad/service/account/call-limits';
import { FailedLogins } from '@postroad/service/account/failed-logins';
import { HeavyReads } from '@postroad/service/account/heavy-reads';
import { SessionUses } from '@postroad/service/account/sessions';
import { TokenUses } from '@postroad/service/account/token-uses';
import { accountClockIn } from '@postroad/service/account/zone-of-account';
import { systemResolver } from '@postroad/service/app/checks/check-dns';
import { readConfig } from '@postroad/service/app/config/config';
import type { Deps } from '@postroad/service/app/deps';
import { wireFacts } from '@postroad/service/app/facts';
import { Retention } from '@postroad/service/app/upkeep/retention';
import { broadcastEmails } from '@postroad/service/broadcasts/broadcast-handlers';
import { Guards } from '@postroad/service/conditions/guards';
import { audienceNamed } from '@postroad/service/conditions/segment-audience';
import { CompiledEmailCache } from '@postroad/service/content/compile/compiled-email-cache';
import { PreviewCache } from '@postroad/service/content/render/preview-cache';
import { Renderer } from '@postroad/service/content/render/renderer';
import { SlowMails } from '@postroad/service/content/render/slow-mails';
import { EventCounts } from '@postroad/service/events/event-counts';
import { EventTypeIds } from '@postroad/service/events/event-type-ids';
import { changedTimesOfTunables } from '@postroad/service/flows/change-definition';
import { RunTurns } from '@postroad/service/flows/claim-runs';
import { LiveFlows } from '@postroad/service/flows/live-flows';
import { previewAutomation } from '@postroad/service/flows/renewals/renewal-values';
import { ErasureList } from '@postroad/service/people/erasure-list';
import { TagNames } from '@postroad/service/people/tag-names';
import { CallRates } from '@postroad/service/platform/call-rates';
import { Counters } from '@postroad/service/platform/counters';
import { createLog } from '@postroad/service/platform/log';
import { Changes } from '@postroad/service/platform/notices/changes';
import { Wake } from '@postroad/service/platform/notices/wake';
import { Measures } from '@postroad/service/platform/observing/measures';
import { KnownFrames } from '@postroad/service/sending/sent/keep-content';
import { SentMinutes } from '@postroad/service/sending/sent-minutes';
import { HitBuffer } from '@postroad/service/sending/tracking/hit-buffer';
import { LinkSets } from '@postroad/service/sending/tracking/link-sets';
import { stepEmails } from '@postroad/service/sequences/sequence-step-handlers';
import { DeliveryPoster } from '@postroad/service/webhooks/post-delivery';
import { connect } from '@postroad/store/platform/connection/connect';

/** Accepts every mail; the measured cost is that of everything before it. */
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
  const config = readConfig({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', STARTER: '0' });
  const log = createLog('warn');
  const renderer = new Renderer();
  const tagNames = new TagNames();
  const rooms: Omit<Deps, 'facts'> = {
    database,
    config,
    provider,
    secretKey: Buffer.alloc(32, 7),
    acceptedKeys: [Buffer.alloc(32, 7)],
    log,
    wake: new Wake(),
    changes: new Changes(database),
    counters: new Counters(),
    measures: new Measures(),
    tracer: null,
    poster: new DeliveryPoster([]),
    sentMinutes: new SentMinutes(),
    callRates: new CallRates(),
    tokenUses: new TokenUses(),
    sessionUses: new SessionUses(),
    operatorToken: { hash: () => null },
    failedLogins: new FailedLogins(new Counters()),
    callLimits: new CallLimits({ perSecond: 0, burst: 1 }),
    eventCounts: new EventCounts(),
    eventTypes: new EventTypeIds(),
    liveFlows: new LiveFlows({ tagNames }),
    runTurns: new RunTurns(),
    restored: null,
    erasureList: new ErasureList(),
    retention: new Retention(),
    guards: new Guards(),
    zones: new ZoneClocks(),
    accountClock: accountClockIn(new ZoneClocks()),
    tagNames,
    audienceNamed,
    tunableTimes: (tx, tunables) => changedTimesOfTunables(tx, rooms, tunables),
    templates: new CompiledEmailCache(),
    frames: new KnownFrames(),
    linkSets: new LinkSets(database),
    hits: new HitBuffer(() => {}),
    emailHolders: { broadcast: broadcastEmails, sequence_step: stepEmails },
    previewAutomation,
    previewSources: new PreviewCache(),
    renderer,
    submittedReads: new HeavyReads(),
    slowMails: new SlowMails({ database, config, log, renderer }),
    moveClock: async () => {
      throw new Error('The bench has no test clock.');
    },
    playApart: async () => {
      throw new Error('The bench has no example.');
    },
    sendNow: async () => {
      throw new Error('The bench sends through the engine.');
    },
    resolver: systemResolver(),
    address: { url: 'https://mail.example.com' },
  };
  return { ...rooms, facts: wireFacts(rooms) };
}
