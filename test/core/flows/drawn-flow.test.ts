import type { Definition } from '@postroad/core/flows/definition/definition';
import { diffDefinitions } from '@postroad/core/flows/definition/diff';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { flowDiagram } from '@postroad/core/flows/drawing/diagram';
import type { DrawnFlow } from '@postroad/core/flows/drawing/drawn-flow';
import { textOutline } from '@postroad/core/flows/drawing/text-outline';
import { limits } from '@postroad/core/platform/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter, runs } from '../../support/property-tests.ts';
import { authoredSteps, definitionLike } from './arbitraries.ts';
import { define } from './scene.ts';

const tag = (name: string, rest: object = {}) => ({ type: 'add_tag', tag: name, name, ...rest });
const welcome = define([
  { type: 'send_email', email_id: 3, name: 'Say hello' },
  {
    type: 'if_else',
    name: 'Is it a VIP',
    condition: { type: 'has_tag', tag: 'vip' },
    then: [{ type: 'delay', duration: { amount: 1, unit: 'days' } }],
    else: [{ type: 'exit_flow' }],
  },
  {
    type: 'gate',
    name: 'Paid?',
    wait_for: { event: { name: 'paid', occurrence: 'next_occurrence' } },
    expires_after: { amount: 3, unit: 'days' },
    met: [tag('customer')],
    expired: [],
  },
  { type: 'gate', wait_for: { condition: { type: 'suppressed' } }, expires_after: 'never' },
]);
const drawn = (definition: Definition, rest: Partial<DrawnFlow> = {}): DrawnFlow => ({
  key: 'welcome',
  name: 'Welcome series',
  definition,
  counts: new Map([
    [3, { people: 12, parked: 0 }],
    [5, { people: 1, parked: 1 }],
    [77, { people: 2, parked: 2 }],
  ]),
  ...rest,
});

