import type { FieldType } from '@postroad/core/condition/facts';
import type { Definition } from '@postroad/core/flow/definition';
import type { Duration } from '@postroad/core/flow/duration';
import { normalise } from '@postroad/core/flow/normalise';
import { review } from '@postroad/core/flow/review';
import { STEP_TYPES } from '@postroad/core/flow/steps/table';
import { issueCodes } from '@postroad/core/flow/validate/codes';
import type { ValidationContext } from '@postroad/core/flow/validate/pass';
import { limits } from '@postroad/core/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nothingKnown } from '../condition/known.ts';
import { anyJson, definitionLike } from './arbitraries.ts';

const context: ValidationContext = {
  flowKey: 'welcome',
  held: null,
  runPolicy: 'single_run',
  references: {
    ...nothingKnown,
    emails: new Map([
      [1, { archived: false }],
      [2, { archived: true }],
    ]),
    fields: new Map<string, FieldType>([['plan', 'string']]),
    tags: new Set(['vip']),
    tunables: new Map<string, Duration>([['pause', { amount: 1, unit: 'days' }]]),
    sequences: new Set([1, 2]),
    sequencesOff: new Set([2]),
  },
};
const trigger = { event: 'signed_up' };
const tag = { type: 'add_tag', tag: 'VIP ' };
const exit = { type: 'exit_flow' };
const condition = { type: 'has_tag', tag: 'vip' };
const branch = (yes: unknown, no: unknown = []) => ({
  type: 'if_else',
  condition,
  then: yes,
  else: no,
});

const paid = { name: 'paid', occurrence: 'next_occurrence' };
const day = { amount: 1, unit: 'days' };
const never = { expires_after: 'never' };
const gate = (wait_for: unknown, rest: object = never) => ({ type: 'gate', wait_for, ...rest });
const fire = (rest: object) => ({ type: 'fire_event', event: 'left', ...rest });

const listed = (definition: unknown, held: Definition | null = null) => {
  const { validation } = review(definition, { ...context, held });
  return [...validation.errors, ...validation.warnings].map(
    (issue) => `${issue.code} ${issue.path}`,
  );
};
const inNodes = (nodes: unknown, rest: object = {}) => listed({ trigger, nodes, ...rest });

describe('a definition without faults', () => {
  it('draws nothing', () => {
    const nodes = [
      { type: 'send_email', email_id: 1 },
      { type: 'delay', duration: { amount: 2, unit: 'days' } },
      { type: 'delay', duration: { setting: 'pause' } },
      branch([tag, exit], [{ ...branch([], [exit]), description: 'Why' }]),
      exit,
    ];
    const { validation } = review({ trigger, nodes }, context);
    expect(validation).toEqual({ valid: true, errors: [], warnings: [] });
  });
});

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
    ['a key that nothing reads', { ...tag, email_id: 1 }, ['step_keys_unknown nodes[0].email_id']],
  ])('%s %j', (_clause, step, expected) => {
    expect(inNodes([step])).toEqual(expected);
  });

  it.each<[string, object, string[]]>([
    ['TRIG-01', { trigger: undefined }, ['trigger_missing trigger']],
    ['TRIG-01', { trigger: 'signed_up' }, ['trigger_missing trigger']],
    ['TRIG-02', { trigger: { label: 'x' } }, ['trigger_key_malformed trigger.event']],
    ['TRIG-02', { trigger: { event: ' ' } }, ['trigger_key_malformed trigger.event']],
    ['TRIG-02', { trigger: { event: 'x', label: 5 } }, ['trigger_key_malformed trigger.label']],
    [
      'TRIG-05',
      { trigger: { event: 'x', ignore_historical: 'no' } },
      ['trigger_key_malformed trigger.ignore_historical'],
    ],
    ['TRIG-03', { trigger: { event: 'x', days: 5 } }, ['trigger_keys_unknown trigger.days']],
    ['TRIG-01', { trigger: { type: 'event', event: 'x' } }, ['trigger_type_unknown trigger.type']],
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

  it('VAL-06 lists the step types, and the nearest one in the fix', () => {
    const { validation } = review({ trigger, nodes: [{ type: 'add_tags' }] }, context);
    expect(validation.errors[0]?.message).toContain(STEP_TYPES.join(', '));
    expect(validation.errors[0]?.fix).toContain('"add_tag"');
  });

  it('VAL-25 ten nested branches pass, eleven fail, told once, and a thousand do not harm', () => {
    const nest = (levels: number) => {
      let steps: unknown[] = [tag];
      for (let level = 0; level < levels; level += 1) steps = [branch(steps)];
      return steps;
    };
    expect(inNodes(nest(10))).toEqual([]);
    const path = `nodes[0]${'.then[0]'.repeat(10)}`;
    expect(inNodes(nest(11))).toEqual([`nesting_too_deep ${path}`]);
    expect(inNodes(nest(1_000))).toEqual([`nesting_too_deep ${path}`]);
  });
});

