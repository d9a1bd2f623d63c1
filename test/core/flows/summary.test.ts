import { normalise } from '@postroad/core/flows/definition/normalise';
import { outline, stepCount, stepSummary } from '@postroad/core/flows/drawing/summary';
import { describe, expect, it } from 'vitest';

const definition = normalise(
  {
    trigger: { event: 'signed_up' },
    nodes: [
      { type: 'send_email', email_id: 3, name: 'Say hello' },
      {
        type: 'if_else',
        name: 'Is it a VIP',
        condition: { type: 'has_tag', tag: 'vip' },
        then: [{ type: 'delay', duration: { amount: 1, unit: 'days' } }],
        else: [{ type: 'exit_flow' }],
      },
      { type: 'add_tag', tag: 'welcomed' },
    ],
  },
  null,
).definition;

describe('FLOW-12 outline', () => {
  it('DEF-13 lists every step with handle, Step ID, path and summary', () => {
    const lines = outline('welcome', definition).map((step) =>
      [step.id, step.step_id, step.handle, step.path, step.type, step.name, step.summary].join(
        ' | ',
      ),
    );
    expect(lines).toEqual([
      '1 | welcome.1-say-hello | 1-say-hello | nodes[0] | send_email | Say hello | Send email 3',
      '2 | welcome.2-is-it-vip | 2-is-it-vip | nodes[1] | if_else | Is it a VIP | If has the tag "vip"',
      '3 | welcome.3-delay | 3-delay | nodes[1].then[0] | delay | delay | Wait 1 day',
      '4 | welcome.4-exit-flow | 4-exit-flow | nodes[1].else[0] | exit_flow | exit_flow | Exit the flow',
      '5 | welcome.5-add-tag | 5-add-tag | nodes[2] | add_tag | add_tag | Add the tag "welcomed"',
    ]);
    expect(stepCount(definition)).toBe(5);
  });

  it('SPEC-21 the summary of a send_email names the title of the email', () => {
    const names = { email: (id: number) => (id === 3 ? 'Welcome' : null) };
    expect(outline('welcome', definition, names)[0]?.summary).toBe('Send email 3, "Welcome"');
  });

  it.each<[unknown, string]>([
    [{ type: 'delay', duration: { amount: 3, unit: 'weeks' } }, 'Wait 3 weeks'],
    [{ type: 'delay', duration: { setting: 'pause' } }, 'Wait the setting "pause"'],
    [{ type: 'delay' }, 'Wait (unreadable duration)'],
    [{ type: 'if_else' }, 'If (unreadable condition)'],
    [{ type: 'send_email' }, 'Send email nothing'],
    [{ type: 'moon' }, 'Unknown step type "moon"'],
    [null, 'Unknown step type nothing'],
  ])('%j reads %s', (step, summary) => {
    expect(stepSummary(step)).toBe(summary);
  });
});
