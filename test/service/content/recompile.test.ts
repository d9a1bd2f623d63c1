import type { Recompiling } from '@postroad/core/platform/operations/shapes';
import { readCompiles } from '@postroad/store/content/email-compile';
import { claimStale, countStale } from '@postroad/store/content/stale-compile';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { seedCopies } from '../../support/seed-emails.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

const many = 230;
const address = 'reader@example.com';

let opened: TestService;
let provider: FakeProvider;
let call: Calling['call'];
let dryRun: Calling['dryRun'];
let refused: Calling['refused'];
/** The oldest of the emails, and the newest. */
let first: number;
let second: number;
let last: number;

beforeEach(async () => {
  provider = fakeProvider();
  opened = await openTestService({ provider: () => provider });
  ({ call, dryRun, refused } = calling(opened));
  await call('record_event', { email: address, name: 'seen' });
  const body_markdown = 'Read [the guide](https://example.com/guide).';
  first = (await call('create_email', { subject: 'Guide', body_markdown })).email.id;
  const copies = await inTransaction((tx) => seedCopies(tx, first, many - 1));
  second = Math.min(...copies);
  last = Math.max(...copies);
});

afterEach(() => opened.close());

function inTransaction<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(opened.database, {}, body);
}

async function saveTheme(color: string): Promise<Recompiling | undefined> {
  const { themes } = await call('list_themes', {});
  const theme_key = themes.find((theme) => theme.is_default)?.key ?? '';
  const variables = { link_color: { light: color, dark: color } };
  const saved = await call('update_theme', { theme_key, variables });
  return saved.recompiling;
}

async function progress(): Promise<Recompiling | undefined> {
  return (await call('get_theme', { theme_key: 'default' })).recompiling;
}

/** What a worker does until nothing is left, which on the test clock moving it does. */
async function settle(): Promise<void> {
  await call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
}

/** How many stored compiles have each of the colors. */
async function colored(colors: string[]): Promise<number[]> {
  const found = await inTransaction(async (tx) => {
    const ids = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    return await readCompiles<{ html: string }>(tx, ids);
  });
  return colors.map(
    (color) => found.filter(({ compiled }) => compiled.html.includes(color)).length,
  );
}

/** The emails are queued, due now, and nothing is sent yet. */
async function queue(emailIds: number[]): Promise<void> {
  const nodes = emailIds.map((email_id) => ({ type: 'send_email', email_id }));
  await call('create_flow', { key: 'sending', definition: { trigger: { event: 'go' }, nodes } });
  await call('activate_flow', { flow_key: 'sending' });
  await call('record_event', { email: address, name: 'go' });
  await opened.service.round('runs');
}

function mails(): string[] {
  return provider.messages.map(({ data }) => Buffer.from(data).toString('latin1'));
}

it('THEME-28 recompiles many emails in the background, and says how far it is', async () => {
  const none = { failed: 0, failures: [] };
  expect(await saveTheme('#111111')).toEqual({ total: many, done: 0, ...none });
  expect(await progress()).toEqual({ total: many, done: 0, ...none });
  expect(await opened.service.metrics()).toContain(
    `postroad_stale_emails{state="waiting"} ${many}`,
  );
  await settle();
  expect(await progress()).toBeUndefined();
  expect(await colored(['#111111'])).toEqual([many]);
});

it('recompiles up to 200 emails with the save', async () => {
  await inTransaction(
    ({ sql }) => sql`delete from emails where id > (
    select id from emails where id >= ${first} order by id offset 199 limit 1)`,
  );
  expect(await saveTheme('#222222')).toBeUndefined();
  expect(await colored(['#222222'])).toEqual([200]);
});

it('THEME-29 sends no email that is stale: it is compiled first', async () => {
  await queue([first, last]);
  await saveTheme('#333333');
  const { html } = await call('preview_email', { email_id: last });
  expect(html).toContain('#333333');
  expect(await colored(['#333333'])).toEqual([0]);
  await opened.service.round('sends');
  expect(mails().map((mail) => mail.includes('#333333'))).toEqual([true, true]);
  expect((await progress())?.done).toBe(2);
  await call('send_test_email', { email_id: second, to: address });
  expect(mails().at(-1)).toContain('#333333');
  expect((await progress())?.done).toBe(3);
});

it('a dry run leaves nothing to be done', async () => {
  const variables = { link_color: { light: '#444444', dark: '#444444' } };
  const answer = await dryRun('update_theme', { theme_key: 'default', variables });
  expect(answer.recompiling?.total).toBe(many);
  expect(await progress()).toBeUndefined();
  expect(await inTransaction(countStale)).toEqual({ waiting: 0, failed: 0 });
  await settle();
  expect(await colored(['#444444'])).toEqual([0]);
});