describe('second pass: unique ids', () => {
  it('VAL-07 two steps with one id at any depth', () => {
    const nodes = [{ ...tag, id: 3 }, branch([{ ...tag, id: 3 }])];
    expect(inNodes(nodes)).toEqual(['id_duplicate nodes[1].then[0].id']);
  });

  const held = normalise({ trigger, nodes: [tag, branch([exit])] }, null).definition;

  it('VAL-21 a saved step that is gone', () => {
    const { validation } = review({ ...held, nodes: held.nodes.slice(0, 1) }, { ...context, held });
    expect(validation).toMatchObject({
      valid: true,
      warnings: [
        { code: 'node_id_freed', path: 'nodes', node: '2-if-else' },
        { code: 'node_id_freed', path: 'nodes', node: '3-exit-flow' },
      ],
    });
    expect(validation.warnings[0]?.message).toContain('welcome.2-if-else');
  });

  it('VAL-22 an id that now carries a step of another type', () => {
    const nodes = [{ ...exit, id: 1 }, ...held.nodes.slice(1)].toReversed();
    expect(listed({ trigger, nodes }, held)).toEqual(['node_id_repurposed nodes[1].id']);
  });

  it('VAL-21 moving, renaming and editing steps frees no id', () => {
    const renamed = held.nodes.map((node) => ({ ...node, name: 'Other', slug: 'other' }));
    expect(listed({ ...held, nodes: renamed.toReversed() }, held)).toEqual([]);
  });
});

describe('third pass: references', () => {
  it.each<[string, unknown, string[]]>([
    ['VAL-08', { type: 'send_email', email_id: 9 }, ['email_unknown nodes[0].email_id']],
    ['VAL-09', { type: 'send_email', email_id: 2 }, ['email_archived nodes[0].email_id']],
    [
      'VAL-10',
      { ...branch([]), condition: { type: 'field', field: 'size', op: 'blank' } },
      ['field_unknown nodes[0].condition.field'],
    ],
    [
      'VAL-11',
      { type: 'delay', duration: { setting: 'nap' } },
      ['tunable_unknown nodes[0].duration.setting'],
    ],
    ['VAL-12', { type: 'add_tag', tag: 'fresh' }, ['tag_new nodes[0].tag']],
    ['VAL-12', { type: 'remove_tag', tag: 'fresh' }, ['tag_new nodes[0].tag']],
    [
      'VAL-10',
      { type: 'start_sequence', sequence_id: 9 },
      ['sequence_unknown nodes[0].sequence_id'],
    ],
    ['VAL-19', { type: 'start_sequence', sequence_id: 2 }, ['sequence_off nodes[0].sequence_id']],
    ['VAL-19', { type: 'start_sequence', sequence_id: 1 }, []],
    ['VAL-10', { type: 'set_field', field: 'size', value: 1 }, ['field_unknown nodes[0].field']],
    ['DEF-18', { type: 'set_field', field: 'plan', value: 1 }, ['field_value_type nodes[0].value']],
    [
      'VAL-11',
      gate({ event: paid }, { expires_after: { setting: 'nap' }, met: [], expired: [] }),
      ['tunable_unknown nodes[0].expires_after.setting'],
    ],
    [
      'VAL-10',
      gate({ condition: { type: 'completed_flow', flow: 'gone' } }),
      ['flow_unknown nodes[0].wait_for.condition.flow'],
    ],
    [
      'VAL-12',
      { ...branch([]), condition: { not: { type: 'has_tag', tag: 'fresh' } } },
      ['condition_tag_unknown nodes[0].condition.not.tag'],
    ],
  ])('%s %j', (_clause, step, expected) => {
    expect(inNodes([step])).toEqual(expected);
  });

  it('VAL-12 an unknown tag is a warning and leaves the flow valid', () => {
    const { validation } = review({ trigger, nodes: [{ ...tag, tag: 'fresh' }] }, context);
    expect(validation).toMatchObject({
      valid: true,
      warnings: [{ code: 'tag_new', node: '1-add-tag' }],
    });
  });
});

