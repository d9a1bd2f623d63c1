import { normalise } from '@postroad/core/flows/definition/normalise';
import { review } from '@postroad/core/flows/definition/review';
import { describe, expect, it } from 'vitest';
import {
  branch,
  context,
  day,
  exit,
  fire,
  gate,
  inNodes,
  listed,
  never,
  paid,
  tag,
  trigger,
} from './checked.ts';

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
      'DEF-18',
      { type: 'set_field', field: 'plan', value: '{{ event.plan }}' },
      ['liquid_not_run nodes[0].value'],
    ],
    [
      'VAL-12',
      { type: 'add_tag', tag: '{% if vip %}vip{% endif %}' },
      ['liquid_not_run nodes[0].tag', 'tag_new nodes[0].tag'],
    ],
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

describe('SAFE-48 events that were never recorded', () => {
  it('draw a warning at the trigger and at a gate, with the nearest known name', () => {
    const nodes = [gate({ event: { ...paid, name: 'paied' } })];
    const { validation } = review({ trigger: { event: 'sigend_up' }, nodes }, context);
    expect(validation).toMatchObject({
      valid: true,
      warnings: [
        { code: 'event_unknown', path: 'trigger.event', did_you_mean: 'signed_up' },
        {
          ...{ code: 'event_unknown', path: 'nodes[0].wait_for.event.name', did_you_mean: 'paid' },
          node: '1-gate',
        },
      ],
    });
  });

  it('and a similar name does not hide that the event may come later', () => {
    const references = { ...context.references, events: new Set<string>() };
    const nothingYet = { ...context, references };
    const { validation } = review({ trigger: { event: 'signed_up' }, nodes: [exit] }, nothingYet);
    expect(validation.warnings[0]?.fix).toBe(
      'Write "signed_up_by_form", if that is what was meant, or leave it if the event comes later.',
    );
  });

  it('EVENT-06, TRIG-04 are an error where none can ever be recorded under the name', () => {
    const nodes = [gate({ event: { ...paid, name: 'paid ' } })];
    const goals = [{ name: 'Noted', event: { name: 'internal_note' } }];
    const { validation } = review({ trigger: { event: ' signed_up' }, goals, nodes }, context);
    expect(validation.errors).toMatchObject([
      { code: 'trigger_key_malformed', path: 'trigger.event' },
      { code: 'goal_key_malformed', path: 'goals[0].event.name' },
      { code: 'wait_for_malformed', path: 'nodes[0].wait_for.event.name' },
    ]);
    expect(validation.errors[0]?.message).toBe(
      'No event is recorded as " signed_up": spaces around a name are dropped, controls are refused, and internal_note is for notes.',
    );
    expect(validation.warnings).toEqual([]);
  });

  it('but not where the service itself records them', () => {
    expect(listed({ trigger: { event: 'tag_added' }, nodes: [exit] })).toEqual([]);
  });
});

describe('SPEC-13 tags that the flow itself makes', () => {
  const asks = (name: string) => ({ ...branch([]), condition: { type: 'has_tag', tag: name } });
  const add = (name: string) => ({ type: 'add_tag', tag: name });

  it('a condition may name what an earlier step adds', () => {
    expect(inNodes([add('Fresh'), asks('fresh ')])).toEqual(['tag_new nodes[0].tag']);
    expect(inNodes([branch([add('fresh')]), asks('fresh')])).toEqual([
      'tag_new nodes[0].then[0].tag',
    ]);
  });

  it('and not what a later one adds', () => {
    expect(inNodes([asks('fresh'), add('fresh')])).toEqual([
      'condition_tag_unknown nodes[0].condition.tag',
      'tag_new nodes[1].tag',
    ]);
  });

  it('FIX-01 a new tag near to a known one is named', () => {
    const { validation } = review({ trigger, nodes: [add('vpi')] }, context);
    expect(validation.warnings[0]).toMatchObject({ code: 'tag_new', did_you_mean: 'vip' });
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

  it('is reported at the step, and leaves the flow valid', () => {
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

  it.each([
    [[exit, tag], 'A step comes after an exit_flow and never runs.'],
    [[exit, tag, tag], '2 steps come after an exit_flow and never run.'],
  ])('SPEC-19 counts in right grammar', (nodes, message) => {
    expect(review({ trigger, nodes }, context).validation.errors[0]?.message).toBe(message);
  });
});
