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
import { emailSource } from '../mail.ts';
import { alternate, median } from '../measure.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { startWorker } from '../workers.ts';

const token = 'postroad-bench-token';
const asked = 150;
const warmUp = 50;

/**
 * An author pauses between drafts: the compiler has been idle and its caches were used by others,
 * so that the same compile takes up to 1.7 times as long as in a loop.
 */
const apartMs = 8;

/** Median duration of calls as a rate: in a loop, or with pauses. */
async function medianRate(call: (turn: number) => unknown, idleMs = 0): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < warmUp + asked; turn += 1) {
    if (idleMs > 0) await sleep(idleMs);
    const start = performance.now();
    await call(turn);
    if (turn >= warmUp) times.push(performance.now() - start);
  }
  return 1000 / median(times);
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

async function measure(kind: string, asker: Asker): Promise<Line[]> {
  const preview = (body: object) => asker.ask('POST', '/emails/1/preview', body);
  const rates = await alternate({
    compile: () => medianRate(compileDraft, apartMs),
    inALoop: () => medianRate(compileDraft),
    draft: () => medianRate(() => preview({ body_markdown: draft() })),
    unchanged: () => medianRate(() => preview({})),
  });
  const limit = { what: 'its own compile, one at a time', rate: rates.compile };
  const line = { unit: 'previews', limit };
  const ms = (rate: number) =>
    `p50 ${(1000 / rate).toFixed(1)} ms; ${(rate / rates.inALoop).toFixed(2)} of compiles in a loop`;
  return [
    {
      ...line,
      what: `Preview a draft over HTTP: ${kind}`,
      rate: rates.draft,
      goal: 0.4,
      notes: [ms(rates.draft)],
    },
    {
      ...line,
      what: `Preview an unchanged email over HTTP: ${kind}`,
      rate: rates.unchanged,
      goal: 2,
      notes: [ms(rates.unchanged)],
    },
  ];
}

async function measureOn(kind: string, url: string | null): Promise<Line[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postroad-bench-'));
  const server = await startWorker('library-server', { url, token, dataDir, emails: 10 });
  try {
    const asker = await openAsker({ port: Number(server.ready.port), token });
    const lines = await measure(kind, asker);
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
      ...(await measureOn('PostgreSQL', bench.url)),
      ...(await measureOn('embedded database', null)),
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