describe('third pass: a flow that fires its own trigger', () => {
  const match = { detail: 'plan', op: 'equals', value: 'pro' };
  const fires = (trigger: object, step: object) =>
    listed({ trigger, nodes: [step] }).filter((line) => line.startsWith('self_trigger'));

  it.each<[string, object, object, boolean]>([
    ['VAL-23 by its name', { event: 'left' }, fire({}), true],
    ['not another', { event: 'Left' }, fire({}), false],
    ['with details that match', { event: 'left', match }, fire({ details: { plan: 'pro' } }), true],
    ['not with others', { event: 'left', match }, fire({ details: { plan: 'team' } }), false],
    [
      'details that are filled in may match',
      { event: 'left', match },
      fire({ details: { plan: '{{ person.id }}' } }),
      true,
    ],
    ['by a tag', { event: 'tag_added' }, tag, true],
    [
      'not by another tag',
      { event: 'tag_added', match: { detail: 'tag', op: 'equals', value: 'x' } },
      tag,
      false,
    ],
    ['by taking a tag', { event: 'tag_removed' }, { ...tag, type: 'remove_tag' }, true],
    [
      'by a field',
      { event: 'field_changed', match: { detail: 'key', op: 'equals', value: 'plan' } },
      { type: 'set_field', field: 'plan', value: 'pro' },
      true,
    ],
    ['inside an arm', { event: 'left' }, branch([fire({})]), true],
  ])('%s', (_case, by, step, warned) => {
    expect(fires(by, step)).toHaveLength(warned ? 1 : 0);
  });

  it('is told at the step, and leaves the flow valid', () => {
    const nodes = [tag, branch([fire({})])];
    const { validation } = review({ trigger: { event: 'left' }, nodes }, context);
    expect(validation).toMatchObject({
      valid: true,
      warnings: [{ code: 'self_trigger', path: 'nodes[1].then[0]', node: '3-fire-event' }],
    });
  });
});

describe('fourth pass: dead code', () => {
  it.each<[string, unknown[], string[]]>([
    ['a step after an exit', [exit, tag, tag], ['step_after_exit nodes[1]']],
    ['in an arm', [branch([exit, tag])], ['step_after_exit nodes[0].then[1]']],
    [
      'after a branch that nobody leaves',
      [branch([exit], [tag, exit]), tag],
      ['step_unreachable nodes[1]'],
    ],
    ['nested', [branch([branch([exit], [exit])], [exit]), tag], ['step_unreachable nodes[1]']],
    [
      'in both lists',
      [branch([exit, tag], [exit]), tag],
      ['step_unreachable nodes[1]', 'step_after_exit nodes[0].then[1]'],
    ],
    ['one arm is open', [branch([exit]), tag], []],
    ['one arm is empty', [branch([], [exit]), tag], []],
    ['exit last', [tag, exit], []],
    [
      'after a gate that nobody leaves',
      [gate({ event: paid }, { expires_after: day, met: [exit], expired: [exit] }), tag],
      ['step_unreachable nodes[1]'],
    ],
    [
      'a gate with one arm open',
      [gate({ event: paid }, { expires_after: day, met: [exit], expired: [] }), tag],
      [],
    ],
    [
      'after a gate that never expires and ends on met',
      [gate({ event: paid }, { ...never, met: [exit] }), tag],
      ['step_unreachable nodes[1]', 'gate_met_pointless nodes[0].met'],
    ],
    ['a gate without arms', [gate({ event: paid }), tag], []],
  ])('VAL-13 %s', (_case, nodes, expected) => {
    expect(inNodes(nodes)).toEqual(expected);
  });
});

