import { limits } from '@postroad/core/platform/limits';
import { createPostmark } from '@postroad/mail/providers/postmark';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ApiReply, type ApiServer, startApiServer } from '../../mail/api-server.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let api: ApiServer;
let opened: TestService;
let calls: Calling;

/** Says yes to whatever it is asked. */
const yes: ApiReply = (response) => {
  const last = api.requests.at(-1);
  const Status = last?.path.endsWith('/delete') ? 'Deleted' : 'Suppressed';
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ Suppressions: [{ Status }] }));
};

beforeAll(async () => {
  api = await startApiServer(yes);
  const token = 'a-token-of-postmark';
  opened = await openTestService({
    env: {
      ...{ MAIL_PROVIDER: 'postmark', POSTMARK_TOKEN: token },
      LOG_LEVEL: 'silent',
    },
    provider: () => createPostmark({ token, stream: 'news', endpoint: api.endpoint }),
  });
  calls = calling(opened);
});

afterAll(async () => {
  await opened.close();
  await api.close();
});

beforeEach(() => {
  api.requests.length = 0;
  api.reply = yes;
});

const pass = (minutes = 0) =>
  calls.call('move_clock', { advance: { amount: minutes, unit: 'minutes' } });

/** The opt-outs that Postmark got since, as `out ada` and `in ada`. */
function told(): string[] {
  const said = api.requests.splice(0).map(({ path, body }) => {
    const { Suppressions } = JSON.parse(body.toString()) as {
      Suppressions: { EmailAddress: string }[];
    };
    const who = Suppressions[0]?.EmailAddress.split('@')[0];
    return `${path.endsWith('/delete') ? 'in' : 'out'} ${who}`;
  });
  return said.sort();
}

const person = (name: string) => `${name}@example.com`;
const waiting = async () =>
  await opened.database.pool<{ status: string; suppressed: boolean }[]>`
    select status, suppressed from opt_outs order by person_id`;

it('SUB-07 hears of everybody who opts out or in again, by whatever way', async () => {
  for (const name of ['ada', 'bob', 'cyd'])
    await calls.call('upsert_person', { email: person(name) });
  await calls.call('update_person', { person: person('ada'), unsubscribed: true });
  await calls.call('upsert_person', { email: person('bob'), unsubscribed: true });
  await calls.call('upsert_person', { email: person('dan'), unsubscribed: true });
  await calls.call('import_people', {
    content: `email,unsubscribed\n${person('cyd')},true\n${person('eve')},true\n${person('fay')},false\n`,
  });
  await pass();
  expect(told()).toEqual(['out ada', 'out bob', 'out cyd', 'out dan', 'out eve']);
  await calls.call('update_person', { person: person('ada'), unsubscribed: false });
  await calls.call('update_person', { person: person('bob'), first_name: 'Bob' });
  await calls.call('update_person', { person: person('dan'), email: person('daniel') });
  await pass();
  expect(told()).toEqual(['in ada', 'out daniel']);
  expect(await waiting()).toEqual([]);
});

it('a change of mind before the report is reported alone, and a dry run is not', async () => {
  await calls.call('upsert_person', { email: person('gus'), unsubscribed: true });
  await calls.dryRun('update_person', { person: person('ada'), unsubscribed: true });
  await calls.call('update_person', { person: person('gus'), unsubscribed: false });
  await pass();
  expect(told()).toEqual(['in gus']);
});

it('is asked again while it cannot be reached, and no more after a definite no', async () => {
  api.reply = { status: 500, body: {} };
  await calls.call('upsert_person', { email: person('hal'), unsubscribed: true });
  await pass();
  expect(told()).toEqual(['out hal']);
  api.reply = yes;
  await pass(5);
  expect(told()).toEqual(['out hal']);
  api.reply = { status: 422, body: { ErrorCode: 300, Message: 'No.' } };
  await calls.call('upsert_person', { email: person('ivy'), unsubscribed: true });
  await pass(600);
  expect(told()).toEqual(['out ivy']);
  expect(await waiting()).toEqual([{ status: 'given_up', suppressed: true }]);
  expect(await opened.service.metrics()).toContain('postroad_opt_outs{state="given_up"} 1\n');
});

it('SUB-07 a round reports as many as the provider takes at once, so that a stop waits for no more', async () => {
  const names = Array.from({ length: limits.providerRequests + 3 }, (_, at) => `many${at}`);
  await calls.call('upsert_people', {
    people: names.map((name) => ({ email: person(name), unsubscribed: true })),
  });
  expect(await opened.service.round('opt_outs')).toBe(true);
  expect(told()).toHaveLength(limits.providerRequests);
  await pass();
  expect(told()).toHaveLength(3);
});

it('what was to be reported of somebody goes with the person who is erased', async () => {
  await calls.call('delete_person', { person: person('ivy') });
  expect(await waiting()).toEqual([]);
});

it('SUB-07 an opt-out waits for its next try by the test clock, however far that is ahead', async () => {
  await pass(60 * 24 * 30);
  api.reply = { status: 500, body: {} };
  await calls.call('upsert_person', { email: person('jon'), unsubscribed: true });
  await pass();
  expect(told()).toEqual(['out jon']);
  api.reply = yes;
  await pass(5);
  expect(told()).toEqual(['out jon']);
  expect(await waiting()).toEqual([]);
});
