import { afterAll, beforeAll, expect, it } from 'vitest';
import { rawClients } from '../mcp/raw-clients.ts';
import { type RunningService, startService } from './running-service.ts';

type Json = Record<string, unknown>;

let running: RunningService;
let runId: number;

async function ask(method: string, path: string, body?: unknown): Promise<Json> {
  const response = await fetch(new URL(`/api/v1${path}`, running.url), {
    method,
    headers: {
      authorization: `Bearer ${running.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Json;
}

/** Every known name that an answer offers, at any depth. */
function offered(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(offered);
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([key, value]) =>
    key === 'did_you_mean' && typeof value === 'string' ? [value] : offered(value),
  );
}

const hasTag = { type: 'has_tag', tag: 'vip' };
const html = '<p>{{ content }}</p>';

beforeAll(async () => {
  running = await startService();
  await ask('POST', '/fields', { key: 'plan', name: 'Plan', type: 'string' });
  await ask('POST', '/themes', { name: 'Ocean' });
  await ask('POST', '/templates', { name: 'Newsletter', html });
  await ask('POST', '/products', { key: 'premium', name: 'Premium' });
  await ask('POST', '/segments', { key: 'best-customers', name: 'Best', definition: hasTag });
  await ask('POST', '/people', { email: 'maya@example.com', tags: ['customer'] });
  await ask('POST', '/components', { key: 'signature', name: 'Signature', html: '<p>Bye</p>' });
  const nodes = [
    { type: 'delay', duration: { amount: 3, unit: 'days' } },
    { type: 'add_tag', tag: 'customer', name: 'Thank the reader' },
  ];
  await ask('POST', '/flows', {
    key: 'course',
    definition: { trigger: { event: 'began' }, nodes },
  });
  await ask('POST', '/flows/course/activate');
  await ask('POST', '/events', { email: 'ada@example.com', name: 'signed_up' });
  await ask('POST', '/events', { email: 'ada@example.com', name: 'began' });
  await ask('POST', '/clock', { advance: { amount: 1, unit: 'minutes' } });
  const { runs } = (await ask('GET', '/flows/course/runs')) as { runs: { id: number }[] };
  runId = runs[0]?.id ?? 0;
});

afterAll(() => running.stop());

function flowWith(step: Json, trigger: Json = { event: 'signed_up' }) {
  return { definition: { trigger, nodes: [step] } };
}

const toggle = {
  id: 'news',
  label: 'News',
  condition: hasTag,
  on: [{ type: 'add_tag', tag: 'vip' }],
  off: [{ type: 'set_feld', field: 'plan', value: 'x' }],
};

const cases: [what: string, method: string, path: string, body: unknown, name: string][] = [
  ['a key of a body', 'POST', '/people', { emial: 'ada@example.com' }, 'email'],
  ['an inner key', 'PATCH', '/sequences/1', { repeat_mod: 'repeat' }, 'repeat_mode'],
  ['an argument of a query', 'GET', '/emails?lable=x', undefined, 'label'],
  ['a value of a list', 'POST', '/tokens', { name: 'CI', scope: 'raed' }, 'read'],
  ['a theme', 'GET', '/themes/ocaen', undefined, 'ocean'],
  [
    'a theme variable',
    'POST',
    '/themes',
    { name: 'A', variables: { link_colr: {} } },
    'link_color',
  ],
  ['the theme of a layout', 'POST', '/templates', { name: 'A', html, theme: 'ocaen' }, 'ocean'],
  [
    'a variable of a theme tag',
    'POST',
    '/templates',
    { name: 'A', html: `${html}{{ theme.link_colr }}` },
    'link_color',
  ],
  [
    'a theme of a theme tag',
    'POST',
    '/templates',
    { name: 'A', html: `${html}{{ theme.ocaen.link_color }}` },
    'ocean',
  ],
  [
    'a component of a layout',
    'POST',
    '/templates',
    { name: 'A', html: `${html}{% component "signatur" %}` },
    'signature',
  ],
  [
    'a Liquid variable',
    'POST',
    '/emails',
    { body_markdown: '{{ person.first_nam }}' },
    'person.first_name',
  ],
  ['a Liquid filter', 'POST', '/emails', { subject: '{{ person.first_name | upcse }}' }, 'upcase'],
  ['a layout', 'POST', '/emails', { template: 'newslettr' }, 'newsletter'],
  [
    'a segment of a broadcast',
    'POST',
    '/broadcasts',
    { name: 'A', email_source: 'scratch', segment: 'best-custmers' },
    'best-customers',
  ],
  ['a segment of a list', 'GET', '/people?segment=best-custmers', undefined, 'best-customers'],
  [
    'a field of a condition',
    'POST',
    '/segments',
    { name: 'A', definition: { type: 'field', field: 'plann', op: 'present' } },
    'plan',
  ],
  [
    'a tag of a condition',
    'POST',
    '/segments',
    { name: 'A', definition: { type: 'has_tag', tag: 'custmer' } },
    'customer',
  ],
  [
    'an event of a condition',
    'POST',
    '/segments',
    { name: 'B', definition: { type: 'event_occurred', event: 'sigend_up' } },
    'signed_up',
  ],
  [
    'a key of a condition',
    'POST',
    '/segments',
    { name: 'A', definition: { type: 'has_tag', tga: 'vip' } },
    'tag',
  ],
  [
    'a product of a condition',
    'POST',
    '/segments',
    { name: 'A', definition: { type: 'active_subscription', product: 'premum' } },
    'premium',
  ],
  [
    'a type of condition',
    'POST',
    '/segments',
    { name: 'A', definition: { type: 'has_tga', tag: 'vip' } },
    'has_tag',
  ],
  [
    'a trigger event',
    'POST',
    '/flows',
    { key: 'a', ...flowWith({ type: 'exit_flow' }, { event: 'sigend_up' }) },
    'signed_up',
  ],
  [
    'a type of step',
    'POST',
    '/flows',
    { key: 'b', ...flowWith({ type: 'ad_tag', tag: 'vip' }) },
    'add_tag',
  ],
  [
    'a tag of a step',
    'POST',
    '/flows',
    { key: 'c', ...flowWith({ type: 'add_tag', tag: 'custmer' }) },
    'customer',
  ],
  [
    'a field of a step',
    'POST',
    '/flows',
    { key: 'd', ...flowWith({ type: 'set_field', field: 'plann', value: 'x' }) },
    'plan',
  ],
  [
    'a Liquid variable of a step',
    'POST',
    '/flows',
    {
      key: 'e',
      ...flowWith({
        type: 'fire_event',
        event: 'signed_up',
        details: { name: '{{ person.first_nam }}' },
      }),
    },
    'person.first_name',
  ],
  [
    'a key of a definition',
    'POST',
    '/flows',
    { key: 'f', definition: { triger: {}, trigger: { event: 'signed_up' }, nodes: [] } },
    'trigger',
  ],
  [
    'a setting',
    'PATCH',
    '/settings',
    { settings: { 'sending.mailing_adress': 'x' } },
    'sending.mailing_address',
  ],
  [
    'a preference action',
    'PATCH',
    '/settings',
    { settings: { 'sending.subscription_preferences': { enabled: true, toggles: [toggle] } } },
    'set_field',
  ],
  [
    'the field of a preference action',
    'PATCH',
    '/settings',
    {
      settings: {
        'sending.subscription_preferences': {
          enabled: true,
          toggles: [{ ...toggle, off: [{ type: 'clear_field', field: 'plann' }] }],
        },
      },
    },
    'plan',
  ],
  [
    'a column of an import',
    'POST',
    '/people/import',
    { format: 'csv', content: 'email,frist_name\na@example.com,A\n' },
    'first_name',
  ],
];

it.each(cases)('FIX-01 names what was meant by %s', async (_what, method, path, body, name) => {
  const answer = await ask(method, path, body);
  expect(offered(answer), JSON.stringify(answer)).toContain(name);
});

it.each([
  ['/emails', { title: 'Spring sale', subject: 'x', body_markdown: 'x' }, 'spring-sail'],
  ['/emails', { title: 'Summer sale', subject: 'x', body_markdown: 'x' }, 'summer-sale'],
  ['/templates', { name: 'Fancy letter', html }, 'fanzy-letter'],
  ['/sequences', { name: 'Long course' }, 'long-cuorse'],
])(
  'FIX-01 names the id of a record under %s, whose path takes no key',
  async (under, sent, key) => {
    const made = await ask('POST', under, sent);
    const [record] = Object.values(made) as { id: number }[];
    const answer = await ask('GET', `${under}/${key}`);
    expect(answer).toMatchObject({ code: 'not_found', did_you_mean: String(record?.id) });
  },
);

it('FIX-01 names the step that was meant, over HTTP and to agents', async () => {
  const handle = '2-thank-reader';
  const slug = 'thank-reader';
  const answer = await ask('POST', `/runs/${runId}/move`, { step: slug });
  expect(answer).toMatchObject({ code: 'validation_failed', errors: [{ did_you_mean: handle }] });
  const client = await rawClients['HTTP, 2026'](running);
  const result = await client.callTool({
    name: 'move_run',
    arguments: { run_id: runId, step: slug },
  });
  await client.close();
  expect(result).toMatchObject({ isError: true, structuredContent: { did_you_mean: handle } });
});
