import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compileEmail } from '@postroad/core/content/compile/compile';
import { CompileSession } from '@postroad/core/content/compile/compile-session';
import { defaultLayout } from '@postroad/core/content/compile/default-layout';
import { resolveTheme } from '@postroad/core/content/themes/values';
import { inlineCss } from '@postroad/service/content/compile/inline-css';
import { type Asker, openAsker } from '../asker.ts';
import type { BenchDatabase } from '../bench-database.ts';
import { emailSource } from '../mail.ts';
import { alternateMeasured, type Measured, median } from '../measure.ts';
import { metered, timed } from '../metered.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { startWorker } from '../workers.ts';

const token = 'postroad-bench-token-0123';
const asked = 150;
const warmUp = 50;

/**
 * An author pauses between drafts: the compiler has been idle and its caches were used by others,
 * so that the same compile takes up to 1.7 times as long as in a loop.
 */
const apartMs = 8;

/** Whose calls are measured: a process, and its PostgreSQL if it has one. */
interface Called {
  pid: number;
  bench: BenchDatabase | null;
  /** For how long a round measures at least. */
  ms: number;
}

/** Median duration of calls as a rate, and what each cost: in a loop, or with pauses. */
async function medianOf(
  { pid, bench, ms }: Called,
  call: (turn: number) => unknown,
  idleMs = 0,
): Promise<Measured> {
  const times: number[] = [];
  const repeat = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) {
      if (idleMs > 0) await sleep(idleMs);
      const start = performance.now();
      await call(turn);
      times.push(performance.now() - start);
    }
    return count;
  };
  await repeat(warmUp);
  times.length = 0;
  const run = () => timed(() => repeat(asked));
  const { cost } = await metered(bench, { ms, pids: [pid], run });
  return { rate: 1000 / median(times), cost };
}

let drafts = 0;

/** A text that was not compiled before. */
function draft(): string {
  drafts += 1;
  return `${emailSource.body_markdown}\n\nDraft ${drafts}`;
}

const session = new CompileSession();

function compileDraft(): void {
  const scope = { theme: resolveTheme({}), themesByKey: new Map() };
  const email = { ...emailSource, body_markdown: draft() };
  const { compiled } = compileEmail(email, defaultLayout, scope, inlineCss, session);
  if (!compiled) throw new Error('The mail does not compile.');
}

async function measure(kind: string, asker: Asker, server: Called): Promise<Line[]> {
  const preview = (body: object) => asker.ask('POST', '/emails/1/preview', body);
  const here: Called = { ...server, pid: process.pid, bench: null };
  const found = await alternateMeasured({
    compile: () => medianOf(here, compileDraft, apartMs),
    inALoop: () => medianOf(here, compileDraft),
    draft: () => medianOf(server, () => preview({ body_markdown: draft() })),
    unchanged: () => medianOf(server, () => preview({})),
  });
  const limit = { what: 'its own compile, one at a time', ...found.compile };
  const line = { unit: 'previews', limit };
  const ms = ({ rate }: Measured) =>
    `p50 ${(1000 / rate).toFixed(1)} ms; ${(rate / found.inALoop.rate).toFixed(2)} of compiles in a loop`;
  return [
    {
      ...line,
      what: `Preview a draft over HTTP: ${kind}`,
      ...found.draft,
      goal: 0.4,
      notes: [ms(found.draft)],
    },
    {
      ...line,
      what: `Preview an unchanged email over HTTP: ${kind}`,
      ...found.unchanged,
      goal: 2,
      notes: [ms(found.unchanged)],
    },
  ];
}

async function measureOn(kind: string, bench: BenchDatabase | null, ms: number): Promise<Line[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postroad-bench-'));
  const url = bench?.url ?? null;
  const server = await startWorker('library-server', { url, token, dataDir, emails: 10 });
  try {
    const asker = await openAsker({ port: Number(server.ready.port), token });
    const lines = await measure(kind, asker, { pid: server.pid, bench, ms });
    asker.close();
    return lines;
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function run(context: BenchContext): Promise<Line[]> {
  const bench = await context.createDatabase();
  try {
    return [
      ...(await measureOn('PostgreSQL', bench, context.roundMs)),
      ...(await measureOn('embedded database', null, context.roundMs)),
    ];
  } finally {
    await bench.drop();
  }
}

export const row: Row = {
  name: 'preview',
  about: 'What an author waits for while writing',
  run,
};
