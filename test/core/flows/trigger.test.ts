import { checkMatch, compileMatch } from '@postroad/core/conditions/match';
import {
  checkTrigger,
  compileTrigger,
  triggerSummary,
} from '@postroad/core/flows/definition/trigger';
import { limits } from '@postroad/core/platform/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyJson } from './arbitraries.ts';

const event = (details: object = {}, historical = false) => ({
  name: 'signed_up',
  details: details as Record<string, unknown>,
  historical,
});
const leaf = (detail: string, op: string, value?: unknown) => ({ detail, op, value });

describe('compileTrigger', () => {
  it.each<[string, unknown, ReturnType<typeof event>, boolean, string]>([
    ['TRIG-04', { event: 'signed_up' }, event(), true, 'The event matches the trigger.'],
    [
      'TRIG-04 exact',
      { event: 'Signed_up' },
      event(),
      false,
      'The flow starts on "Signed_up", not on "signed_up".',
    ],
    [
      'TRIG-04',
      { event: 'signed_up', match: leaf('plan', 'equals', 'pro') },
      event({ plan: 'pro' }),
      true,
      'The event matches the trigger.',
    ],
    [
      'TRIG-04',
      { event: 'signed_up', match: leaf('plan', 'equals', 'pro') },
      event(),
      false,
      'The details of the event do not satisfy the match: "plan" is nothing, and the match asks for equals "pro".',
    ],
    [
      'TRIG-05',
      { event: 'signed_up' },
      event({}, true),
      false,
      'The event is historical, and the trigger ignores historical events.',
    ],
    [
      'TRIG-05',
      { event: 'signed_up', ignore_historical: true },
      event({}, true),
      false,
      'The event is historical, and the trigger ignores historical events.',
    ],
    [
      'TRIG-06',
      { event: 'signed_up', ignore_historical: false },
      event({}, true),
      true,
      'The event matches the trigger.',
    ],
    [
      'unknown type',
      { type: 'moon' },
      event(),
      false,
      'The trigger of the flow is of no known type.',
    ],
    ['missing', {}, event(), false, 'The flow starts on nothing, not on "signed_up".'],
    ['malformed', null, event(), false, 'The trigger of the flow is of no known type.'],
  ])('%s %j', (_clause, trigger, sent, matched, reason) => {
    expect(compileTrigger(trigger)(sent)).toEqual({ matched, reason });
  });

  it('never throws, whatever the trigger and the details', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (trigger, details) => {
        const sent = event(Object(details));
        expect(typeof compileTrigger(trigger)(sent).matched).toBe('boolean');
        checkTrigger(trigger, 'trigger');
        expect(triggerSummary(trigger).summary).not.toBe('');
      }),
    );
  });
});

describe('match', () => {
  const details = JSON.parse('{"plan":"pro","seats":12,"note":" ","list":[1],"__proto__":{"x":1}}');
  it.each<[string, unknown, boolean]>([
    ['TRIG-08', leaf('plan', 'equals', 'pro'), true],
    ['TRIG-08', leaf('plan', 'contains', 'r'), true],
    ['TRIG-08', leaf('plan', 'starts_with', 'p'), true],
    ['TRIG-08', leaf('plan', 'ends_with', 'p'), false],
    ['TRIG-08', leaf('seats', 'greater', 3), true],
    ['TRIG-08', leaf('seats', 'less', '3'), false],
    ['TRIG-08', leaf('note', 'blank'), true],
    ['TRIG-08', leaf('list', 'present'), true],
    ['legacy', leaf('plan', 'exact', 'pro'), true],
    ['legacy', leaf('plan', 'has_value'), true],
    ['legacy', leaf('plan', 'is_empty'), false],
    ['details of the prototype are absent', leaf('constructor', 'present'), false],
    ['details of the prototype are absent', leaf('x', 'present'), false],
    ['TRIG-07', { all: [leaf('plan', 'present'), leaf('seats', 'equals', 12)] }, true],
    ['TRIG-07', { any: [leaf('plan', 'blank'), leaf('seats', 'equals', 12)] }, true],
    ['TRIG-07', { not: { any: [leaf('plan', 'blank'), leaf('seats', 'equals', 12)] } }, false],
    ['malformed', { not: leaf('plan', 'before', 'x') }, false],
    ['malformed', { not: {} }, false],
    ['malformed', 'plan', false],
  ])('%s %j holds: %s', (_clause, match, result) => {
    expect(compileMatch(match)(details)).toBe(result);
  });

  it.each<[unknown, string[]]>([
    [leaf('plan', 'blank'), []],
    [[], ['match_malformed match']],
    [{}, ['match_key_missing match.detail', 'operator_unknown match.op']],
    [{ ...leaf('plan', 'blank'), type: 'x' }, ['match_keys_unknown match.type']],
    [leaf('plan', 'equals'), ['value_missing match.value']],
    [leaf('plan', 'after', 1), ['operator_unknown match.op']],
    [{ any: [] }, ['match_group_empty match.any']],
    [{ any: [{ not: 3 }] }, ['match_malformed match.any[0].not']],
    [
      Array.from({ length: limits.conditionDepth }).reduce(
        (inner) => ({ not: inner }),
        leaf('plan', 'blank'),
      ),
      [`match_too_deep match${'.not'.repeat(limits.conditionDepth)}`],
    ],
  ])('%j has the faults %j', (match, faults) => {
    expect(checkMatch(match, 'match').map(({ code, path }) => `${code} ${path}`)).toEqual(faults);
  });
});

describe('FLOW-09 the summary of a trigger', () => {
  it.each<[unknown, object]>([
    [
      { event: 'signed_up' },
      { type: 'event', event: 'signed_up', label: null, summary: 'On signed_up' },
    ],
    [
      { event: 'signed_up', label: 'New people', match: leaf('plan', 'blank') },
      {
        type: 'event',
        event: 'signed_up',
        label: 'New people',
        summary: 'On signed_up with matching details',
      },
    ],
    [{}, { type: 'event', event: null, label: null, summary: 'No event chosen' }],
    [
      { type: 'moon' },
      { type: 'moon', event: null, label: null, summary: 'Unknown trigger "moon"' },
    ],
    [7, { type: 'unknown', event: null, label: null, summary: 'Unknown trigger nothing' }],
  ])('%j', (trigger, summary) => {
    expect(triggerSummary(trigger)).toEqual(summary);
  });
});
