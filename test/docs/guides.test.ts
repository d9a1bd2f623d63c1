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
