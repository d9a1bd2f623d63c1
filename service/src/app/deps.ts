import type { ZoneClocks } from '@postroad/core/platform/zone-clock';
import type { Provider } from '@postroad/mail/providers/provider';
import type { Database } from '@postroad/store/platform/connection/database';
import type { AccountFacts } from '../account/account-facts.ts';
import type { BillingFacts } from '../billing/record-billing.ts';
import type { Guards } from '../conditions/guards.ts';
import type { SegmentFacts } from '../conditions/segment-facts.ts';
import type { Templates } from '../content/compile/compiled-email-cache.ts';
import type { EmailHolders } from '../content/email-holder.ts';
import type { PreviewAutomation } from '../content/merge-context.ts';
import type { KeptSources } from '../content/render/preview-cache.ts';
import type { Renderer } from '../content/render/renderer.ts';
import type { EventCounts } from '../events/event-counts.ts';
import type { EventTypeIds } from '../events/event-type-ids.ts';
import type { EventFacts } from '../events/record-events.ts';
import type { RunTurns } from '../flows/claim-runs.ts';
import type { LiveFlows } from '../flows/live-flows.ts';
import type { AudienceNamed } from '../people/audience.ts';
import type { PeopleFacts } from '../people/change-people.ts';
import type { TagNames } from '../people/tag-names.ts';
import type { CallRates } from '../platform/call-rates.ts';
import type { Changes } from '../platform/changes.ts';
import type { Counters } from '../platform/counters.ts';
import type { Log } from '../platform/log.ts';
import type { Wake } from '../platform/wake.ts';
import type { SendNow } from '../sending/send-now.ts';
import type { HitBuffer } from '../sending/tracking/hit-buffer.ts';
import type { LinkSets } from '../sending/tracking/link-sets.ts';
import type { MoveClock } from './clock-handlers.ts';
import type { Config } from './config/config.ts';

/** Everything that rooms tell others of, each declared by the room that publishes it. */
export interface Facts extends PeopleFacts, EventFacts, BillingFacts, SegmentFacts, AccountFacts {}

/**
 * The parts of a running service, each made once. Only `app` sees all of them: every room declares the
 * interface of those that it uses, which this satisfies.
 */
export interface Deps {
  database: Database;
  config: Config;
  provider: Provider;
  /** Signs public tokens and all else that is signed. */
  secretKey: Buffer;
  /** All keys whose signatures are accepted, the one that signs first (SECRET_KEY_PREVIOUS). */
  acceptedKeys: readonly Buffer[];
  log: Log;
  wake: Wake;
  /** Tells clients of every process what changed. */
  changes: Changes;
  counters: Counters;
  /** Wall clocks, for the windows in which mail is sent. */
  zones: ZoneClocks;
  /** Bounds what subscribers do over and over. */
  callRates: CallRates;
  /** Registry counts that are not in the database yet. */
  eventCounts: EventCounts;
  eventTypes: EventTypeIds;
  liveFlows: LiveFlows;
  /** Which flow has its turn when runs are claimed. */
  runTurns: RunTurns;
  guards: Guards;
  tagNames: TagNames;
  /** What rooms tell each other of. */
  facts: Facts;
  /** Of segments, which people know nothing of. */
  audienceNamed: AudienceNamed;
  templates: Templates;
  /** Where the links of mails lead. */
  linkSets: LinkSets;
  /** Opens and clicks that are not in the database yet. */
  hits: HitBuffer;
  /** What points at emails, by kind. */
  emailHolders: EmailHolders;
  previewAutomation: PreviewAutomation;
  /** What emails compile from that are previewed again and again. */
  previewSources: KeptSources;
  /** Compiles and previews what operators write. */
  renderer: Renderer;
  moveClock: MoveClock;
  sendNow: SendNow;
  /** Address of this service in links: BASE_URL, or where it listens. */
  address: { url: string };
}
