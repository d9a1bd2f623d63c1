import type { Tracer } from '@postroad/core/platform/tracing/tracer';
import type { ZoneClocks } from '@postroad/core/platform/zone-clock';
import type { Provider } from '@postroad/mail/providers/provider';
import type { Database } from '@postroad/store/platform/connection/database';
import type { RestoredWindow } from '@postroad/store/queue/restored';
import type { AccountFacts, TunableTimes } from '../account/account-facts.ts';
import type { Operator } from '../account/authenticate.ts';
import type { CallLimits } from '../account/call-limits.ts';
import type { FailedLogins } from '../account/failed-logins.ts';
import type { HeavyReads } from '../account/heavy-reads.ts';
import type { SessionUses } from '../account/sessions.ts';
import type { TokenUses } from '../account/token-uses.ts';
import type { BillingFacts } from '../billing/record-billing.ts';
import type { Guards } from '../conditions/guards.ts';
import type { SegmentFacts } from '../conditions/segment-facts.ts';
import type { CompiledEmailCache } from '../content/compile/compiled-email-cache.ts';
import type { EmailHolders } from '../content/email-holder.ts';
import type { PreviewAutomation } from '../content/merge-context.ts';
import type { PreviewCache } from '../content/render/preview-cache.ts';
import type { Renderer } from '../content/render/renderer.ts';
import type { SlowMails } from '../content/render/slow-mails.ts';
import type { EventCounts } from '../events/event-counts.ts';
import type { EventTypeIds } from '../events/event-type-ids.ts';
import type { EventFacts } from '../events/record-events.ts';
import type { RunTurns } from '../flows/claim-runs.ts';
import type { LiveFlows } from '../flows/live-flows.ts';
import type { AudienceNamed } from '../people/audience.ts';
import type { PeopleFacts } from '../people/change-people.ts';
import type { ErasureList } from '../people/erasure-list.ts';
import type { TagNames } from '../people/tag-names.ts';
import type { AccountTime } from '../platform/account-clock.ts';
import type { CallRates } from '../platform/call-rates.ts';
import type { Counters } from '../platform/counters.ts';
import type { Log } from '../platform/log.ts';
import type { Changes } from '../platform/notices/changes.ts';
import type { Wake } from '../platform/notices/wake.ts';
import type { Measures } from '../platform/observing/measures.ts';
import type { SendNow } from '../sending/send-now.ts';
import type { KnownFrames } from '../sending/sent/keep-content.ts';
import type { SentMinutes } from '../sending/sent-minutes.ts';
import type { HitBuffer } from '../sending/tracking/hit-buffer.ts';
import type { LinkSets } from '../sending/tracking/link-sets.ts';
import type { DeliveryPoster } from '../webhooks/post-delivery.ts';
import type { DnsResolver } from './checks/check-dns.ts';
import type { MoveClock } from './clock/clock-handlers.ts';
import type { Config } from './config/config.ts';
import type { PlayApart } from './example/load-example.ts';
import type { Retention } from './upkeep/retention.ts';

/** All facts, each declared by the room that publishes it. */
export interface Facts extends PeopleFacts, EventFacts, BillingFacts, SegmentFacts, AccountFacts {}

/**
 * The parts of a running service, each created once. Only `app` sees all of them: every room
 * declares an interface of the parts it uses, which this type satisfies.
 */
export interface Deps {
  database: Database;
  config: Config;
  provider: Provider;
  /** Signs public tokens and everything else that is signed. */
  secretKey: Buffer;
  /** All keys whose signatures are accepted, the signing key first (SECRET_KEY_PREVIOUS). */
  acceptedKeys: readonly Buffer[];
  log: Log;
  wake: Wake;
  /** Publishes changes to the clients of every process. */
  changes: Changes;
  counters: Counters;
  measures: Measures;
  /** Makes spans; null where traces are not exported. */
  tracer: Tracer | null;
  sentMinutes: SentMinutes;
  /** Makes mails that take long. */
  slowMails: SlowMails;
  /** Local time by zone, for send windows. */
  zones: ZoneClocks;
  accountClock: AccountTime['accountClock'];
  /** Rate limits for what subscribers can do repeatedly. */
  callRates: CallRates;
  tokenUses: TokenUses;
  sessionUses: SessionUses;
  /** The token of the operator, which may change meanwhile. */
  operatorToken: Operator;
  erasureList: ErasureList;
  retention: Retention;
  failedLogins: FailedLogins;
  callLimits: CallLimits;
  /** Event counts of the registry that are not yet written to the database. */
  eventCounts: EventCounts;
  eventTypes: EventTypeIds;
  liveFlows: LiveFlows;
  /** Decides which flow is next when runs are claimed. */
  runTurns: RunTurns;
  guards: Guards;
  tagNames: TagNames;
  /** The facts that rooms publish to each other. */
  facts: Facts;
  /** Resolves segments, which the people room does not know. */
  audienceNamed: AudienceNamed;
  tunableTimes: TunableTimes;
  templates: CompiledEmailCache;
  /** Ids of what is kept with sent mail. */
  frames: KnownFrames;
  /** Where the links in mails lead. */
  linkSets: LinkSets;
  /** Opens and clicks that are not yet written to the database. */
  hits: HitBuffer;
  /** The kinds of record that point at emails. */
  emailHolders: EmailHolders;
  previewAutomation: PreviewAutomation;
  /** Compile inputs of emails that are previewed repeatedly. */
  previewSources: PreviewCache;
  /** Compiles and previews what operators write. */
  renderer: Renderer;
  /** Bounds how many submitted mails are read at once. */
  submittedReads: HeavyReads;
  moveClock: MoveClock;
  playApart: PlayApart;
  /** The window of the restore that the database was begun with; null for most. */
  restored: RestoredWindow | null;
  sendNow: SendNow;
  /** Sends deliveries to webhook endpoints. */
  poster: DeliveryPoster;
  /** Asks DNS, for checks. */
  resolver: DnsResolver;
  /** Base address of this service in links: BASE_URL, or the address it listens on. */
  address: { url: string };
}
