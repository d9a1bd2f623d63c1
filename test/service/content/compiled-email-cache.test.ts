import { resolveTheme } from '@postroad/core/content/themes/values';
import { ensureDefaults, loadStarter } from '@postroad/service/app/starter';
import { CompiledEmailCache } from '@postroad/service/content/compile/compiled-email-cache';
import { inlineCss } from '@postroad/service/content/compile/inline-css';
import { recompileForLayout } from '@postroad/service/content/compile/recompile';
import { makeEmail } from '@postroad/service/content/new-content';
import { Renderer } from '@postroad/service/content/render/renderer';
import { readFlowsVersion } from '@postroad/store/account/engine-state';
import { writeCompiles } from '@postroad/store/content/email-compile';
import { findLayouts, listLayouts } from '@postroad/store/content/layout';
import { listThemes } from '@postroad/store/content/theme';
import { listRunningFlows } from '@postroad/store/flows/flow';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

let opened: OpenTestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(() => opened.drop());

function inTransaction<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(opened.database, {}, body);
}

const content = {
  title: null,
  subject: 'Hello',
  pre_header: '',
  from_address: 'a@example.com',
  reply_to: null,
  body_markdown: 'Body',
  translations: {},
  labels: [],
  layout_id: null,
  tracking: true,
  kind: 'marketing' as const,
};

function compileOf(mark: string) {
  return { subject: 'Hello', pre_header: '', html: `<p>${mark}</p>`, text: mark };
}

async function newEmail(tx: Tx, mark: string): Promise<number> {
  const { id } = await makeEmail(tx, content);
  await writeCompiles(tx, [{ email_id: id, compiled: compileOf(mark) }]);
  return id;
}

it('prepares each version once and takes up a new one', async () => {
  const templates = new CompiledEmailCache();
  const id = await inTransaction((tx) => newEmail(tx, 'one'));
  const first = await inTransaction((tx) => templates.load(tx, [id, id, 999_999]));
  expect([...first.keys()]).toEqual([id]);
  expect(first.get(id)).toMatchObject({
    emailId: id,
    version: 1,
    fromAddress: 'a@example.com',
    archived: false,
  });
  const again = await inTransaction((tx) => templates.load(tx, [id]));
  expect(again.get(id)?.template).toBe(first.get(id)?.template);
  await inTransaction((tx) => writeCompiles(tx, [{ email_id: id, compiled: compileOf('two') }]));
  const renewed = await inTransaction((tx) => templates.load(tx, [id]));
  expect(renewed.get(id)?.version).toBe(2);
  expect(renewed.get(id)?.template).not.toBe(first.get(id)?.template);
  expect(await inTransaction((tx) => templates.load(tx, []))).toEqual(new Map());
});

it('forgets the templates that were used longest ago, and loads a batch beyond the limit whole', async () => {
  const templates = new CompiledEmailCache(250);
  const mark = 'x'.repeat(45);
  const ids = await inTransaction(async (tx) => [
    await newEmail(tx, mark),
    await newEmail(tx, mark),
    await newEmail(tx, mark),
  ]);
  const [a = 0, b = 0, c = 0] = ids;
  const load = async (...wanted: number[]) => {
    const found = await inTransaction((tx) => templates.load(tx, wanted));
    return wanted.map((id) => found.get(id)?.template);
  };
  const [firstA, firstB] = await load(a, b);
  await load(a);
  await load(c);
  const [keptA] = await load(a);
  const [newB] = await load(b);
  expect(keptA).toBe(firstA);
  expect(newB).not.toBe(firstB);
  expect((await load(a, b, c)).every(Boolean)).toBe(true);
});

it('LAYOUT-01, THEME-15 makes the defaults once, and the starter on top of them', async () => {
  await inTransaction(ensureDefaults);
  await inTransaction(ensureDefaults);
  const [themes, layouts] = await inTransaction(async (tx) => [
    await listThemes(tx),
    await listLayouts(tx, { key: null, after: 0, limit: 200 }),
  ]);
  expect(themes.map(({ is_default, variables }) => [is_default, resolveTheme(variables)])).toEqual([
    [true, resolveTheme({})],
  ]);
  expect(layouts.map((layout) => layout.is_default)).toEqual([true]);
  const before = await inTransaction(readFlowsVersion);
  await inTransaction(loadStarter);
  expect(await inTransaction(readFlowsVersion)).toBeGreaterThan(before);
  const flows = await inTransaction(listRunningFlows);
  expect(flows).toMatchObject([
    {
      key: 'welcome',
      status: 'live',
      definition: {
        trigger: { event: 'signed_up' },
        nodes: [{ id: 1, type: 'send_email', email_id: expect.any(Number) }],
      },
    },
  ]);
});

it('refuses a layout change that would break an email, and names the email', async () => {
  await inTransaction(ensureDefaults);
  const id = await inTransaction(async (tx) => {
    const [layout] = await findLayouts(tx, [0]);
    const broken = { ...content, title: 'Fragile', body_markdown: '{{ theme.gone.link_color }}' };
    const email = await makeEmail(tx, { ...broken, layout_id: layout?.id ?? null });
    return email.id;
  });
  const renderer = new Renderer();
  const change = inTransaction(async (tx) => {
    for (const layout of await findLayouts(tx, [0]))
      await recompileForLayout(tx, { renderer }, layout);
  }).finally(() => renderer.close());
  await expect(change).rejects.toMatchObject({
    code: 'validation_failed',
    detail: expect.stringContaining(`Email ${id} "Fragile" would no longer compile`),
  });
});

it.each(['http://127.0.0.1:1/style.css', 'file:///etc/passwd', '/etc/hostname', 'missing.css'])(
  'inlines without reading the stylesheet %s',
  (href) => {
    const page = `<html><head><link rel="stylesheet" href="${href}"><style>p { color: red; }</style></head><body><p>x</p></body></html>`;
    expect(inlineCss(page)).toBe(
      `<html><head><link rel="stylesheet" href="${href}"></head><body><p style="color: red;">x</p></body></html>`,
    );
  },
);
