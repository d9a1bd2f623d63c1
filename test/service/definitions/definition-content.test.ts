import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { alignSteps } from '@postroad/service/definitions/align-steps';
import { readCompiles, readEmailVersions } from '@postroad/store/content/email-compile';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let api: Calling;
let base: Files;

type Files = Record<string, string>;
type Plan = OperationOutput<'apply_definitions'>;

const link = '<a href="{{ unsubscribe_url }}">Stop</a>';
const page = (text: string) =>
  `<html><head></head><body>${text}{{ content }}${link}</body></html>\n`;
const template = (head: string, text: string) => `---\n${head}\n---\n\n${page(text)}`;

beforeAll(async () => {
  opened = await openTestService();
  api = calling(opened);
  const files: Files = {
    'components/sign.html': '---\nkey: sign\n---\n<i>Yours</i>\n',
    'templates/two.html': template('id: 2\nname: Two', 'FIRST'),
    'emails/a.md': '---\nid: 1\nsubject: A\ntemplate_id: 2\n---\n\nHi {% component "sign" %}\n',
    'emails/b.md': '---\nid: 2\nsubject: B\n---\n\nHi\n',
    'emails/c.md': '---\nid: 3\nsubject: C\n---\n\nHi\n',
  };
  await pushed({ ...(await pull()), ...files });
  base = await pull();
});

afterAll(async () => {
  await opened.close();
});

async function pull(): Promise<Files> {
  return (await api.call('export_definitions', {})).files;
}

async function apply(files: Files): Promise<Plan> {
  return await api.call('apply_definitions', { files });
}

async function pushed(files: Files): Promise<Plan> {
  const plan = await apply(files);
  const errors = plan.changes.flatMap((change) => change.errors);
  expect([plan.parse_errors, errors, plan.ok]).toEqual([[], [], true]);
  return plan;
}

/** What mail of the email goes out as, and whether it may. */
async function compiled(id: number): Promise<{ html: string; stale: boolean }> {
  return await transaction(opened.database, { readOnly: true }, async (tx) => {
    const [row] = await readCompiles<{ html: string }>(tx, [id]);
    const [version] = await readEmailVersions(tx, [id]);
    return { html: row?.compiled.html ?? '', stale: version?.stale ?? true };
  });
}

function errorsOf(plan: Plan): string[] {
  return plan.changes.flatMap(({ path, errors }) =>
    errors.map((error) => `${path} ${error.path} ${error.code}`),
  );
}

const path = 'templates/0002-two.html';
const sign = 'components/sign.html';

it('THEME-29 recompiles what a template, component or theme of the tree reaches', async () => {
  expect(await compiled(1)).toMatchObject({ html: expect.stringContaining('FIRST'), stale: false });
  await pushed({ ...base, [path]: (base[path] ?? '').replace('FIRST', 'SECOND') });
  expect(await compiled(1)).toMatchObject({
    html: expect.stringContaining('SECOND'),
    stale: false,
  });
  await pushed({ ...(await pull()), [sign]: (base[sign] ?? '').replace('Yours', 'Bye') });
  expect(await compiled(1)).toMatchObject({ html: expect.stringContaining('Bye'), stale: false });
  const themed = {
    key: 'red',
    name: 'Red',
    is_default: true,
    variables: { link_color: { light: '#ff0102', dark: '#fff' } },
  };
  const { 'themes/default.json': old = '', ...rest } = await pull();
  const files = {
    ...rest,
    'themes/default.json': old.replace('true', 'false'),
    'themes/red.json': JSON.stringify(themed),
  };
  await pushed({
    ...files,
    'emails/0002-b.md': (rest['emails/0002-b.md'] ?? '').replace('Hi', '{{ theme.link_color }}'),
  });
  expect((await compiled(2)).html).toContain('#ff0102');
  base = await pull();
});