it('of saves one after the other the last one counts, also while others are at work', async () => {
  const colors = ['#551111', '#552222', '#553333', '#554444'];
  const working = [];
  for (const color of colors) {
    await saveTheme(color);
    working.push(opened.service.round('recompiles'));
  }
  await Promise.all(working);
  await settle();
  expect(await colored(colors)).toEqual([0, 0, 0, many]);
});

it('an email that is saved or deleted meanwhile is left as it is', async () => {
  await saveTheme('#666666');
  const working = opened.service.round('recompiles');
  const body_markdown = 'A [new text](https://example.com/new).';
  await call('update_email', { email_id: last, body_markdown });
  await call('delete_email', { email_id: first, permanent: true });
  await working;
  await settle();
  expect(await progress()).toBeUndefined();
  const [compile] = await inTransaction((tx) => readCompiles<{ html: string }>(tx, [last]));
  expect(compile?.compiled.html).toMatch(/#666666[^<]*>new text/);
  expect(await colored(['#666666'])).toEqual([many - 1]);
});

it('what a process that is gone had in hand is taken up by another', async () => {
  await saveTheme('#777777');
  const claimed = await inTransaction((tx) => claimStale(tx, { limit: 40, ms: 60_000 }));
  expect(claimed).toHaveLength(40);
  await opened.service.round('recompiles');
  expect((await progress())?.done).toBe(many - 40);
  await inTransaction(
    ({ sql }) => sql`
    update stale_compiles set claim_expires_at = clock_timestamp() - interval '1 second'`,
  );
  await settle();
  expect(await colored(['#777777'])).toEqual([many]);
});

/** An email whose text is saved no more as it is, since it names a theme that is not there. */
async function breakEmail(id: number): Promise<void> {
  const body = '{{ theme.gone.link_color }}';
  await inTransaction(
    ({ sql }) => sql`
    update emails set body_markdown = ${body}, title = 'Fragile' where id = ${id}`,
  );
}

it('refuses a layout that breaks the newest emails', async () => {
  await breakEmail(last);
  const { templates } = await call('list_layouts', {});
  const layout_id = templates[0]?.id ?? 0;
  const before = await call('get_layout', { layout_id });
  const refusal = await refused('update_layout', { layout_id, html: '<p>{{ content }}</p>' });
  expect(refusal.detail).toContain(`Email ${last} "Fragile" would no longer compile`);
  expect(await call('get_layout', { layout_id })).toEqual(before);
  expect(await inTransaction(countStale)).toEqual({ waiting: 0, failed: 0 });
});

it('tells of an email that no longer compiles, and keeps its mail until it does', async () => {
  await breakEmail(first);
  await queue([first, last]);
  const { templates } = await call('list_layouts', {});
  const layout_id = templates[0]?.id ?? 0;
  const html = '<main id="new">{{ content }}</main>';
  const { recompiling } = await call('update_layout', { layout_id, html });
  expect(recompiling).toMatchObject({ total: many, done: 50, failed: 0 });
  await settle();
  const { recompiling: left } = await call('get_layout', { layout_id });
  expect(left).toMatchObject({ total: many, done: many - 1, failed: 1 });
  const message = expect.stringContaining('there is no theme "gone"');
  expect(left?.failures).toEqual([{ id: first, name: 'Fragile', message }]);
  expect(mails()).toHaveLength(1);
  const { queue: waiting } = await call('list_queue', { status: 'scheduled' });
  expect(waiting).toMatchObject([{ email: { id: first } }]);
  const test = await refused('send_test_email', { email_id: first, to: address });
  expect(test.detail).toContain(`Email ${first} no longer compiles`);
  await call('update_email', { email_id: first, body_markdown: 'Corrected' });
  expect((await call('get_layout', { layout_id })).recompiling).toBeUndefined();
  await call('move_clock', { advance: { amount: 2, unit: 'minutes' } });
  expect(mails()).toHaveLength(2);
  expect(mails().at(-1)).toContain('Corrected');
});

it('compiles an email in the layout there is when it is saved, whatever came between', async () => {
  await inTransaction(({ sql }) => sql`delete from emails where id <> ${first}`);
  last = first;
  const { templates } = await call('list_layouts', {});
  const layout_id = templates[0]?.id ?? 0;
  for (let turn = 0; turn < 8; turn += 1) {
    await Promise.all([
      call('update_email', { email_id: first, body_markdown: `Text ${turn}` }),
      call('update_layout', { layout_id, html: `<main id="l${turn}">{{ content }}</main>` }),
    ]);
    const [compile] = await inTransaction((tx) => readCompiles<{ html: string }>(tx, [first]));
    expect(compile?.compiled.html).toContain(`id="l${turn}"`);
    expect(compile?.compiled.html).toContain(`Text ${turn}`);
  }
});
