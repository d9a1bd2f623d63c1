import { addressOfFix, operationsIn, subjectOf } from '@postroad/console/people/explain-fixes';
import {
  columnsIn,
  columnsText,
  filterIn,
  withQuery,
} from '@postroad/console/people/people-filter';
import { type Entry, sentenceOf } from '@postroad/console/people/timeline-words';
import { withTimes } from '@postroad/console/platform/times';
import { type OperationName, operationNames } from '@postroad/core/catalog/catalog';
import { describe, expect, it } from 'vitest';

describe('the address of the list of people', () => {
  it('holds the filters, and nothing else becomes one', () => {
    const query = { q: ' weiß ', tag: 'grower', sort: 'email', columns: 'id', suppression: '' };
    expect(filterIn(query)).toEqual({ q: 'weiß', tag: 'grower' });
  });

  it('changes one filter and keeps the rest', () => {
    const query = { q: 'a b', tag: 'x' };
    expect(withQuery('/people', query, { tag: '' })).toBe('/people?q=a+b');
    expect(withQuery('/people', { tag: 'x' }, { tag: '' })).toBe('/people');
  });

  it('holds the columns, with the address of the person first', () => {
    const usual = columnsIn({});
    expect(columnsText(usual)).toBe('');
    expect(columnsIn({ columns: 'fields.plan,email,nonsense,state' })).toEqual([
      ...['email', 'fields.plan', 'state'],
    ]);
    expect(columnsIn({ columns: columnsText([...usual, 'fields.plan']) })).toEqual([
      ...usual,
      'fields.plan',
    ]);
  });
});

const isOperation = (name: string): name is OperationName =>
  (operationNames as readonly string[]).includes(name);

describe('what to do about a reason', () => {
  it('finds the operations that a fix names, and none in quotes', () => {
    const fix = 'Correct "update_flow", then retry_send or retry_failed_sends by name_of_none.';
    expect(operationsIn(fix, isOperation)).toEqual(['retry_send', 'retry_failed_sends']);
  });

  it('reads the records that a reason names', () => {
    const reason = {
      code: 'run_parked',
      message: 'The run in the flow welcome is parked.',
      fix: 'Give the step its id back, then retry run 17, or move it to another step.',
    };
    const subject = subjectOf(reason, { person: '5' });
    expect(subject).toEqual({ person: '5', run_id: '17', flow_key: 'welcome' });
    expect(addressOfFix(reason, subject)).toBe('/records/runs/17');
  });

  it.each([
    ['broadcast_draft', 'Broadcast 12 "A run 9" is a draft.', '/broadcasts/12'],
    [
      'event_historical',
      'Event "x" did not start the flow welcome-2, because.',
      '/flows/welcome-2',
    ],
    ['complained', 'The person complained.', null],
  ])('leads from %s to where it is corrected', (code, message, address) => {
    const reason = { code, message, fix: '' };
    expect(addressOfFix(reason, subjectOf(reason, {}))).toBe(address);
  });
});

const at = '2026-05-01T10:00:00.000Z';

describe('the timeline in sentences', () => {
  const send = (status: string): Entry =>
    ({
      kind: 'send',
      at,
      id: 7,
      email: { id: 3, title: 'Spring letter' },
      source: { kind: 'broadcast', id: 2, name: 'Spring' },
      status,
      due_at: at,
      attempts: 1,
      reason: null,
    }) as Entry;

  it('offers to open every mail that was handed over, and no other', () => {
    expect(sentenceOf(send('sent'))).toMatchObject({
      text: 'Got “Spring letter”, from Spring',
      address: '/emails/3',
      sendId: 7,
    });
    expect(sentenceOf(send('uncertain')).sendId).toBe(7);
    expect(sentenceOf(send('skipped')).sendId).toBeNull();
  });

  it('shows the details of an event below its name', () => {
    const event: Entry = {
      ...{ kind: 'event', at, id: 1, name: 'plan_opened', source: 'api', historical: false },
      details: { beds: 6, since: at },
    };
    const { text, more } = sentenceOf(event);
    expect(text).toBe('Did plan_opened');
    expect(more).toContain('beds: 6\nsince: May 1, 2026');
  });

  it('SCREEN-06 says in words what the service recorded itself, without what has no value', () => {
    const event = (name: string, details: object, source = 'service'): Entry =>
      ({ kind: 'event', at, id: 1, name, source, historical: false, details }) as Entry;
    expect(sentenceOf(event('tag_added', { tag: 'vip' }))).toMatchObject({
      ...{ text: 'Got the tag vip', more: null },
    });
    const left = event('unsubscribed', { how: 'page', reason: null });
    expect(sentenceOf(left)).toMatchObject({ text: 'Unsubscribed', more: null });
    const because = event('unsubscribed', { how: 'page', reason: 'too_many' });
    expect(sentenceOf(because).more).toBe('reason: too_many');
    // A program may record an event that is called so.
    expect(sentenceOf(event('tag_added', { tag: 'vip' }, 'api')).text).toBe('Did tag_added');
  });
});

it('CON-22 shows the moments in a sentence of the service in the zone of the account', () => {
  expect(withTimes(`Mail 4 was accepted at ${at}.`)).toMatch(
    /accepted at May 1, 2026, 10:00\sAM\.$/,
  );
  expect(withTimes('Order 2026-05-01 stays.')).toBe('Order 2026-05-01 stays.');
});
