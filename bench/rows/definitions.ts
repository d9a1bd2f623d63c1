import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import type { BenchDatabase } from '../bench-database.ts';
import { median } from '../measure.ts';
import type { BenchContext, Line, Row } from '../row.ts';

const emails = Number(process.env.BENCH_EMAILS ?? 5_000);
const flows = Math.ceil(emails / 10);
const changed = 100;
const times = 5;

const actor = { id: 'bench', name: 'bench', scopes: ['admin'] as const };

type Files = Record<string, string>;

const paragraph =
  'Hi {{ person.first_name | default: "there" }}, this is what is new at *our* place. ';

function email(id: number): string {
  const body = Array.from({ length: 12 }, (_, line) => `## Part ${line}\n\n${paragraph.repeat(2)}`);
  return `---\nid: ${id}\ntitle: Mail ${id}\nsubject: "News ${id}: for you"\n---\n\n${body.join('\n\n')}\n`;
}

function flow(number: number): string {
  const pair = (index: number) => [
    { type: 'send_email', email_id: 1 + ((number * 10 + index) % emails) },
    { type: 'delay', duration: { amount: 1, unit: 'days' } },
  ];
  const branch = {
    type: 'if_else',
    condition: { type: 'has_tag', tag: 'vip' },
    // biome-ignore lint/suspicious/noThenProperty: the grammar of flows has this key
    then: pair(8),
    else: [{ type: 'add_tag', tag: 'seen' }],
  };
  const nodes = [...[0, 1, 2, 3, 4, 5, 6, 7].flatMap(pair), branch];
  const trigger = {
    event: `event_${number}`,
    match: { detail: 'plan', op: 'equals', value: 'pro' },
  };
  return JSON.stringify({
    key: `flow-${number}`,
    name: `Flow ${number}`,
    definition: { trigger, nodes },
  });
}

function tree(): Files {
  const files: Files = {};
  for (let id = 1; id <= emails; id += 1) files[`emails/${id}.md`] = email(id);
  for (let number = 1; number <= flows; number += 1) files[`flows/${number}.json`] = flow(number);
  return files;
}

/** A tree of `count` emails and flows, half of each with another line or name. */
function edited(files: Files, turn: number): Files {
  const next = { ...files };
  const half = (folder: string) =>
    Object.entries(files)
      .filter(([path]) => path.startsWith(folder))
      .slice(turn, turn + changed / 2);
  for (const [path, text] of half('emails/')) next[path] = `${text}\nRound ${turn}\n`;
  for (const [path, text] of half('flows/')) {
    next[path] = text.replace(/"name": "[^"]*"/, `"name": "Round ${turn}"`);
  }
  return next;
}

async function seconds<T>(work: () => Promise<T>): Promise<{ took: number; answer: T }> {
  const start = performance.now();
  const answer = await work();
  return { took: (performance.now() - start) / 1000, answer };
}

async function pull(service: Service): Promise<Files> {
  const { output } = await service.invoke('export_definitions', {}, { actor });
  // As sent over the wire.
  return (JSON.parse(JSON.stringify(output)) as { files: Files }).files;
}

async function apply(service: Service, files: Files): Promise<number> {
  const { output } = await service.invoke('apply_definitions', { files }, { actor });
  if (!output.ok) {
    const errors = output.changes.flatMap((change) => [...change.errors, ...change.warnings]);
    throw new Error(`Blocked: ${JSON.stringify([...output.parse_errors, ...errors].slice(0, 1))}`);
  }
  return output.applied;
}

/** The reads of every pull, without making files. */
async function bareRead({ sql }: BenchDatabase): Promise<number> {
  const { took } = await seconds(async () => {
    await sql`select id, title, subject, body_markdown, labels from emails`;
    await sql`select key, name, labels, definition from flows`;
  });
  return took;
}

async function measured(service: Service, bench: BenchDatabase): Promise<Line[]> {
  const first = await seconds(() => apply(service, tree()));
  const spans = {
    pull: [] as number[],
    bare: [] as number[],
    diff: [] as number[],
    apply: [] as number[],
  };
  for (let turn = 0; turn < times; turn += 1) {
    spans.bare.push(await bareRead(bench));
    const pulled = await seconds(() => pull(service));
    spans.pull.push(pulled.took);
    const next = edited(pulled.answer, turn);
    const diff = () => service.invoke('diff_definitions', { files: next }, { actor });
    spans.diff.push((await seconds(diff)).took);
    const done = await seconds(() => apply(service, next));
    if (done.answer !== changed) throw new Error(`${done.answer} were applied.`);
    spans.apply.push(done.took);
  }
  const what = `${emails} emails, ${flows} flows`;
  const line = (name: string, took: number, goal: number, notes: string[]): Line => {
    const ms = `${Math.round(took * 1000)} ms`;
    return { what: name, unit: 'trees', rate: 1 / took, limit: null, goal, notes: [ms, ...notes] };
  };
  const bare = `bare select ${Math.round(median(spans.bare) * 1000)} ms`;
  return [
    line(`Pull ${what}`, median(spans.pull), 1 / 2, [bare]),
    line(`Diff ${what} with ${changed} changes`, median(spans.diff), 1 / 5, []),
    line(`Apply ${changed} changes of ${what}`, median(spans.apply), 1 / 5, [
      `first push of all ${first.took.toFixed(1)} s`,
    ]),
  ];
}

async function run(context: BenchContext): Promise<Line[]> {
  const bench = await context.createDatabase();
  const config = readConfig({ DATABASE_URL: bench.url, STARTER: '0', LOG_LEVEL: 'error' });
  const service = await openService(config);
  try {
    await service.invoke('upsert_person', { email: 'ada@example.com' }, { actor });
    return await measured(service, bench);
  } finally {
    await service.close();
    await bench.drop();
  }
}

export const row: Row = {
  name: 'definitions',
  about: 'Definition files; BENCH_EMAILS says of how many emails, 5,000 where left out',
  run,
};
