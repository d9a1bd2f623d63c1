import { review } from '@postroad/core/flows/definition/review';
import { stepTypeNames } from '@postroad/core/flows/steps/table';
import { limits } from '@postroad/core/platform/limits';
import { describe, expect, it } from 'vitest';
import {
  branch,
  condition,
  context,
  day,
  fire,
  gate,
  inNodes,
  never,
  paid,
  tag,
  trigger,
} from './checked.ts';

describe('first pass: shape', () => {
  it.each<[string, unknown, string[]]>([
    ['VAL-05', { ...tag, id: 'one' }, ['id_malformed nodes[0].id']],
    ['VAL-05', { ...tag, id: 0 }, ['id_malformed nodes[0].id']],
    ['VAL-05 ids beyond integers', { ...tag, id: 2 ** 40 }, ['id_malformed nodes[0].id']],
    ['VAL-05', { ...tag, name: 7 }, ['name_malformed nodes[0].name']],
    [
      'VAL-05',
      { ...tag, name: 'x'.repeat(limits.nameChars + 1) },
      ['name_malformed nodes[0].name'],
    ],
    ['VAL-05, DEF-10', { ...tag, slug: 'Ümlaut' }, ['slug_malformed nodes[0].slug']],
    ['VAL-05, DEF-10', { ...tag, slug: 'a--b' }, ['slug_malformed nodes[0].slug']],
    ['VAL-05', { ...tag, slug: '-a' }, ['slug_malformed nodes[0].slug']],
    ['VAL-05', { ...tag, slug: 'a_b' }, ['slug_malformed nodes[0].slug']],
    ['DEF-12', { ...tag, description: [] }, ['description_malformed nodes[0].description']],
    ['VAL-06', { type: 'add_tags', tag: 'vip' }, ['step_type_unknown nodes[0].type']],
    ['VAL-06', { type: 'toString' }, ['step_type_unknown nodes[0].type']],
    ['VAL-06', { type: { toString: 1 }, name: 'x' }, ['step_type_unknown nodes[0].type']],
    [
      'VAL-06',
      {},
      [
        'name_missing nodes[0].name',
        'slug_missing nodes[0].slug',
        'step_type_unknown nodes[0].type',
      ],
    ],
    ['VAL-06', 'add_tag', ['step_malformed nodes[0]']],
    ['VAL-06', null, ['step_malformed nodes[0]']],
    ['VAL-06', { type: 'send_email' }, ['step_key_missing nodes[0].email_id']],
    [
      'DEF-16',
      { type: 'send_email', email_id: 'welcome.md' },
      ['step_key_malformed nodes[0].email_id'],
    ],
    ['DEF-16', { type: 'send_email', email_id: 1.5 }, ['step_key_malformed nodes[0].email_id']],
    [
      'DEF-17',
      { type: 'add_tag', tag: ' ' },
      ['step_key_malformed nodes[0].tag', 'tag_new nodes[0].tag'],
    ],
    ['DEF-17', { type: 'add_tag' }, ['step_key_missing nodes[0].tag']],
    ['DEF-19', { type: 'delay' }, ['step_key_missing nodes[0].duration']],
    ['DEF-22', { type: 'delay', duration: 3 }, ['duration_malformed nodes[0].duration']],
    [
      'DEF-22',
      { type: 'delay', duration: { amount: 1.5, unit: 'days' } },
      ['duration_malformed nodes[0].duration.amount'],
    ],
    [
      'DEF-22',
      { type: 'delay', duration: { amount: -1, unit: 'days' } },
      ['duration_malformed nodes[0].duration.amount'],
    ],
    [
      'DEF-22',
      { type: 'delay', duration: { amount: 99_999, unit: 'days' } },
      ['duration_malformed nodes[0].duration.amount'],
    ],
    [
      'DEF-22',
      { type: 'delay', duration: { amount: 1, unit: 'months' } },
      ['duration_malformed nodes[0].duration.unit'],
    ],
    [
      'DEF-22',
      { type: 'delay', duration: { setting: 'pause', amount: 1 } },
      ['duration_malformed nodes[0].duration.amount'],
    ],
    [
      'VAL-06, DEF-20',
      { type: 'if_else', condition, then: {}, else: [] },
      ['arm_malformed nodes[0].then'],
    ],
    ['VAL-06', { type: 'if_else', condition, then: [] }, ['arm_malformed nodes[0].else']],
    [
      'VAL-06, DEF-20',
      { type: 'if_else', then: [], else: [] },
      ['step_key_missing nodes[0].condition'],
    ],
    ['VAL-24', { ...tag, then: [] }, ['arms_not_allowed nodes[0].then']],
    ['VAL-24', { ...branch([]), met: [] }, ['arms_not_allowed nodes[0].met']],
    ['DEF-19', { type: 'exit_flow', tag: 'x' }, ['step_keys_unknown nodes[0].tag']],
    [
      'AGT-16',
      { type: 'send_email', email: { subject: 'Hi' } },
      ['step_key_missing nodes[0].email_id', 'step_keys_unknown nodes[0].email'],
    ],
    ['DEF-18', { type: 'set_field', field: 'plan' }, ['step_key_missing nodes[0].value']],
    ['DEF-18', { type: 'set_field', value: '' }, ['step_key_missing nodes[0].field']],
    ['DEF-18', { type: 'set_field', field: 'plan', value: '' }, []],
    ['DEF-18', { type: 'set_field', field: 'plan', value: null }, []],
    [
      'DEF-18',
      { type: 'set_field', field: 'plan', value: ['pro'] },
      ['step_key_malformed nodes[0].value'],
    ],
    [
      'DEF-18',
      { type: 'set_field', field: 'a b', value: 1 },
      ['step_key_malformed nodes[0].field', 'field_unknown nodes[0].field'],
    ],
    [
      'DEF-17',
      { type: 'start_sequence', sequence_id: '1' },
      ['step_key_malformed nodes[0].sequence_id'],
    ],
    ['DEF-17', { type: 'remove_tag' }, ['step_key_missing nodes[0].tag']],
    ['DEF-19', { type: 'fire_event' }, ['step_key_missing nodes[0].event']],
    ['DEF-19', fire({ event: ' ' }), ['step_key_malformed nodes[0].event']],
    ['DEF-19', fire({ event: 'internal_note' }), ['step_key_malformed nodes[0].event']],
    ['DEF-19', fire({ event: 'a\nb' }), ['step_key_malformed nodes[0].event']],
    ['DEF-19', fire({ details: [1] }), ['details_malformed nodes[0].details']],
    [
      'DEF-19',
      fire({ details: { a: 'x'.repeat(70_000) } }),
      ['details_malformed nodes[0].details'],
    ],
    [
      'DEF-19',
      fire({ details: { a: { b: ['ok', 'x\u0000'] } } }),
      ['details_malformed nodes[0].details.a.b[1]'],
    ],
    [
      'DEF-19',
      fire({ details: { a: ['{{ person.email | upcse }}', '{% if'] } }),
      [
        'details_liquid_invalid nodes[0].details.a[0]',
        'details_liquid_invalid nodes[0].details.a[1]',
      ],
    ],
    [
      'DEF-19',
      fire({ details: { a: { b: '{{ person.emial }}' } } }),
      ['details_variable_unknown nodes[0].details.a.b'],
    ],
    ['DEF-25', gate({}), ['wait_for_malformed nodes[0].wait_for']],
    ['DEF-25', gate({ event: paid, condition }), ['wait_for_malformed nodes[0].wait_for']],
    ['DEF-25', gate('paid'), ['wait_for_malformed nodes[0].wait_for']],
    ['DEF-21', { type: 'gate', expires_after: 'never' }, ['step_key_missing nodes[0].wait_for']],
    [
      'DEF-25',
      gate({ event: paid, within: 1 }),
      ['wait_for_keys_unknown nodes[0].wait_for.within'],
    ],
    [
      'DEF-26',
      gate({ event: { ...paid, name: '' } }),
      ['wait_for_malformed nodes[0].wait_for.event.name'],
    ],
    [
      'DEF-26',
      gate({ event: { name: 'paid' } }),
      ['occurrence_unknown nodes[0].wait_for.event.occurrence'],
    ],
    [
      'DEF-26',
      gate({ event: { ...paid, occurrence: 'next' } }),
      ['occurrence_unknown nodes[0].wait_for.event.occurrence'],
    ],
    [
      'DEF-26',
      gate({ event: { ...paid, match: { detail: 'a', op: 'before', value: 1 } } }),
      ['operator_unknown nodes[0].wait_for.event.match.op'],
    ],
    [
      'COND-16 in a gate',
      gate({ condition: { any: [{ type: 'predicate', name: 'moon' }] } }),
      ['predicate_unknown nodes[0].wait_for.condition.any[0].name'],
    ],
    [
      'DEF-23',
      gate({ event: paid }, { expires_after: { amount: 1, unit: 'days' } }),
      ['arm_malformed nodes[0].met', 'arm_malformed nodes[0].expired'],
    ],
    [
      'DEF-23',
      gate({ event: paid }, { expires_after: { amount: 1, unit: 'days' }, met: [], expired: 7 }),
      ['arm_malformed nodes[0].expired'],
    ],
    [
      'DEF-21',
      gate({ event: paid }, { expires_after: 'soon', met: [], expired: [] }),
      ['duration_malformed nodes[0].expires_after'],
    ],
    [
      'DEF-21',
      gate({ event: paid }, { expires_after: { amount: 1 }, met: [], expired: [] }),
      ['duration_malformed nodes[0].expires_after.unit'],
    ],
    ['VAL-15', gate({ event: paid }), []],
    [
      'VAL-15',
      { type: 'gate', wait_for: { event: paid } },
      ['gate_no_expiry nodes[0].expires_after'],
    ],
    [
      'VAL-15',
      gate({ event: paid }, { expires_after: null }),
      ['gate_no_expiry nodes[0].expires_after'],
    ],
    ['DEF-24 contract §5.4', gate({ event: paid }, { ...never, met: [], expired: [] }), []],
    [
      'VAL-16',
      gate({ event: paid }, { ...never, met: [tag] }),
      ['gate_met_pointless nodes[0].met'],
    ],
    [
      'DEF-24',
      gate({ event: paid }, { ...never, expired: [tag] }),
      ['arms_not_allowed nodes[0].expired'],
    ],
    ['VAL-24', gate({ event: paid }, { ...never, then: [] }), ['arms_not_allowed nodes[0].then']],
    [
      'VAL-17',
      { type: 'gate', wait_for: { event: paid }, timeout: { duration: day, steps: [tag] } },
      ['gate_timeout_legacy nodes[0].timeout'],
    ],
    [
      'VAL-17 one that cannot be read',
      gate({ event: paid }, { ...never, timeout: 'soon' }),
      ['gate_timeout_legacy nodes[0].timeout'],
    ],
    [
      'VAL-18',
      { ...tag, next: 2, entry: true, pointer: null },
      [
        'stray_pointer nodes[0].entry',
        'stray_pointer nodes[0].next',
        'stray_pointer nodes[0].pointer',
      ],
    ],
    [
      'FILE-03',
      { type: 'send_email', email_id: 1, email: 'welcome' },
      ['step_keys_exclusive nodes[0].email'],
    ],
    [
      'FILE-03',
      { type: 'start_sequence', sequence: 'course', sequence_id: 1 },
      ['step_keys_exclusive nodes[0].sequence'],
    ],
    ['a key that nothing reads', { ...tag, email_id: 1 }, ['step_keys_unknown nodes[0].email_id']],
  ])('%s %j', (_clause, step, expected) => {
    expect(inNodes([step])).toEqual(expected);
  });

  it.each<[string, object, string[]]>([
    ['TRIG-01', { trigger: undefined }, ['trigger_missing trigger']],
    ['TRIG-01', { trigger: 'signed_up' }, ['trigger_missing trigger']],
    ['TRIG-02', { trigger: { label: 'x' } }, ['trigger_key_malformed trigger.event']],
    ['TRIG-02', { trigger: { event: ' ' } }, ['trigger_key_malformed trigger.event']],
    ['TRIG-04', { trigger: { event: ' paid' } }, ['trigger_key_malformed trigger.event']],
    ['EVENT-06', { trigger: { event: 'internal_note' } }, ['trigger_key_malformed trigger.event']],
    ['TRIG-02', { trigger: { event: 'x', label: '🎉'.repeat(200) } }, []],
    ['TRIG-02', { trigger: { event: 'x', label: 5 } }, ['trigger_key_malformed trigger.label']],
    [
      'TRIG-05',
      { trigger: { event: 'x', ignore_historical: 'no' } },
      ['trigger_key_malformed trigger.ignore_historical'],
    ],
    ['TRIG-03', { trigger: { event: 'x', days: 5 } }, ['trigger_keys_unknown trigger.days']],
    ['SPEC-03', { trigger: { type: 'event', event: 'x' } }, ['trigger_keys_unknown trigger.type']],
    ['TRIG-01', { trigger: { type: 'events' } }, ['trigger_type_unknown trigger.type']],
    [
      'TRIG-07',
      { trigger: { event: 'x', match: { all: [{ op: 'equals', value: 1 }] } } },
      ['match_key_missing trigger.match.all[0].detail'],
    ],
    ['DEF-01', { nodes: { 0: tag } }, ['nodes_malformed nodes']],
    ['DEF-01', { nodes: [] }, ['nodes_empty nodes']],
    ['DEF-01', { nodes: undefined }, ['nodes_empty nodes']],
    ['DEF-05', { entry: 1, start: 1 }, ['stray_pointer entry', 'definition_keys_unknown start']],
    ['VAL-20', { node_counter: 1, nodes: [{ ...tag, id: 5 }] }, ['counter_behind node_counter']],
  ])('%s %j', (_clause, rest, expected) => {
    expect(inNodes([tag], rest)).toEqual(expected);
  });

  it('SPEC-04 the refusal of a trigger key lists those that the trigger takes', () => {
    const { refusals } = review({ trigger: { type: 'event', event: 'x' }, nodes: [] }, context);
    expect(refusals).toMatchObject([
      {
        path: 'definition.trigger.type',
        code: 'trigger_keys_unknown',
        message: 'The trigger has no key "type"; it takes event, match, label, ignore_historical.',
      },
    ]);
  });

  it('FIX-02 a trigger that lacks its type names it', () => {
    const { refusals } = review({ trigger: { segment: 'vips' }, nodes: [] }, context);
    const fix = 'Add "type": "segment" to the trigger.';
    expect(refusals).toMatchObject([{ path: 'definition.trigger.segment', fix }]);
  });

  it.each([
    ['wait', 'delay'],
    ['condition', 'if_else'],
    ['exit', 'exit_flow'],
    ['email', 'send_email'],
  ])('FIX-01 a step of type %s is most likely %s', (type, did_you_mean) => {
    const { validation } = review({ trigger, nodes: [{ type }] }, context);
    expect(validation.errors).toMatchObject([{ code: 'step_type_unknown', did_you_mean }]);
  });

  it('FIX-02 an id in quotes is given without them', () => {
    const { validation } = review(
      { trigger, nodes: [{ type: 'send_email', email_id: '3' }] },
      context,
    );
    expect(validation.errors).toMatchObject([{ fix: 'Write 3 without quotes.' }]);
  });

  it('VAL-06 lists the step types, and the nearest one in the fix', () => {
    const { validation } = review({ trigger, nodes: [{ type: 'add_tags' }] }, context);
    expect(validation.errors[0]?.message).toContain(stepTypeNames.join(', '));
    expect(validation.errors[0]?.fix).toContain('"add_tag"');
  });

  it('VAL-25 ten nested branches pass, eleven fail, reported once, and a thousand do not harm', () => {
    const nest = (levels: number, deepest: object = tag) => {
      let steps: unknown[] = [deepest];
      for (let level = 0; level < levels; level += 1) steps = [branch(steps)];
      return steps;
    };
    expect(inNodes(nest(10))).toEqual([]);
    const path = `nodes[0]${'.then[0]'.repeat(10)}`;
    expect(inNodes(nest(11))).toEqual([`nesting_too_deep ${path}`]);
    expect(inNodes(nest(1_000))).toEqual([`nesting_too_deep ${path}`]);
    expect(inNodes(nest(10, gate({ event: paid })))).toEqual([]);
    const expiring = gate({ event: paid }, { expires_after: day, met: [], expired: [] });
    expect(inNodes(nest(10, expiring))).toEqual([`nesting_too_deep ${path}`]);
  });
});