describe('issues', () => {
  it('VAL-03 carry path, code, node, severity, message and fix', () => {
    const nodes = [branch([{ type: 'send_email', email_id: 9, name: 'Say hello', id: 12 }])];
    expect(review({ trigger, nodes }, context).validation.errors).toEqual([
      {
        path: 'nodes[0].then[0].email_id',
        code: 'email_unknown',
        node: '12-say-hello',
        severity: 'error',
        message: 'There is no email 9.',
        fix: 'Use the id of an email from list_emails, or create the email first.',
      },
    ]);
  });

  it('VAL-04 come pass by pass', () => {
    const nodes = [exit, { type: 'send_email', email_id: 9, id: 1 }, { ...tag, id: 1 }, {}];
    const { validation } = review({ trigger, nodes }, context);
    expect(validation.errors.map((issue) => issue.code)).toEqual([
      'name_missing',
      'slug_missing',
      'step_type_unknown',
      'id_duplicate',
      'email_unknown',
      'step_after_exit',
    ]);
  });

  it('all have a code that is documented, and say what to do', () => {
    for (const entry of Object.values(issueCodes)) {
      expect(entry.meaning).toMatch(/\.$/);
      expect(entry.fix).toMatch(/\.$/);
    }
    fc.assert(
      fc.property(definitionLike, fc.oneof(fc.constant(null), definitionLike), (input, saved) => {
        const held = saved === null ? null : normalise(saved, null).definition;
        const { validation } = review(input, { ...context, held });
        for (const issue of [...validation.errors, ...validation.warnings]) {
          expect(Object.keys(issueCodes)).toContain(issue.code);
          expect(issue.fix).not.toBe('');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are counted where there are too many to list, and no error is lost behind warnings', () => {
    const nodes = [
      ...Array.from({ length: 1_500 }, (_, index) => ({ type: 'add_tag', tag: `new ${index}` })),
      { type: 'send_email', email_id: 9 },
    ];
    const { validation } = review({ trigger, nodes }, context);
    expect(validation.errors).toMatchObject([{ code: 'email_unknown' }]);
    expect(validation.warnings).toHaveLength(limits.issuesListedMax + 1);
    expect(validation.warnings.at(-1)).toMatchObject({
      code: 'more_issues',
      message: '500 more warnings are not listed.',
    });
  });

  it('take any JSON: deep, long, wrong', () => {
    const deep = JSON.parse(`${'{"then":['.repeat(60_000)}${']}'.repeat(60_000)}`);
    const wide = { trigger, nodes: Array.from({ length: 300_000 }, () => 1) };
    const keys = Object.fromEntries(
      Array.from({ length: 140_000 }, (_, index) => [`k${index}`, 1]),
    );
    const leaf = { ...condition, ...keys };
    const inputs = [
      deep,
      { trigger: deep, nodes: [deep] },
      wide,
      keys,
      { trigger: keys, nodes: [keys] },
    ];
    for (const input of [
      ...inputs,
      { trigger: { event: 'x', match: leaf }, nodes: [{ ...branch([]), condition: leaf }] },
    ]) {
      expect(() => review(input, context)).not.toThrow();
    }
    fc.assert(fc.property(anyJson, (input) => void review(input, context)));
  });
});
