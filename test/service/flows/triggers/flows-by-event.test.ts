import { compileFlow } from '@postroad/core/flows/definition/compile';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { FlowsByEvent } from '@postroad/service/flows/triggers/flows-by-event';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const detail = fc.constantFrom('plan', 'seats', 'constructor');
const value = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('pro', '1', true));
const op = fc.constantFrom('equals', 'contains', 'greater', 'less', 'blank', 'present', 'none');
const leaf = fc.record({ detail, op, value });
const match = fc.letrec((tie) => ({
  match: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ all: fc.array(tie('match'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('match'), { maxLength: 3 }) }),
    fc.record({ not: tie('match') }),
  ),
})).match;

const trigger = fc.record(
  { event: fc.constantFrom('bought', 'left'), match, ignore_historical: fc.boolean() },
  { requiredKeys: ['event'] },
);
const event = fc.record({
  name: fc.constantFrom('bought', 'left', 'other'),
  details: fc.record({ plan: value, seats: value }, { requiredKeys: [] }),
  historical: fc.boolean(),
});

function flowOf(given: object, id: number) {
  const { definition } = normalise({ trigger: given, nodes: [] }, null);
  return { id, compiled: compileFlow(definition) };
}

it('TRIG-04, TRIG-07 finds the flows whose trigger an event matches, and no others', () => {
  fc.assert(
    fc.property(fc.array(trigger, { maxLength: 8 }), event, (triggers, happened) => {
      const flows = triggers.map(flowOf);
      const matching = flows.filter(({ compiled }) => compiled.matches(happened).matched);
      const found = new FlowsByEvent(flows).startedBy(happened);
      expect(found.map(({ id }) => id).toSorted()).toEqual(matching.map(({ id }) => id).toSorted());
    }),
  );
});