describe('diagram', () => {
  it('draws arms, where they join again, and the people', () => {
    expect(flowDiagram(drawn(welcome))).toMatchInlineSnapshot(`
      "flowchart TD
        start(["On signed_up"])
        n1["1-say-hello<br/>Say hello<br/>Send email 3"]
        n2{"2-is-it-vip<br/>Is it a VIP<br/>If has the tag #34;vip#34;"}
        n3("3-delay<br/>Wait 1 day<br/>12 people")
        n4(["4-exit-flow<br/>Exit the flow"])
        n5{{"5-paid<br/>Paid?<br/>Wait for the event #34;paid#34;, 3 days at most<br/>1 person, 1 parked"}}
        n6["6-customer<br/>customer<br/>Add the tag #34;customer#34;"]
        n7{{"7-gate<br/>Wait for the person to match#58; is never emailed"}}
        done(["Completed"])
        start --> n1
        n1 --> n2
        n2 -->|then| n3
        n2 -->|else| n4
        n3 --> n5
        n5 -->|met| n6
        n5 -->|expired| n7
        n6 --> n7
        n7 --> done
        gone["Step 77 is gone#58; 2 people, 2 parked"]
      "
    `);
  });

  it('draws a flow without steps, and no more than Mermaid takes', () => {
    expect(flowDiagram(drawn(define([]), { counts: new Map() }))).toContain('  start --> done\n');
    const long = define(
      Array.from({ length: 9_000 }, (_, index) => tag(`"${'#'.repeat(90)}${index}`)),
    );
    const text = flowDiagram(drawn(long));
    expect(text.length).toBeLessThan(50_000);
    expect(text).toMatch(/more\["\d+ more steps"\]/);
    expect(text).toMatch(/n\d+ --> more\n/);
  });

  /** One statement of a flowchart as it is made here; a label holds nothing that could end it. */
  const statement =
    /^ {2}(?:\w+(?:\[|\{\{?|\(\[?)"(?:[\p{L}\p{N}\p{M} .,_()/'!?=+…-]|#\d+;|<br\/>)*"(?:\]|\}\}?|\]?\))|\w+ -->(?:\|(?:then|else|met|expired|"(?:[\p{L}\p{N}\p{M} .,_()/'!?=+…-]|#\d+;)*")\|)? \w+)$/u;

  it('stays a flowchart whatever names hold', () => {
    const hostile = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.constantFrom(
        '"]; end',
        '`**x**`',
        'a\nb\r%% c',
        '<b>',
        '#quot;',
        '%%{init:{}}%%',
        '\ud800',
      ),
    );
    fc.assert(
      fc.property(authoredSteps, hostile, hostile, (nodes, name, event) => {
        const named = nodes.map((step) => ({ ...step, name }));
        const definition = define([...named, { type: 'fire_event', event }], {
          event,
          label: name,
        });
        const lines = flowDiagram(drawn(definition, { name })).trimEnd().split('\n');
        expect(lines[0]).toBe('flowchart TD');
        for (const line of lines.slice(1)) expect(line).toMatch(statement);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('outline', () => {
  it('is indented text, one line a step', () => {
    expect(textOutline(drawn(welcome))).toMatchInlineSnapshot(`
      "welcome: Welcome series
      On signed_up
        1-say-hello  Send email 3
        2-is-it-vip  If has the tag "vip"
          then:
            3-delay  Wait 1 day [12 people]
          else:
            4-exit-flow  Exit the flow
        5-paid  Wait for the event "paid", 3 days at most [1 person, 1 parked]
          met:
            6-customer  Add the tag "customer"
          expired: (nothing)
        7-gate  Wait for the person to match: is never emailed
      Step 77 is gone: 2 people, 2 parked
      "
    `);
  });

  it('keeps each step on its line, whatever names hold', () => {
    fc.assert(
      fc.property(authoredSteps, fc.string({ unit: anyCharacter }), (nodes, name) => {
        const definition = define(nodes, { event: name });
        const text = textOutline(drawn(definition, { key: name, name, counts: new Map() }));
        const steps = JSON.stringify(definition.nodes).match(/"slug":/g)?.length ?? 0;
        const arms = text.match(/^ +(?:then|else|met|expired|A|B|__proto__):/gm)?.length ?? 0;
        const lines = text.trimEnd().split('\n');
        expect(lines).toHaveLength(2 + (steps === 0 ? 1 : steps) + arms);
        expect(lines.join('')).not.toMatch(/\p{Cc}|\p{Zl}|\p{Bidi_Control}/u);
      }),
    );
  });
});

describe('diff', () => {
  const diff = (from: Definition, to: Definition) =>
    diffDefinitions(from, to).map(({ kind, handle, path, summary }) =>
      [kind, handle, path, summary].join(' | '),
    );
  const [hello, branch, gate, last] = welcome.nodes as [object, object, object, object];
  const edited = (nodes: unknown, rest: object = {}) =>
    normalise({ ...welcome, ...rest, nodes }, welcome).definition;

  it('says nothing of what is the same', () => {
    expect(diff(welcome, welcome)).toEqual([]);
    expect(diff(welcome, edited(welcome.nodes, { node_counter: 90 }))).toEqual([]);
  });

  it('tells what was added, removed, moved and changed, by step', () => {
    const nodes = [
      { ...gate, met: [], expires_after: { amount: 5, unit: 'days' } },
      { ...hello, name: 'Greet', email_id: 4, description: 'Why' },
      { ...branch, then: [last] },
      tag('fresh'),
    ];
    expect(diff(welcome, edited(nodes, { trigger: { event: 'joined' } }))).toEqual([
      'changed |  | trigger | On signed_up → On joined',
      'moved | 5-paid | nodes[0] | From nodes[2]',
      'changed | 5-paid | nodes[0] | Wait for the event "paid", 3 days at most → Wait for the event "paid", 5 days at most',
      'changed | 1-say-hello | nodes[1] | Renamed from "Say hello" to "Greet"; Send email 3 → Send email 4; Changed: description',
      'moved | 7-gate | nodes[2].then[0] | From nodes[3]',
      'added | 8-fresh | nodes[3] | Add the tag "fresh"',
      'removed | 3-delay | nodes[1].then[0] | Wait 1 day',
      'removed | 6-customer | nodes[2].met[0] | Add the tag "customer"',
    ]);
  });

  it('moves the fewest', () => {
    const steps = ['a', 'b', 'c', 'd', 'e'].map((name) => tag(name));
    const before = define(steps);
    const order = (...ids: number[]) =>
      diff(before, { ...before, nodes: ids.flatMap((id) => before.nodes[id - 1] ?? []) });
    expect(order(5, 1, 2, 3, 4)).toEqual(['moved | 5-e | nodes[0] | From nodes[4]']);
    expect(order(2, 3, 4, 5, 1)).toEqual(['moved | 1-a | nodes[4] | From nodes[0]']);
    expect(order(1, 3, 5)).toHaveLength(2);
  });

  it('a law: nothing differs from itself, and every step of the other is added or removed', () => {
    fc.assert(
      fc.property(definitionLike, definitionLike, (a, b) => {
        const [from, to] = [normalise(a, null).definition, normalise(b, null).definition];
        expect(diffDefinitions(from, from)).toEqual([]);
        for (const { summary } of diffDefinitions(from, to)) {
          expect(summary.length).toBeLessThanOrEqual(2 * limits.drawnChars);
        }
      }),
    );
  });
});
