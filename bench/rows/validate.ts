import type { References } from '@postroad/core/flows/definition/references';
import { review } from '@postroad/core/flows/definition/review';
import type { FieldType } from '@postroad/core/people/field-type';
import { alternateMeasured, callMeasured } from '../measure.ts';
import type { BenchContext, Line, Row } from '../row.ts';

const steps = 10_000;
const day = { amount: 1, unit: 'days' };

/** One step of most types, and branches with empty arms. */
const kinds = [
  { type: 'send_email', email_id: 1 },
  { type: 'add_tag', tag: 'vip' },
  { type: 'set_field', field: 'plan', value: 'pro' },
  { type: 'delay', duration: day },
  { type: 'fire_event', event: 'greeted', details: { to: '{{ person.first_name }}' } },
  {
    type: 'gate',
    wait_for: {
      event: {
        name: 'paid',
        match: { detail: 'plan', op: 'equals', value: 'pro' },
        occurrence: 'any_past',
      },
    },
    expires_after: day,
    met: [],
    expired: [],
  },
  {
    type: 'if_else',
    condition: { any: [{ type: 'has_tag', tag: 'vip' }, { type: 'suppressed' }] },
    // biome-ignore lint/suspicious/noThenProperty: the grammar of flows has this key
    then: [],
    else: [],
  },
];

function definition(): string {
  const nodes = Array.from({ length: steps }, (_, index) => ({
    ...kinds[index % kinds.length],
    name: `Step number ${index}`,
  }));
  return JSON.stringify({ trigger: { event: 'signed_up' }, nodes });
}

const references: References = {
  fields: new Map<string, FieldType>([['plan', 'string']]),
  tags: new Set(['vip']),
  events: new Set(),
  emails: new Map([[1, { archived: false, blank: false, transactional: false }]]),
  sequences: new Set(),
  sequencesOff: new Set(),
  flows: new Set(),
  products: new Set(),
  segments: new Map(),
  tunables: new Map(),
};

async function run({ roundMs }: BenchContext): Promise<Line[]> {
  const text = definition();
  const about = { flowKey: 'long', references, runPolicy: 'repeat' } as const;
  const first = review(JSON.parse(text), { ...about, held: null });
  if (!first.validation.valid) throw new Error('The definition of the bench has errors.');
  const context = { ...about, held: first.definition };
  const saved = JSON.stringify(first.definition);
  const measured = await alternateMeasured({
    review: () => callMeasured(() => review(JSON.parse(saved), context), roundMs),
    parse: () => callMeasured(() => JSON.parse(saved), roundMs),
  });
  return [
    {
      what: `Definitions of ${steps} steps read, normalised and validated beside what is saved`,
      unit: 'definitions',
      ...measured.review,
      limit: { what: 'JSON.parse of the same', ...measured.parse },
      goal: null,
      notes: [`${Math.round(saved.length / 1024)} KB of JSON`],
    },
    {
      what: `A definition of ${steps} steps is validated within a second`,
      unit: 'definitions',
      ...measured.review,
      limit: null,
      goal: 1,
      notes: [],
    },
  ];
}

export const row: Row = {
  name: 'validate',
  about: 'A definition of 10,000 steps, normalised and validated',
  run,
};