it('DEFN-19 tells what a change of content would break', async () => {
  const broken = await apply({ ...base, [path]: (base[path] ?? '').replace('{{ content }}', '') });
  expect([broken.ok, errorsOf(broken)]).toEqual([false, [expect.stringMatching(`^${path} html `)]]);
  const cut = await apply({ ...base, [sign]: `${base[sign]}{% if person.city %}\n` });
  expect([cut.ok, errorsOf(cut)[0]]).toEqual([false, expect.stringMatching(`^${sign} html `)]);
  const { [sign]: _, ...without } = base;
  const gone = await api.call('apply_definitions', { files: without, prune: true });
  expect(errorsOf(gone)).toEqual(
    expect.arrayContaining([expect.stringMatching('^components/sign.html ')]),
  );
  expect(await pull()).toEqual(base);
});

it('DEFN-19 holds to exactly one default', async () => {
  const theme = base['themes/default.json'] ?? '';
  const two = await apply({ ...base, 'themes/default.json': theme.replace('false', 'true') });
  expect(errorsOf(two)).toEqual(['themes/default.json is_default default_malformed']);
  const none = await apply({
    ...base,
    'themes/red.json': (base['themes/red.json'] ?? '').replace('true', 'false'),
  });
  expect(errorsOf(none)).toEqual(['themes/red.json is_default default_malformed']);
});

it('DEFN-19 keeps the type of a field that people have values of', async () => {
  await api.call('upsert_person', { email: 'ada@example.com', fields: { plan: 'pro' } });
  const files = await pull();
  const plan = await apply({
    ...files,
    'fields/plan.json': (files['fields/plan.json'] ?? '').replace('string', 'number'),
  });
  expect(errorsOf(plan)).toEqual(['fields/plan.json type field_used']);
});

function course(steps: object[], more: object = {}): string {
  return JSON.stringify({
    id: 9,
    name: 'Course',
    enabled: true,
    repeat_mode: 'single_run',
    ...more,
    steps,
  });
}

async function stepsNow() {
  const { sequence } = await api.call('get_sequence', { sequence_id: 9 });
  return sequence.steps.map(({ id, email, delay_amount, status }) => ({
    id,
    email: email.id,
    delay_amount,
    status,
  }));
}

it('DEFN-05 keeps the steps of a sequence that its file still has, whatever their order', async () => {
  const files = await pull();
  const active = { status: 'active' };
  const push = (text: string) => pushed({ ...files, 'sequences/course.json': text });
  await push(
    course([
      { email_id: 1, ...active },
      { email_id: 2, ...active },
    ]),
  );
  const [first, second] = await stepsNow();
  await push(
    course([
      { email_id: 3 },
      { email_id: 2, delay_amount: 4, ...active },
      { email_id: 1, ...active },
    ]),
  );
  const [added, ...kept] = await stepsNow();
  expect(added).toMatchObject({ email: 3, status: 'draft' });
  expect(kept).toEqual([{ ...second, delay_amount: 4 }, first]);
  await push(course([{ email_id: 2, ...active }], { enabled: false }));
  expect(await stepsNow()).toEqual([{ ...second, delay_amount: 0 }]);
  const { sequence } = await api.call('get_sequence', { sequence_id: 9 });
  expect(sequence.enabled).toBe(false);
  const unknown = await apply({ ...files, 'sequences/course.json': course([{ email_id: 99 }]) });
  expect(errorsOf(unknown)).toEqual(['sequences/course.json steps[0].email_id email_unknown']);
});

const of = (ids: number[]) => ids.map((email_id) => ({ email_id }));

it.each([
  [
    [1, 2, 3],
    [1, 2, 3],
    [0, 1, 2],
  ],
  [
    [1, 2, 3],
    [1, 3],
    [0, 2],
  ],
  [
    [1, 2, 3],
    [3, 1, 2],
    [2, 0, 1],
  ],
  [
    [1, 2, 3],
    [1, 9, 3],
    [0, 1, 2],
  ],
  [
    [1, 1, 1],
    [1, 1],
    [0, 1],
  ],
  [
    [1, 2],
    [5, 1, 2, 6],
    [null, 0, 1, null],
  ],
  [[], [1], [null]],
  [[1], [], []],
])('takes the steps %j for %j', (held, wanted, matched) => {
  expect(alignSteps(of(held), of(wanted))).toEqual(matched);
});
