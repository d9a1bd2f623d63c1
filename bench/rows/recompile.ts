import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { compileInto } from '@postroad/core/content/compile/compile';
import { defaultLayout } from '@postroad/core/content/compile/default-layout';
import { prepareLayout } from '@postroad/core/content/compile/layout';
import { resolveTheme } from '@postroad/core/content/themes/values';
import type { Recompiling } from '@postroad/core/platform/operations/shapes';
import { inlineCss } from '@postroad/service/content/compile/inline-css';
import { type Asker, openAsker } from '../asker.ts';
import type { BenchDatabase } from '../bench-database.ts';
import { emailSource } from '../mail.ts';
import { callMeasured, type Measured, median, medianMeasured } from '../measure.ts';
import { metered } from '../metered.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { startWorker } from '../workers.ts';

const emails = 5_000;
const goalSeconds = 10;
const goalP99Ms = 200;
const everyMs = 20;
const token = 'postroad-bench-token-0123';

/** Compiles into a prepared layout on one core. */
async function bareCompiles(): Promise<Measured> {
  const scope = { theme: resolveTheme({}), themesByKey: new Map() };
  const { prepared } = prepareLayout(defaultLayout, scope, [emailSource.body_markdown]);
  if (!prepared) throw new Error('The default layout does not compile.');
  return await callMeasured(
    () => compileInto(prepared, emailSource, inlineCss, { checked: true }),
    2_000,
  );
}

/**
 * Sends one request every few milliseconds without waiting for the others; returns their durations.
 */
async function keepReading(port: number, until: () => boolean): Promise<number[]> {
  const latencies: number[] = [];
  const free: Asker[] = [];
  const reading = new Set<Promise<void>>();
  const read = async () => {
    const asker = free.pop() ?? (await openAsker({ port, token }));
    latencies.push((await asker.ask('GET', '/tags')).ms);
    free.push(asker);
  };
  for (let due = performance.now(); !until(); due += everyMs) {
    const early = due - performance.now();
    if (early > 0) await pause(early);
    const asked = read().finally(() => reading.delete(asked));
    reading.add(asked);
  }
  await Promise.all(reading);
  for (const asker of free) asker.close();
  return latencies.sort((one, other) => one - other);
}

async function isLeft(asker: Asker, path: string): Promise<boolean> {
  const { recompiling } = JSON.parse((await asker.ask('GET', path)).body) as {
    recompiling?: Recompiling;
  };
  if (recompiling && recompiling.failed > 0) throw new Error('An email no longer compiles.');
  return recompiling !== undefined;
}

interface Recompiled {
  seconds: number;
  answerMs: number;
  p99: number;
  most: number;
}

async function recompileAll(port: number, color: string): Promise<Recompiled> {
  const saver = await openAsker({ port, token });
  const { themes } = JSON.parse((await saver.ask('GET', '/themes')).body) as {
    themes: { key: string; is_default: boolean }[];
  };
  const path = `/themes/${themes.find((theme) => theme.is_default)?.key}`;
  let done = false;
  const reading = keepReading(port, () => done);
  const start = performance.now();
  const variables = { link_color: { light: color, dark: color } };
  const saved = await saver.ask('PATCH', path, { variables });
  while (await isLeft(saver, path)) await pause(50);
  const seconds = (performance.now() - start) / 1000;
  done = true;
  const latencies = await reading;
  saver.close();
  const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN;
  return { seconds, answerMs: saved.ms, p99, most: latencies.at(-1) ?? Number.NaN };
}

function verdict(met: boolean): string {
  return met ? 'met' : 'missed';
}

async function measureOn(kind: string, bench: BenchDatabase | null): Promise<Line> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postroad-bench-'));
  const url = bench?.url ?? null;
  const server = await startWorker('library-server', { url, token, dataDir, emails });
  try {
    const port = Number(server.ready.port);
    const limits: Measured[] = [];
    const whole: Measured[] = [];
    const runs: Recompiled[] = [];
    for (const color of ['#111111', '#222222', '#333333']) {
      limits.push(await bareCompiles());
      const run = async () => {
        const recompiled = await recompileAll(port, color);
        runs.push(recompiled);
        return { items: emails, seconds: recompiled.seconds };
      };
      whole.push(await metered(bench, { ms: 0, pids: [server.pid], run }));
    }
    const measured = medianMeasured(whole);
    const seconds = emails / measured.rate;
    const p99 = median(runs.map((run) => run.p99));
    return {
      what: `A theme saved over ${emails} emails, until all are recompiled: ${kind}`,
      unit: 'emails',
      ...measured,
      limit: { what: 'bare compiles on one core', ...medianMeasured(limits) },
      goal: null,
      notes: [
        `${seconds.toFixed(1)} s, goal ≤ ${goalSeconds} s ${verdict(seconds <= goalSeconds)}`,
        `other requests p99 ${p99.toFixed(0)} ms, goal < ${goalP99Ms} ms ${verdict(p99 < goalP99Ms)}, most ${Math.max(...runs.map((run) => run.most)).toFixed(0)} ms`,
        `the save itself ${median(runs.map((run) => run.answerMs)).toFixed(0)} ms`,
      ],
    };
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function run(context: BenchContext): Promise<Line[]> {
  const bench = await context.createDatabase();
  try {
    return [await measureOn('PostgreSQL', bench), await measureOn('embedded database', null)];
  } finally {
    await bench.drop();
  }
}

export const row: Row = {
  name: 'recompile',
  about: 'What a theme over many emails costs, and what others notice of it',
  run,
};
