import type { Provider } from '@postroad/mail/provider';
import type { Database } from '@postroad/store/database';
import type { Config } from './config.ts';
import type { Counters } from './counters.ts';
import type { EventCounts } from './event-counts.ts';
import type { EventTypeIds } from './event-type-ids.ts';
import type { LiveFlows } from './live-flows.ts';
import type { Log } from './log.ts';
import type { TagNames } from './tag-names.ts';
import type { Templates } from './templates.ts';
import type { Wake } from './wake.ts';

/** The parts a running service is made of, handed to handlers and engine. */
export interface Deps {
  database: Database;
  config: Config;
  provider: Provider;
  /** Signs public tokens. */
  secretKey: Buffer;
  log: Log;
  wake: Wake;
  counters: Counters;
  /** Registry counts that are not in the database yet. */
  eventCounts: EventCounts;
  eventTypes: EventTypeIds;
  liveFlows: LiveFlows;
  tagNames: TagNames;
  templates: Templates;
  /** Moves the test clock and does what is due along the way; see `engine/move-clock.ts`. */
  moveClock: (targetOf: (now: Date) => Date, dryRun: boolean) => Promise<Date>;
  /** Address of this service in links: BASE_URL, or where it listens. */
  address: { url: string };
}
