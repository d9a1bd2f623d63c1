import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;
let confirmEmail: number;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  await calls.call('create_field', { key: 'plan' });
  await calls.call('create_field', { key: 'seats', type: 'number' });
  await calls.call('create_field', { key: 'old', active: false });
  const { email } = await calls.call('create_email', {
    ...{ key: 'please-confirm', subject: 'Please confirm', kind: 'transactional' },
    body_markdown: 'Hello, [yes, that was me]({{ confirm_url }}).',
  });
  confirmEmail = email.id;
});

afterAll(() => opened.close());

const refused = async (input: Record<string, unknown>) =>
  pathsOf(await calls.refused('create_form', { key: 'refused', ...input }));

it('FORM-01 makes a form with the defaults, and reads it back', async () => {
  const { form } = await calls.call('create_form', { name: 'Our letter' });
  expect(form).toMatchObject({
    ...{ key: 'our-letter', name: 'Our letter', purpose: 'marketing', fields: [], tags: [] },
    ...{ consent_text: '', set_fields: {}, double_opt_in: true, confirm_email_id: null },
    ...{ redirect_url: null, allowed_origins: [], enabled: true, revision: 1 },
  });
  expect(await calls.call('get_form', { form_key: 'our-letter' })).toEqual({ form });
  expect((await calls.call('list_forms', {})).forms).toEqual([form]);
});

it('FORM-01, FORM-08 stands in forms/<key>.json, with its email by key for several instances', async () => {
  await calls.call('create_form', {
    ...{ key: 'whole', name: 'Whole', tags: ['letter'], set_fields: { plan: 'free' } },
    ...{ confirm_email_id: confirmEmail, consent_text: 'Yes, send it to me.' },
    fields: [{ name: 'seats', label: 'Seats', type: 'number' }],
  });
  const { files } = await calls.call('export_definitions', { by_key: true });
  const file = JSON.parse(files['forms/whole.json'] ?? '');
  expect(file).toMatchObject({
    ...{ key: 'whole', confirm_email: 'please-confirm', set_fields: { plan: 'free' } },
    fields: [{ name: 'seats', label: 'Seats', type: 'number', required: false }],
  });
  await calls.call('delete_form', { form_key: 'whole' });
  const applied = await calls.call('apply_definitions', { files });
  expect(applied).toMatchObject({ applied: 1 });
  const { form } = await calls.call('get_form', { form_key: 'whole' });
  expect(form).toMatchObject({ confirm_email_id: confirmEmail, tags: ['letter'] });
  const again = await calls.call('diff_definitions', { files });
  expect(again.changes.filter(({ kind }) => kind !== 'unchanged')).toEqual([]);
});

it('FORM-01 a file is held to the rules of the form', async () => {
  const text = JSON.stringify({
    ...{ key: 'filed', confirm_email: 'no-such', double_opt_in: false },
    fields: [{ name: 'nothing', label: 'Nothing', type: 'text' }],
  });
  const { files } = await calls.call('export_definitions', {});
  const { changes } = await calls.call('diff_definitions', {
    files: { ...files, 'forms/filed.json': text },
  });
  const change = changes.find(({ path }) => path === 'forms/filed.json');
  expect(change?.errors.map(({ path }) => path).toSorted()).toEqual([
    ...['confirm_email', 'double_opt_in', 'fields[0].name'],
  ]);
});

it('FORM-02 refuses what no field takes', async () => {
  const field = (name: string, type: string, more = {}) => [{ name, label: 'L', type, ...more }];
  expect(await refused({ fields: field('email', 'text') })).toEqual(['fields[0].name']);
  expect(await refused({ fields: field('nothing', 'text') })).toEqual(['fields[0].name']);
  expect(await refused({ fields: field('old', 'text') })).toEqual(['fields[0].name']);
  expect(await refused({ fields: field('seats', 'text') })).toEqual(['fields[0].type']);
  expect(await refused({ fields: field('first_name', 'checkbox') })).toEqual(['fields[0].type']);
  expect(await refused({ fields: field('plan', 'radio') })).toEqual(['fields[0].type']);
  expect(await refused({ fields: field('plan', 'select') })).toEqual(['fields[0].options']);
  const twice = [...field('plan', 'text'), ...field('plan', 'text')];
  expect(await refused({ fields: twice })).toEqual(['fields[1].name']);
  expect(await refused({ set_fields: { seats: 'three' } })).toEqual(['set_fields.seats']);
  expect(await refused({ allowed_origins: ['https://a.example/path'] })).toEqual([
    'allowed_origins[0]',
  ]);
  expect(await refused({ redirect_url: 'javascript:alert(1)' })).toEqual(['redirect_url']);
});

