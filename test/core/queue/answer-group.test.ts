import { answerGroup } from '@postroad/core/queue/answer-group';
import { expect, it } from 'vitest';

it.each([
  ['550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown', '550 5.1.1'],
  [
    '550-5.7.26 This mail has been blocked (id 9f8e7d6c5b)',
    '550-5.7.26 This mail has been blocked',
  ],
  [
    '421 4.7.0 Try again later, closing connection. abc123def45.7 - gsmtp',
    '421 4.7.0 Try again later, closing connection.',
  ],
  ['connect ECONNREFUSED 127.0.0.1:2525', 'connect ECONNREFUSED'],
  ['Mailbox full', 'Mailbox full'],
  ['<ada@example.com> is unknown', '<ada@example.com> is unknown'],
  ['  ', ''],
])('keeps of %j what other mails can have too', (answer, shared) => {
  expect(answerGroup(answer)).toBe(shared);
  expect(answer).toContain(shared);
});
