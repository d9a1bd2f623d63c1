import type { Outcome, OutgoingMessage } from '@postroad/mail/providers/provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accepted, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { calling } from '../app/calling.ts';

let opened: TestService;
const concurrency = 4;
const provider = fakeProvider(concurrency);
let answerStalled: (outcome: Outcome) => void = () => {};
const stalled = new Promise<Outcome>((resolve) => {
  answerStalled = resolve;
});

beforeAll(async () => {
  const env = { TEST_CLOCK: '', LOG_LEVEL: 'silent' };
  opened = await openTestService({ env, provider: () => provider });
  await calling(opened).call('create_form', { key: 'letter' });
  provider.answer = ({ to }: OutgoingMessage) =>
    to.endsWith('@stalled.example') ? stalled : accepted;
});

afterAll(async () => {
  answerStalled(accepted);
  await opened.close();
});

let visitors = 0;

async function signUp(email: string): Promise<void> {
  visitors += 1;
  await opened.service.forms.signUp('letter', {
    ...{ values: { email }, language: 'en', proof: null },
    visitor: { ip: `203.0.113.${visitors}`, userAgent: undefined },
  });
}

const mailed = () => provider.messages.map(({ to }) => to);

it('FORM-07, HANDOFF-01, HANDOFF-03 mails for confirmation go out beside those that a server leaves without an answer', async () => {
  const unanswered = Array.from({ length: 6 }, (_, index) => `n${index}@stalled.example`);
  for (const email of unanswered) await signUp(email);
  await opened.service.tick();
  await opened.service.tick();
  const others = ['ada@example.com', 'grace@example.org'];
  for (const email of others) await signUp(email);
  while (await opened.service.tick());
  const atOnce = concurrency / 2;
  expect(mailed().toSorted()).toEqual([...others, ...unanswered.slice(0, atOnce)].toSorted());

  answerStalled(accepted);
  await expect
    .poll(async () => {
      await opened.service.tick();
      return mailed().toSorted();
    })
    .toEqual([...others, ...unanswered].toSorted());
});

it('FORM-07, QUEUE-01 a mail for confirmation that a server refuses for now is among those that are tried again', async () => {
  const { call } = calling(opened);
  expect((await call('list_overdue', {})).retrying).toEqual({ count: 0, last_error: null });
  const reason = '451 4.7.1 Greylisted';
  provider.answer = () => {
    return { kind: 'refused', permanent: false, status: 451, enhanced: '4.7.1', reason };
  };
  await signUp('grey@example.net');
  await expect
    .poll(async () => {
      await opened.service.tick();
      return (await call('list_overdue', {})).retrying;
    })
    .toEqual({ count: 1, last_error: reason });
});
