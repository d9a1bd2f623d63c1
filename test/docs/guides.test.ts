import { expect, it } from 'vitest';
import { followPage } from './reader.ts';

it('the guide to a first flow works word for word', { timeout: 120_000 }, async () => {
  const { said, mails } = await followPage('docs/guides/first-flow.md', { TEST_CLOCK: '1' });
  const sent = [...mails.values()].map((mail) =>
    ['To', 'Subject'].map((name) => new RegExp(`^${name}: (.*)\\r$`, 'm').exec(mail)?.[1]),
  );
  expect(new Map(sent as [string, string][])).toEqual(
    new Map([
      ['ada@example.com', 'A call for your team of 50?'],
      ['grace@example.com', 'Three tips for your trial'],
    ]),
  );
  const last =
    said
      .at(-1)
      ?.split('\n')
      .findLast((line) => line.startsWith('{"queue"')) ?? '{}';
  expect((JSON.parse(last) as { queue: unknown[] }).queue).toHaveLength(2);
});

it('the guide to building and changing a flow works word for word', {
  timeout: 180_000,
}, async () => {
  const { said } = await followPage('docs/guides/flows.md', { TEST_CLOCK: '1' });
  const [, , tried = '', cli = '', , drawn = '', runs = '', changed = '', moved = '', back = ''] =
    said;
  for (const dryRun of [tried, cli]) {
    expect(dryRun).toMatch(/"triggered":true,/);
    expect(dryRun).toMatch(/"stopped_at":\{"step_id":"team.2-invited-somebody"/);
  }
  expect(drawn).toMatch(/2-invited-somebody.*1 person[\s\S]*5-rest-week.*1 person/);
  expect(drawn).toMatch(/^flowchart TD$/m);
  expect(runs).toMatch(/"outcome":"released","arm":"met","reason":"The event .*invited/);
  expect(changed).toMatch(/"kind":"removed","handle":"5-rest-week"/);
  expect(changed).toMatch(/"runs":\[\{"id":1,.*"status":"parked"/);
  expect(moved).toMatch(
    /"status":"completed".*"outcome":"moved","arm":null,"reason":"Moved from 5/,
  );
  expect(back).toMatch(/"name":"Before rollback to 2"|"name":"With a week of rest"/);
  expect(back).toMatch(/5-rest-week/);
});

it('the guide for agents works word for word, on every transport', {
  timeout: 120_000,
}, async () => {
  const { said, tools } = await followPage('docs/guides/agents.md');
  expect(tools).toHaveLength(3);
  for (const offered of tools) expect(offered).toEqual(tools[0]);
  expect(tools[0]).toContain('activate_flow');
  expect(said.filter((text) => text.includes('structuredContent'))).toHaveLength(2);
});

it('the guide to import and export works word for word', { timeout: 120_000 }, async () => {
  const { said } = await followPage('docs/guides/import-export.md');
  const [, tried = '', done = '', told = '', exported = ''] = said;
  expect(tried).toMatch(/"id":null,.*"created":2,.*"invalid":1,.*"dry_run":true/);
  expect(done).toMatch(/"id":1,"status":"done",.*"created":2,.*"invalid":1/);
  expect(told).toMatch(/^4,E-Mail,.*must be one email address/m);
  expect(exported).toMatch(/fields\.company:string,fields\.seats:number/);
  expect(exported).toMatch(/ada@example.com,Ada,,spring;trial;vip,.*,Example Ltd,12/);
  expect(exported).toMatch(/"id":2,"status":"done",.*"updated":2,.*"invalid":0/);
});

it('the guide to renewals works word for word', { timeout: 120_000 }, async () => {
  const { said, mails } = await followPage('docs/guides/renewals.md', { TEST_CLOCK: '1' });
  expect([...mails.values()].map((mail) => /^Subject: (.*)\r$/m.exec(mail)?.[1])).toEqual([
    'Your plan renews in 3 days',
    'Your plan renews in 3 days',
  ]);
  const previews = said.filter((text) => text.includes('"upcoming"'));
  expect(previews).toHaveLength(2);
  expect(previews[0]).toMatch(/"target_display":"May 10, 2031, 9:00 AM GMT\+2"/);
  expect(previews[0]).toMatch(/"skipped":\[\{"reason":"scheduled_cancel".*"missing_amount"/);
  expect(previews[1]).toMatch(/"upcoming":\[\],"skipped":.*"same_cycle"/);
  const mail = said.find((text) => text.includes('"pre_header"') && text.includes('"person"'));
  expect(mail).toMatch(/pro renews on May 13 for 19\.00\./);
});

it('the guide to settings works word for word', { timeout: 120_000 }, async () => {
  const { said, mails } = await followPage('docs/guides/settings.md', { TEST_CLOCK: '1' });
  const [, all = '', , , held = '', , tunables = '', gone = '', preferences = ''] = said;
  expect(all).toMatch(/"sending.broadcast_emails_per_hour":5000/);
  expect(held).toMatch(/"status":"holding","due_at":"2031-05-12T07:00:00.000Z"/);
  expect(held).toMatch(/"hold_reason":"Outside its send window"/);
  const [mail = ''] = mails.values();
  expect(mails.size).toBe(1);
  expect(mail).toContain('Acme Inc., 1 Main Street, Springfield');
  expect(tunables).toMatch(/"valid":true/);
  expect(gone).toMatch(
    /"code":"tunable_in_use","message":"Flows still wait by this tunable: trial\./,
  );
  expect(preferences).toMatch(/"enabled":true.*"warnings":\[\]/);
});
