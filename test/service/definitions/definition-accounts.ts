import { themeVocabulary } from '@postroad/core/content/themes/vocabulary';
import fc from 'fast-check';

type Files = Record<string, string>;

const json = (value: object) => JSON.stringify(value);

/** Text that people could write, and that a file format could stumble over. */
const text = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'Hello',
        'It’s: time',
        '# 1',
        'yes',
        '- a',
        '"q"',
        "l'été",
        '👋 hi',
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }) },
  )
  .map((one) => one.replace(/[{}%]/g, '').trim() || 'x');

const line = text.map((one) => one.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim() || 'x');

/** Markdown whose Liquid is valid. */
const body = fc
  .array(
    fc.oneof(
      text,
      fc.constantFrom(
        '',
        '---',
        '{{ person.first_name }}',
        '{% if person.city %}x{% endif %}',
        '<b>a</b>',
        '<style>p{}</style>',
      ),
      fc.constant('{% component "piece" %}'),
    ),
    { maxLength: 6 },
  )
  .map((lines) => lines.join('\n').replace(/[<>&`]/g, (char) => (char === '&' ? 'and' : char)));

const variables = fc
  .uniqueArray(
    fc.constantFrom(
      ...themeVocabulary.filter(({ type }) => type === 'color').map(({ name }) => name),
    ),
    { maxLength: 4 },
  )
  .map((names) =>
    Object.fromEntries(names.map((name) => [name, { light: '#123456', dark: '#fed' }])),
  );

const tag = fc.constantFrom('vip', 'new', 'old');

const condition = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    tag.map((one) => ({ type: 'has_tag', tag: one })),
    fc.constant({ type: 'in_segment', segment: 'base' }),
    fc.constant({ type: 'completed_flow', flow: 'first' }),
    fc.constant({ type: 'field', field: 'plan', op: 'equals', value: 'pro' }),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie('tree').map((not) => ({ not })),
  ),
})).tree;

interface Numbers {
  emails: number;
  sequences: number;
}

function steps({ emails, sequences }: Numbers) {
  const duration = { amount: 2, unit: 'days' };
  return fc.letrec((tie) => ({
    list: fc.array(tie('step'), { minLength: 1, maxLength: 3 }),
    step: fc.oneof(
      { maxDepth: 3 },
      fc.integer({ min: 1, max: emails }).map((email_id) => ({ type: 'send_email', email_id })),
      tag.map((one) => ({ type: 'add_tag', tag: one })),
      line.map((name) => ({ type: 'delay', name, duration })),
      fc.constant({ type: 'delay', duration: { setting: 'pause' } }),
      fc
        .integer({ min: 1, max: sequences })
        .map((sequence_id) => ({ type: 'start_sequence', sequence_id })),
      fc.record({
        type: fc.constant('if_else'),
        condition,
        then: tie('list'),
        else: tie('list'),
      }),
    ),
  })).list;
}

function numbered(folder: string, extension: string, records: readonly string[]): Files {
  return Object.fromEntries(
    records.map((one, index) => [`${folder}/${index + 1}${extension}`, one]),
  );
}

const emailFile = (id: number) =>
  fc
    .record({
      subject: line,
      title: fc.option(line),
      labels: fc.uniqueArray(line, { maxLength: 3 }),
      body,
    })
    .map(
      ({ subject, title, labels, body: markdown }) =>
        `---\n${json({ id, title, subject, labels, from_address: id % 2 ? null : 'Ann <ann@example.com>' })}\n---\n${markdown}`,
    );

/** Fixed records that the generated ones name. */
const fixed: Files = {
  'components/piece.html': '---\nkey: piece\nname: Piece\n---\n<i>{{ person.email }}</i>',
  'fields/plan.json': json({ key: 'plan' }),
  'segments/base.json': json({ key: 'base', definition: { type: 'has_tag', tag: 'vip' } }),
};

/** Trees of accounts that are valid, with records of each type and whatever texts. */
export const accountTrees: fc.Arbitrary<Files> = fc
  .record({
    emails: fc.integer({ min: 1, max: 4 }),
    sequences: fc.integer({ min: 1, max: 2 }),
    flows: fc.integer({ min: 1, max: 3 }),
  })
  .chain(({ flows, ...numbers }) => {
    const ids = Array.from({ length: numbers.emails }, (_, index) => index + 1);
    const step = fc.record({
      email_id: fc.integer({ min: 1, max: numbers.emails }),
      delay_amount: fc.nat({ max: 9 }),
      delay_unit: fc.constantFrom('minutes', 'weeks'),
      status: fc.constantFrom('draft', 'active'),
    });
    const sequence = fc.record({
      name: line,
      enabled: fc.boolean(),
      description: line,
      steps: fc.array(step, { maxLength: 4 }),
    });
    const keyed = (key: string) =>
      fc
        .record({ name: line, condition, labels: fc.uniqueArray(line, { maxLength: 2 }) })
        .map((one) => ({ key, ...one }));
    return fc.record({
      theme: fc.record({ name: line, variables }),
      style: fc.constantFrom('', 'p { color: #123 }', '/* a */\n.x { margin: 0 }'),
      emails: fc.tuple(...ids.map(emailFile)),
      sequences: fc.array(sequence, { minLength: numbers.sequences, maxLength: numbers.sequences }),
      guard: keyed('calm'),
      segment: keyed('some'),
      nodes: fc.array(steps(numbers), { minLength: flows, maxLength: flows }),
      label: line,
      address: text,
      product: line,
    });
  })
  .map((one) => {
    const page =
      '<html><head></head><body>{{ content }}<a href="{{ unsubscribe_url }}">x</a></body></html>';
    const { name, condition: definition } = one.segment;
    const flows = one.nodes.map((nodes, index) =>
      json({
        key: index === 0 ? 'first' : `flow-${index}`,
        name: one.label,
        labels: [one.label],
        run_policy: index % 2 ? 'repeat' : 'single_run',
        definition: { trigger: { event: one.label, label: one.label }, nodes },
      }),
    );
    return {
      ...fixed,
      'themes/own.json': json({ key: 'own', is_default: true, ...one.theme }),
      'templates/own.html': `---\n${json({ id: 2, name: one.label, theme: 'own', is_default: true })}\n---\n<style>${one.style}</style>\n${page}`,
      'products/p.json': json({ key: 'P.1', name: one.product }),
      'segments/some.json': json({ key: 'some', name, definition }),
      'guards/calm.json': json(one.guard),
      'settings.yml': json({
        tunables: { pause: { amount: 1, unit: 'hours' } },
        'sending.mailing_address': one.address,
        send_windows: { rules: [{ label: one.label, days: [1, 2], start: '09:00' }] },
      }),
      ...numbered('emails', '.md', one.emails),
      ...numbered(
        'sequences',
        '.json',
        one.sequences.map((sequence, index) => json({ id: index + 1, ...sequence })),
      ),
      ...numbered('flows', '.json', flows),
    };
  });
