import type { Outcome, Provider } from '@postroad/mail/providers/provider';
import type { Database } from '@postroad/store/platform/connection/database';
import type { Tx } from '@postroad/store/platform/transaction';
import type { NewSend } from '@postroad/store/queue/send';
import type { Guards } from '../conditions/guards.ts';
import type { Templates } from '../content/compile/compiled-email-cache.ts';
import type { KeptSources } from '../content/render/preview-cache.ts';
import type { Renderer } from '../content/render/renderer.ts';
import type { EventCounts } from '../events/event-counts.ts';
import type { EventTypeIds } from '../events/event-type-ids.ts';
import type { LiveFlows } from '../flows/live-flows.ts';
import type { TagNames } from '../people/tag-names.ts';
import type { CallRates } from '../platform/call-rates.ts';
import type { Changes } from '../platform/changes.ts';
import type { Log } from '../platform/log.ts';
import type { Wake } from '../platform/wake.ts';
import type { WorkHint } from '../platform/work-hint.ts';
import type { HitBuffer } from '../sending/tracking/hit-buffer.ts';
import type { LinkSets } from '../sending/tracking/link-sets.ts';
import type { Config } from './config/config.ts';
import type { Counters } from './counters.ts';

/** Decides what is sent, in the transaction that queues it. Throws Refusal to send nothing. */
export type PrepareSend = (tx: Tx) => Promise<NewSend>;

/** What became of an attempt; `broken` means that the mail could not even be made. */
export type SendOutcome = Outcome | { kind: 'broken'; reason: string };

/** The parts a running service is made of, handed to handlers and engine. */
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
  /** Bounds what subscribers do over and over. */
  callRates: CallRates;
  /** Registry counts that are not in the database yet. */
  eventCounts: EventCounts;
  eventTypes: EventTypeIds;
  liveFlows: LiveFlows;
  guards: Guards;
  tagNames: TagNames;
  templates: Templates;
  /** Where the links of mails lead. */
  linkSets: LinkSets;
  /** Opens and clicks that are not in the database yet. */
  hits: HitBuffer;
  /** What emails compile from that are previewed again and again. */
  previewSources: KeptSources;
  /** Compiles and previews what operators write. */
  renderer: Renderer;
  /** Given after a save that left emails to be recompiled in the background. */
  recompileHint: WorkHint;
  /** Given after a save of what people wait for at gates. */
  gateHint: WorkHint;
  /** Given where people are to be taken on in a sequence. */
  sequenceHint: WorkHint;
  /** Files of people that have arrived. */
  importHint: WorkHint;
  /** Moves the test clock and does what is due along the way; see `engine/move-clock.ts`. */
  moveClock: (targetOf: (now: Date) => Date, dryRun: boolean) => Promise<Date>;
  /** Sends one mail at once, through the pipeline of all; see `engine/send-now.ts`. */
  sendNow: (prepare: PrepareSend, dryRun: boolean) => Promise<SendOutcome | null>;
  /** Address of this service in links: BASE_URL, or where it listens. */
  address: { url: string };
}
