/** @database both: the embedded one has a single connection, which a call and its dry runs share. */
import type { OperationName } from '@postroad/core/catalog/catalog';
import type { Confirmation } from '@postroad/core/catalog/confirmation';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Service } from '@postroad/service/app/service';
import type { Actor } from '@postroad/service/platform/actor';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseKind } from '../../support/database.ts';
import { openTestService, type TestService } from '../../support/service.ts';

type Input = Record<string, unknown>;

let opened: TestService;
let others: Service[] = [];

beforeAll(async () => {
  opened = await openTestService();
  if (databaseKind() === 'postgres') others = [await opened.another(), await opened.another()];
});

afterAll(async () => {
  for (const other of others) await other.close();
  await opened.close();
});

const mode = 'auto' as const;

async function offered(name: OperationName, input: Input, actor: Actor = opened.actor) {
  const options = { actor, dryRun: true, confirm: { mode } };
  const { confirmation } = await opened.service.invoke(name, input, options);
  return confirmation;
}

const message = (subject: string) => ({
  ...{ to: 'ada@example.com', subject, body_markdown: 'Hello.' },
});

function codeOf(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  throw error;
}

it('AGT-10 is good once, in whichever of several processes the calls arrive', async () => {
  const input = message('Once');
  const { token } = (await offered('send_message', input)) as Confirmation;
  const services = [opened.service, ...others];
  const call = (index: number) =>
    services[index % services.length]
      ?.invoke('send_message', input, { actor: opened.actor, confirm: { mode, token } })
      .then(() => 'sent', codeOf);
  const outcomes = await Promise.all(Array.from({ length: 12 }, (_, index) => call(index)));
  expect(outcomes.filter((one) => one === 'sent').length).toBe(1);
  expect(outcomes.filter((one) => one === 'confirmation_required').length).toBe(11);
  const { output } = await opened.service.invoke('list_messages', {}, { actor: opened.actor });
  expect(output.messages.length).toBe(1);
});

it('AGT-08 refuses a call without a token, with what a person has to agree to, and stores nothing', async () => {
  const options = { actor: opened.actor, confirm: { mode } };
  const refusal = await opened.service
    .invoke('send_message', message('Refused'), options)
    .catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({
    code: 'confirmation_required',
    detail: expect.stringContaining('1 person gets the mail.'),
    members: { confirmation: { token: expect.any(String) } },
  });
  const { output } = await opened.service.invoke('list_messages', {}, { actor: opened.actor });
  expect(output.messages.map(({ subject }) => subject)).not.toContain('Refused');
});

it('AGT-08 asks nothing of a caller that acts for nobody else', async () => {
  const { output } = await opened.service.invoke('send_message', message('Plain'), {
    actor: opened.actor,
  });
  expect(output.message.id).toBeGreaterThan(0);
});

it('AGT-10 offers a token also where the caller may not read all of what is counted', async () => {
  const { output } = await opened.service.invoke(
    'create_token',
    { name: 'reader', scope: 'read' },
    { actor: opened.actor },
  );
  const drafting: Actor = { id: 'token:drafting', name: 'drafting', scopes: ['draft'] };
  const confirmation = await offered('revoke_token', { token_id: output.token.id }, drafting);
  expect(confirmation).toMatchObject({ consequences: [], token: expect.any(String) });
  const recording: Actor = { id: 'token:events', name: 'recording', scopes: ['events', 'draft'] };
  const known = { email: 'ada@example.com', unsubscribed: false };
  const consequences = [{ about: 'resubscribed', n: 1 }];
  expect(await offered('upsert_person', known, recording)).toMatchObject({ consequences });
  expect(await offered('upsert_person', { ...known, email: 'new@example.com' })).toBeNull();
});

it('AGT-10 reads the arguments in any order, and in any form that means the same', async () => {
  const { token } = (await offered('send_message', message('Order'))) as Confirmation;
  const { to, ...rest } = message('Order');
  const answer = await opened.service.invoke(
    'send_message',
    { ...rest, to },
    { actor: opened.actor, confirm: { mode, token } },
  );
  expect(answer.status).toBe(201);
});
