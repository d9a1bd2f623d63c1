import type { LaneName } from '@postroad/service/app/lanes';
import { startWorker } from '@postroad/service/app/worker-loop';
import { createLog } from '@postroad/service/platform/log';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { calling } from './calling.ts';

/** The parts of a service that a worker sees; the test says what each round of one lane does. */
function fakeService(
  rounds: (() => boolean | Promise<boolean>)[],
  lanes: readonly LaneName[] = ['runs'],
) {
  let wake: () => void = () => {};
  let done = 0;
  let reached: (() => void) | null = null;
  let wanted = 0;
  const lines: string[] = [];
  const service = {
    log: createLog('error', (line) => {
      lines.push(line);
      return true;
    }),
    lanes,
    async round(_lane: LaneName) {
      const round = rounds[done];
      done += 1;
      try {
        return (await round?.()) ?? false;
      } finally {
        if (done >= wanted) reached?.();
      }
    },
    onWake(listener: () => void) {
      wake = listener;
      return () => {
        wake = () => {};
      };
    },
  };
  return {
    service,
    lines,
    wake: () => wake(),
    rounds: () => done,
    until: (count: number) =>
      new Promise<void>((resolve) => {
        wanted = count;
        reached = resolve;
        if (done >= count) resolve();
      }),
  };
}

describe('rounds', () => {
  it('follow each other at once while there is more to do', async () => {
    const fake = fakeService(Array.from({ length: 50 }, () => () => true));
    const worker = startWorker(fake.service);
    await fake.until(50);
    await worker.stop();
    expect(fake.rounds()).toBeGreaterThanOrEqual(50);
  });

  it('continue after one that failed, which is logged', async () => {
    const fail = () => Promise.reject(new Error('the database is away'));
    const fake = fakeService([fail, () => true, () => false]);
    const worker = startWorker(fake.service);
    await fake.until(3);
    await worker.stop();
    expect(fake.lines.join('')).toContain('the database is away');
  });

  it('a wake during a round is not lost', async () => {
    let fake: ReturnType<typeof fakeService>;
    const waking = () => {
      fake.wake();
      return false;
    };
    fake = fakeService(Array.from({ length: 30 }, () => waking));
    const worker = startWorker(fake.service);
    await fake.until(30);
    await worker.stop();
    expect(fake.rounds()).toBeGreaterThanOrEqual(30);
  });

  it('come by the clock when nobody wakes', async () => {
    const fake = fakeService([]);
    const worker = startWorker(fake.service);
    await fake.until(2);
    await worker.stop();
  });

  it('stop() waits for the round under way, and none begins after it', async () => {
    let finish: (more: boolean) => void = () => {};
    let begin: () => void = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const fake = fakeService([
      () => {
        begin();
        return new Promise<boolean>((answer) => {
          finish = answer;
        });
      },
    ]);
    const worker = startWorker(fake.service);
    await begun;
    let stopped = false;
    const stopping = worker.stop().then(() => {
      stopped = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped).toBe(false);
    finish(true);
    await stopping;
    fake.wake();
    expect(fake.rounds()).toBe(1);
  });

  it('OBS-01 the log holds nothing but the failures where each lane rests after one', async () => {
    const warnings: string[] = [];
    const hear = ({ message }: Error) => warnings.push(message);
    process.on('warning', hear);
    const fail = () => Promise.reject(new Error('the database is away'));
    const lanes = Array.from({ length: 20 }, () => 'runs' as const);
    const fake = fakeService(Array(lanes.length).fill(fail), lanes);
    const worker = startWorker(fake.service);
    await fake.until(lanes.length);
    // Node tells of a warning in a later turn.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await worker.stop();
    process.off('warning', hear);
    expect(fake.lines).toHaveLength(lanes.length);
    expect(warnings).toEqual([]);
  });

  it('stop() does not wait out the rest after a failure', async () => {
    const fake = fakeService([() => Promise.reject(new Error('away'))]);
    const worker = startWorker(fake.service);
    await fake.until(1);
    await worker.stop();
    expect(fake.rounds()).toBe(1);
  });
});

describe('a worker beside a real service', () => {
  let opened: TestService;
  const provider = fakeProvider();
  let mailed: Promise<void>;

  beforeEach(async () => {
    mailed = new Promise((resolve) => {
      provider.answer = () => {
        resolve();
        return { kind: 'accepted', providerId: null };
      };
    });
    opened = await openTestService({ env: { STARTER: '1' }, provider: () => provider });
  });

  afterEach(async () => {
    await opened.close();
  });

  it('sends what an event starts, without being asked', async () => {
    const worker = startWorker(opened.service);
    await calling(opened).call('record_event', { email: 'ada@example.com', name: 'signed_up' });
    await mailed;
    await worker.stop();
    expect(provider.messages.map(({ to }) => to)).toEqual(['ada@example.com']);
  });
});
