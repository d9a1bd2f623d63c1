import { ZoneClocks } from '@postroad/core/platform/zone-clock';
import { accountClockIn } from '@postroad/service/account/zone-of-account';
import { wireFacts } from '@postroad/service/app/facts';
import { EventCounts } from '@postroad/service/events/event-counts';
import { EventTypeIds } from '@postroad/service/events/event-type-ids';
import type { AdvanceDeps } from '@postroad/service/flows/advance-runs';
import { RunTurns } from '@postroad/service/flows/claim-runs';
import { LiveFlows } from '@postroad/service/flows/live-flows';
import { TagNames } from '@postroad/service/people/tag-names';
import { Counters } from '@postroad/service/platform/counters';
import { createLog } from '@postroad/service/platform/log';
import type { TestService } from './service.ts';

/**
 * What one process advances runs with, on the database of a test, so that the size of a batch can
 * be chosen. Each has its own view of the flows.
 */
export function advanceDeps({ database, config }: TestService): AdvanceDeps {
  const tagNames = new TagNames();
  const parts = {
    database,
    config,
    accountClock: accountClockIn(new ZoneClocks()),
    secretKey: Buffer.alloc(32, 7),
    acceptedKeys: [Buffer.alloc(32, 7)],
    log: createLog('silent'),
    counters: new Counters(),
    eventCounts: new EventCounts(),
    eventTypes: new EventTypeIds(),
    liveFlows: new LiveFlows({ tagNames }),
    runTurns: new RunTurns(),
    restored: null,
    tagNames,
  };
  return { ...parts, facts: wireFacts(parts) };
}