it('FORM-02, FORM-06 asks for no field in which a post holds its proof of work', async () => {
  await calls.call('create_field', { key: 'altcha' });
  const fields = [{ name: 'altcha', label: 'Altcha', type: 'text' }];
  expect(await refused({ fields })).toEqual(['fields[0].name']);
  const { form } = await calls.call('create_form', { key: 'sets', set_fields: { altcha: 'yes' } });
  expect(form.set_fields).toEqual({ altcha: 'yes' });
});

it('FORM-05 keeps origins as browsers say them, and refuses what is none', async () => {
  const { form } = await calls.call('create_form', {
    key: 'origins',
    allowed_origins: [
      ...['HTTPS://Shop.example', 'https://a.example:443', 'http://b.example:8080/'],
      ...['https://bücher.example', 'http://127.0.0.1:80'],
    ],
  });
  expect(form.allowed_origins).toEqual([
    ...['https://shop.example', 'https://a.example', 'http://b.example:8080'],
    ...['https://xn--bcher-kva.example', 'http://127.0.0.1'],
  ]);
  const none = [
    ...['*', 'null', '', 'shop.example', 'https://*.shop.example', 'https://shop.example/?a=1'],
    ...['https://me@shop.example', 'https://shop.example//', 'ftp://shop.example', 'https://'],
  ];
  for (const origin of none) {
    expect(await refused({ allowed_origins: [origin] })).toEqual(['allowed_origins[0]']);
  }
});

it('FORM-03 takes double_opt_in: false only with the setting', async () => {
  expect(await refused({ double_opt_in: false })).toEqual(['double_opt_in']);
  await calls.call('update_settings', { settings: { 'forms.single_opt_in': true } });
  await calls.call('create_form', { key: 'single', double_opt_in: false });
  await calls.call('update_settings', { settings: { 'forms.single_opt_in': false } });
});

it('FORM-08 takes a transactional email that holds the link, and keeps it', async () => {
  const plain = { subject: 'Hi', body_markdown: 'Hello' };
  const { email: marketing } = await calls.call('create_email', plain);
  const { email: without } = await calls.call('create_email', { ...plain, kind: 'transactional' });
  expect(await refused({ confirm_email_id: marketing.id })).toEqual(['confirm_email_id']);
  expect(await refused({ confirm_email_id: without.id })).toEqual(['confirm_email_id']);
  expect(await refused({ confirm_email_id: 999_999 })).toEqual(['confirm_email_id']);
  await calls.call('create_form', { key: 'keeps', confirm_email_id: confirmEmail });
  const held = await calls.refused('delete_email', { email_id: confirmEmail, permanent: true });
  expect(held).toMatchObject({ code: 'in_use' });
  const field = await calls.refused('delete_field', { field_key: 'seats' });
  expect(field).toMatchObject({ code: 'in_use', members: { holders: [{ kind: 'form' }] } });
});

it('FORM-08, STAGE-02 warns where the email of a form can no longer confirm', async () => {
  const { email } = await calls.call('create_email', {
    subject: 'Confirm',
    body_markdown: '{{ confirm_url }}',
    kind: 'transactional',
  });
  await calls.call('create_form', { key: 'warned', confirm_email_id: email.id });
  const codes = async (changed: object) =>
    (await calls.call('update_email', { email_id: email.id, ...changed })).warnings.map(
      (warning) => [warning.path, warning.code],
    );
  expect(await codes({ subject: 'Please confirm' })).toEqual([]);
  expect(await codes({ body_markdown: 'Thanks.' })).toEqual([
    ['body_markdown', 'confirm_url_missing'],
  ]);
  expect(await codes({ kind: 'marketing' })).toEqual([['kind', 'email_not_transactional']]);
  const { validation } = await calls.call('save_email_draft', {
    email_id: email.id,
    kind: 'transactional',
    body_markdown: 'Thanks again.',
  });
  expect(validation.warnings.map((warning) => warning.code)).toEqual(['confirm_url_missing']);
});

it('MSG-04, STAGE-02 finds a draft at fault that would give a sequence a transactional email', async () => {
  const words = { subject: 'Hello', body_markdown: 'Hello' };
  const { email } = await calls.call('create_email', words);
  const { sequence } = await calls.call('create_sequence', { name: 'Letters' });
  await calls.call('add_sequence_step', {
    sequence_id: sequence.id,
    email_source: 'shared',
    email_id: email.id,
  });
  const { validation } = await calls.call('save_email_draft', {
    email_id: email.id,
    kind: 'transactional',
  });
  expect(validation.valid).toBe(false);
  expect(validation.errors.map((error) => error.code)).toEqual(['email_transactional']);
});
