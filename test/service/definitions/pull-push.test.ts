import type { OperationName } from '@postroad/core/catalog/catalog';
import { themeVocabulary } from '@postroad/core/content/themes/vocabulary';
import { Refusal } from '@postroad/core/platform/refusal';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter, runs } from '../../support/property-tests.ts';
import { openTestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

type Files = Record<string, string>;

/** Text that a format of files could stumble over: of YAML, JSON, HTML, Liquid, git and editors. */
const hostile = fc.oneof(
  fc.constantFrom(
    ...[
      '---\nid: 1\n---',
      '---',
      '...',
      '- a: b',
      '? x',
      '&a *a',
      '!!str x',
      'no',
      'null',
      '~',
      '1e3',
    ],
    ...[
      '0x1F',
      '12:30',
      '2026-01-01',
      '{a: 1}',
      '[1]',
      '"',
      "'",
      '\\',
      '# x',
      'a # b',
      'a: b',
      '%YAML',
    ],
    ...[
      '\r\nx\r\n',
      'x\n\n\n',
      '\n\n x',
      '\tx\t',
      '\ufeffx',
      '\u2028',
      '\u0085',
      '\u200b',
      '\u0001',
      'é',
      'e\u0301',
    ],
    ...[
      '</style>',
      '<style>p{}</style>',
      '<\\/style>',
      '<!-- x -->',
      '{{ person.email }}',
      '{% raw %}',
      '{{',
    ],
    ...[
      '<<<<<<< a\nx\n=======\ny\n>>>>>>> b',
      '../../etc/passwd',
      'CON',
      '__proto__',
      'constructor',
      '👩‍👩‍👧',
      '٣',
    ],
    ...[
      '$&',
      '%00',
      '|',
      '>',
      '>-\n  x',
      'x'.repeat(300),
      '  ',
      '',
      'welcome',
      'Welcome',
      '0001-welcome',
    ],
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
);

const html = hostile.map(
  (text) =>
    `${text}<html><head></head><body>{{ content }}<a href="{{ unsubscribe_url }}">x</a></body></html>${text}`,
);

const condition = fc.oneof(
  hostile.map((tag) => ({ type: 'has_tag', tag })),
  fc.nat(2).map((email_id) => ({ any: [{ type: 'received_email', email_id: email_id + 1 }] })),
  fc.constant({ not: { type: 'in_segment', segment: 'base' } }),
  hostile.map((value) => ({ all: [{ type: 'field', field: 'plan', op: 'equals', value }] })),
);

const step = fc.oneof(
  fc.nat(4).map((id) => ({ type: 'send_email', email_id: id + 1 })),
  fc.nat(3).map((id) => ({ type: 'start_sequence', sequence_id: id + 1 })),
  hostile.map((tag) => ({ type: 'add_tag', tag, name: tag })),
  hostile.map((name) => ({ type: 'delay', name, duration: { setting: name } })),
  hostile.map((value) => ({
    type: 'fire_event',
    event: 'x',
    details: { [value]: { segment_id: 1 } },
  })),
  condition.map((one) => ({ type: 'if_else', condition: one, then: [], else: [] })),
);

const colors = themeVocabulary.flatMap(({ type, name }) => (type === 'color' ? name : []));

type Act = [OperationName, object];
const act = (name: OperationName, input: fc.Arbitrary<object>): fc.Arbitrary<Act> =>
  input.map((one) => [name, one]);

const acts: fc.Arbitrary<Act> = fc.oneof(
  act(
    'create_email',
    fc.record(
      {
        ...{ title: hostile, subject: hostile, pre_header: hostile, body_markdown: hostile },
        ...{ labels: fc.array(hostile, { maxLength: 2 }), tracking: fc.boolean() },
        from_address: hostile.map((name) => `"${name}" <a@example.com>`),
        reply_to: fc.constantFrom(null, ' a@example.com '),
      },
      { requiredKeys: ['subject', 'body_markdown'] },
    ),
  ),
  act(
    'create_theme',
    fc.record({
      name: hostile,
      variables: fc.constantFrom(
        {},
        ...colors.map((one) => ({ [one]: { dark: '#ABC', light: '#123456' } })),
      ),
    }),
  ),
  act('create_component', fc.record({ name: hostile, html: hostile })),
  act('create_layout', fc.record({ name: hostile, html, css: hostile })),
  act('create_field', fc.record({ key: fc.constantFrom('plan', 'Plan', 'x'), name: hostile })),
  act('create_product', fc.record({ key: fc.constantFrom('p', 'P.1'), name: hostile })),
  act('create_segment', fc.record({ name: hostile, description: hostile, definition: condition })),
  act(
    'create_guard',
    fc.record({ name: hostile, condition, labels: fc.array(hostile, { maxLength: 2 }) }),
  ),
  act('create_sequence', fc.record({ name: hostile, description: hostile })),
  act(
    'add_sequence_step',
    fc.record({
      sequence_id: fc.constant(1),
      email_source: fc.constant('shared'),
      email_id: fc.integer({ min: 1, max: 3 }),
    }),
  ),
  act(
    'create_flow',
    fc.record({
      key: fc.constantFrom('one', 'two', 'three'),
      name: hostile,
      labels: fc.array(hostile, { maxLength: 2 }),
      definition: fc.record({
        trigger: hostile.map((event) => ({ event, label: event })),
        nodes: fc.array(step, { maxLength: 4 }),
      }),
    }),
  ),
  act(
    'update_settings',
    fc.oneof(
      hostile.map((text) => ({ settings: { 'sending.mailing_address': text } })),
      fc.constantFrom('x', 'null', '0x1F').map((name) => ({
        settings: { tunables: { [name]: { amount: 1, unit: 'days' } } },
      })),
      hostile.map((label) => ({
        settings: { send_windows: { rules: [{ label, days: [3, 1], end: '24:00' }] } },
      })),
    ),
  ),
  act('update_profile', fc.record({ name: hostile })),
  act('delete_email', fc.record({ email_id: fc.integer({ min: 1, max: 4 }) })),
  act('update_email', fc.record({ email_id: fc.integer({ min: 1, max: 4 }), title: hostile })),
);

/** Records that the generated ones name. */
const first: Act[] = [
  ['create_field', { key: 'plan', type: 'string' }],
  ['create_email', { subject: 'x', body_markdown: 'x' }],
  ['create_email', { subject: 'y', body_markdown: 'y' }],
  ['create_sequence', { name: 'Week' }],
  ['create_segment', { key: 'base', name: 'Base', definition: { type: 'has_tag', tag: 'a' } }],
];

async function done({ call }: Calling, [name, input]: Act): Promise<void> {
  try {
    await call(name, input as never);
  } catch (error) {
    // Whatever is refused is in no account.
    if (!(error instanceof Refusal)) throw error;
  }
}

/** The same files under names that say nothing, so that each of them is read. */
function renamed(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text], index) => [
      path.includes('/') ? path.replace(/\/.*(\.\w+)$/, `/x${index}$1`) : path,
      text,
    ]),
  );
}

it('FILE-18 a pull followed by a push of any account changes nothing', async () => {
  const law = fc.asyncProperty(fc.array(acts, { minLength: 5, maxLength: 25 }), async (all) => {
    const opened = await openTestService();
    try {
      const api = calling(opened);
      for (const one of [...first, ...all]) await done(api, one);
      const pulled = await api.call('export_definitions', {});
      const byKey = await api.call('export_definitions', { by_key: true });
      for (const files of [
        pulled.files,
        renamed(pulled.files),
        byKey.files,
        renamed(byKey.files),
      ]) {
        for (const text of Object.values(files)) {
          expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text);
        }
        const options = [{}, { base: pulled.base }, { prune: true }];
        for (const more of options) {
          const plan = await api.call('apply_definitions', { files, ...more });
          const changed = plan.changes.filter(({ kind }) => kind !== 'unchanged');
          expect([plan.parse_errors, changed, plan.blocked, plan.applied]).toEqual([
            [],
            [],
            false,
            0,
          ]);
        }
      }
      expect(await api.call('export_definitions', {})).toEqual(pulled);
    } finally {
      await opened.close();
    }
  });
  await fc.assert(law, { numRuns: runs(40), endOnFailure: true });
}, 120_000);
