import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import type { BenchDatabase } from '../bench-database.ts';
import { type Measured, medianMeasured } from '../measure.ts';
import { metered, timed } from '../metered.ts';
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
async function bareRead({ sql }: BenchDatabase): Promise<void> {
  await sql`select id, title, subject, body_markdown, labels from emails`;
  await sql`select key, name, labels, definition from flows`;
}

const msOf = ({ rate }: Measured) => `${Math.round(1000 / rate)} ms`;

async function measured(service: Service, bench: BenchDatabase): Promise<Line[]> {
  const first = await timed(() => apply(service, tree()));
  const runs: Record<'pull' | 'bare' | 'diff' | 'apply', Measured[]> = {
    ...{ pull: [], bare: [], diff: [], apply: [] },
  };
  const whole = async <T>(of: keyof typeof runs, work: () => Promise<T>): Promise<T> => {
    let answer: T | undefined;
    const run = () =>
      timed(async () => {
        answer = await work();
        return 1;
      });
    runs[of].push(await metered(bench, { ms: 0, pids: [process.pid], run }));
    return answer as T;
  };
  for (let turn = 0; turn < times; turn += 1) {
    await whole('bare', () => bareRead(bench));
    const next = edited(await whole('pull', () => pull(service)), turn);
    await whole('diff', () => service.invoke('diff_definitions', { files: next }, { actor }));
    const applied = await whole('apply', () => apply(service, next));
    if (applied !== changed) throw new Error(`${applied} were applied.`);
  }
  const what = `${emails} emails, ${flows} flows`;
  const line = (name: string, of: keyof typeof runs, goal: number, notes: string[]): Line => {
    const found = medianMeasured(runs[of]);
    const all = [msOf(found), ...notes];
    return { what: name, unit: 'trees', ...found, limit: null, goal, notes: all };
  };
  return [
    line(`Pull ${what}`, 'pull', 1 / 2, [`bare select ${msOf(medianMeasured(runs.bare))}`]),
    line(`Diff ${what} with ${changed} changes`, 'diff', 1 / 5, []),
    line(`Apply ${changed} changes of ${what}`, 'apply', 1 / 5, [
      `first push of all ${first.seconds.toFixed(1)} s`,
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
