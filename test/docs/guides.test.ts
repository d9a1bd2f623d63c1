import { jsonOf } from '@postroad/core/definitions/text/file-tree';
import { readYaml } from '@postroad/core/definitions/text/yaml-text';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startSmtpInbox } from '../support/smtp-inbox.ts';
import { readPage } from './guide.ts';
import { followPage } from './reader.ts';

// @database postgres: the commands are the same on both, and the README runs on the other.

it('the guide to a first flow works word for word', { timeout: 300_000 }, async () => {
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

it('the guide to an abandoned cart works word for word', { timeout: 300_000 }, async () => {
  const { said, mails } = await followPage('docs/guides/abandoned-cart.md', { TEST_CLOCK: '1' });
  const [, , , tried = '', mail = '', next = ''] = said;
  expect(mails.size).toBe(1);
  expect(mail).toMatch(/^To: ada@example\.com\r?\nSubject: Your tea pot is still here\r?$/m);
  expect(mail).toContain('https://shop.example/cart/17');
  expect(tried).toMatch(/"email":"grace@example.com"[^\n]+"status":"exited"[^\n]+"ordered"/);
  expect(tried.match(/"email":"ada@example.com"/g)).toHaveLength(1);
  expect(next).toMatch(/1-wait-hour .*\[1 person\]/);
  expect(next).toMatch(/"key":"abandoned-cart","name":"Abandoned cart","sent":1,.*"converted":1,/);
});

it('the guide to building and changing a flow works word for word', {
  timeout: 300_000,
}, async () => {
  const { said } = await followPage('docs/guides/flows.md', { TEST_CLOCK: '1' });
  const [, , , tried = '', cli = '', further = '', , ...then] = said;
  const [drawn = '', runs = '', changed = '', moved = '', goals = '', back = ''] = then;
  for (const dryRun of [tried, cli]) {
    expect(dryRun).toMatch(/"triggered":true,/);
    expect(dryRun).toMatch(/"stopped_at":\{"step_id":"team.2-invited-somebody"/);
  }
  expect(further).toMatch(/"arm":"expired"[^\n]+"completed":true[^\n]+\n[^\n]+"arm":"met"/);
  expect(drawn).toMatch(/2-invited-somebody.*1 person[\s\S]*5-rest-week.*1 person/);
  expect(drawn).toMatch(/^flowchart TD$/m);
  expect(runs).toMatch(/"outcome":"released","arm":"met","reason":"The event .*invited/);
  expect(changed).toMatch(/"kind":"removed","handle":"5-rest-week"/);
  expect(changed).toMatch(/"runs":\[\{"id":1,.*"status":"parked"/);
  expect(moved).toMatch(
    /"status":"completed".*"outcome":"moved","arm":null,"reason":"Moved from 5/,
  );
  expect(goals).toMatch(/"email":"mary@example.com".*"status":"exited".*"reason":"bought"/);
  expect(goals).toMatch(/^Goal "bought": the event "paid"$/m);
  expect(back).toMatch(/"name":"Before rollback to 2"|"name":"With a week of rest"/);
  expect(back).toMatch(/5-rest-week/);
});

it('GUIDE-01 the guide to real mail works word for word: sender, records, provider, test, bounce', {
  timeout: 300_000,
}, async () => {
  expect(readPage('README.md')).toContain('](docs/guides/real-mail.md)');
  const inbox = await startSmtpInbox();
  try {
    const { said } = await followPage('docs/guides/real-mail.md', {
      ...{ SMTP_URL: inbox.url, WEBHOOK_PASSWORD_SMTP: 'the-password-of-step-3' },
    });
    const [, sender = '', checks = '', tried = '', , bounced = '', after = ''] = said;
    expect(sender).toContain('"default_from_address":"Shop <hello@mail.example.com>"');
    expect(checks).toMatch(/^ok +Mail comes from Shop <hello@mail\.example\.com>$/m);
    expect(checks).toMatch(/^ok +SMTP server \S+ answers$/m);
    for (const record of ['SPF', 'DKIM', 'DMARC'])
      expect(checks).toMatch(new RegExp(`${record}: `));
    expect(tried).toMatch(/"sent":\s*true/);
    const mails = await inbox.mails();
    expect(mails.map(({ from, to, replyTo }) => [from, to, replyTo].flat())).toMatchObject(
      ['you@example.com', 'nobody@example.com'].map((address) => [
        ...[{ name: 'Shop', address: 'hello@mail.example.com' }, { address }],
        { address: 'help@example.com' },
      ]),
    );
    expect(mails[1]?.text).toContain('Shop Ltd., 1 Main Street, Springfield');
    expect(bounced).toContain('{"status":"taken"}');
    expect(after).toMatch(/^"?20\d\d-\d\d-\d\dT/m);
    expect(after).toMatch(/bounced/);
  } finally {
    await inbox.close();
  }
});

it('HIST-17 the guide to the history works word for word', { timeout: 300_000 }, async () => {
  const { said } = await followPage('docs/guides/history.md', {});
  expect(said.join('\n')).toMatch(/VIPs/);
  expect(said.join('\n')).toMatch(/update_guard|Changed name of the guard/);
  expect(said.join('\n')).toMatch(/"name":\s*"vips",\s*"revision":\s*4/);
});

it('TOK-08 the guide to tokens works word for word', { timeout: 300_000 }, async () => {
  const { said } = await followPage('docs/guides/tokens.md', {});
  expect(said.join('\n')).toMatch(/"scopes":\s*\[\s*"read"\s*\]/);
  expect(said.join('\n')).toMatch(/"expires_at":\s*"2100-01-01T00:00:00/);
});

it('BACK-08 the guide to backups works word for word, and says what else to keep', {
  timeout: 300_000,
}, async () => {
  const { said } = await followPage('docs/guides/backup.md', {});
  expect(said.join('\n')).toMatch(
    /Wrote .*today\.backup, [1-9]\d* kB\.[\s\S]*ok {4}Backup: made on /,
  );
  const page = readPage('docs/guides/backup.md');
  for (const kept of [
    '`SECRET_KEY`',
    '`API_TOKEN`',
    'DATA_DIR` that is made while a server runs',
  ]) {
    expect(page).toContain(kept);
  }
  expect(page).toMatch(/From some \d+ GB on[\s\S]*base backup and its write-ahead log/);
});

it('CONS-08 the guide to transactional mail works word for word', {
  timeout: 300_000,
}, async () => {
  const { said, mails } = await followPage('docs/guides/messages.md', {});
  const [, words = '', email = '', settings = '', canceled = '', shown = '', token = ''] = said;
  expect(words).toMatch(/"status":\s*"scheduled"/);
  expect(email).toMatch(/receipt/);
  expect(settings).toMatch(/shop\.example\.com/);
  expect(canceled).toMatch(/"status":\s*"canceled"/);
  expect(shown).toMatch(/Your code is 4711/);
  expect(token).toMatch(/Shop/);
  expect([...mails.values()].join('\n')).toMatch(/Your code is 4711[\s\S]*Receipt 12/);
});

it('CONS-08 the guide to SMTP submission works word for word', { timeout: 300_000 }, async () => {
  const path = 'docs/guides/smtp-submission.md';
  const { said, mails } = await followPage(path, { SUBMISSION_PORT: String(await freePort()) });
  const [, password = '', listed = ''] = said;
  expect(password).toMatch(/The password has [2-9]\d characters/);
  expect(listed).toMatch(/ada@example\.com[\s\S]*Order 7/);
  expect(mails.get(1)).toMatch(/Thank you for your order/);
});

it('SENT-02 the guide to sent mail works word for word', { timeout: 300_000 }, async () => {
  const { said } = await followPage('docs/guides/sent-mail.md', {});
  const [, sent = '', listed = '', content = '', settings = ''] = said;
  expect(sent).toMatch(/"sent":\s*true/);
  expect(listed).toMatch(/ada@example\.com/);
  expect(content).toMatch(/List-Unsubscribe/);
  expect(settings).toMatch(/"sending.keep_content_days":\s*90/);
});

it('the guide to sequences works word for word', { timeout: 300_000 }, async () => {
  const { said, mails } = await followPage('docs/guides/sequences.md', { TEST_CLOCK: '1' });
  const [, made = '', , , queued = '', why = '', , again = '', off = '', on = ''] = said;
  expect(made).toMatch(/"position":3,"delay_amount":5,"delay_unit":"days","status":"draft"/);
  expect(queued).toMatch(/"kind":"sequence","id":1,"name":"First weeks","step":2/);
  expect(queued).toMatch(/"people_inside":1/);
  expect(why).toMatch(
    /"code":"sequence_partway","message":"[^"]*\\"First weeks\\": step 2 is next/,
  );
  expect(mails.get(1)).toMatch(/^To: ada@example.com\r$/m);
  expect(mails.get(4)).toMatch(/^Subject: Day 7: invite your team\r$/m);
  expect(again.match(/Received already \(once_per_email\)/g)).toHaveLength(4);
  expect(off).toMatch(/"holding":1/);
  expect(on).toMatch(/"holding":0/);
});

it('the guide for agents works word for word, on every transport', {
  timeout: 300_000,
}, async () => {
  const { said, tools } = await followPage('docs/guides/agents.md');
  expect(tools).toHaveLength(3);
  for (const offered of tools) expect(offered).toEqual(tools[0]);
  expect(tools[0]).toContain('activate_flow');
  expect(said.filter((text) => text.includes('"type":"text"'))).toHaveLength(2);
  expect(said.join()).not.toContain('structuredContent');
});

it('the guide to finding and tagging people works word for word', {
  timeout: 300_000,
}, async () => {
  const { said } = await followPage('docs/guides/people.md');
  const [found = '', tagged = '', cli = ''] = said;
  expect(found).toMatch(/"status":"created".*"status":"created".*"status":"invalid"/);
  expect(found).toMatch(
    /"email":"order-9999@shop.example"[\s\S]*"count":\{"people":1,"more":false\}/,
  );
  expect(tagged).toMatch(/"id":null.*"people":1,"more":false[\s\S]*"status":"done".*"changed":1/);
  expect(cli).toContain('order-9999@shop.example');
});

it('CONS-08 the guide to forms works word for word', { timeout: 300_000 }, async () => {
  const { said } = await followPage('docs/guides/forms.md');
  expect(said.join()).toContain('"key":"newsletter"');
});

it('CONS-08 the guide to consent works word for word', { timeout: 300_000 }, async () => {
  const { said } = await followPage('docs/guides/consent.md');
  const [ledger = '', imported = '', , exported = '', erased = ''] = said;
  expect(ledger).toMatch(/"kind":"withdrawn"[\s\S]*"source":"trade fair 2026"/);
  expect(imported.match(/old newsletter/g)).toHaveLength(1);
  expect(exported).toMatch(/^ada@example.com 2$/m);
  expect(erased).toMatch(/"kind":"withdrawn","purpose":"marketing","text":null,"source":null/);
});

it('LANG-01, LANG-03 the guide to languages works word for word', {
  timeout: 300_000,
}, async () => {
  const { said } = await followPage('docs/guides/languages.md');
  expect(said[0]).toContain('"language":"de"');
  expect(said[1]).toContain('"subject":"Des nouvelles"');
});

it('LEFT-15 the guide to import and export works word for word, and says that errors are CSV', {
  timeout: 300_000,
}, async () => {
  const { said } = await followPage('docs/guides/import-export.md');
  const [, tried = '', done = '', told = '', exported = '', byCli = ''] = said;
  expect(tried).toMatch(/"id":null,.*"created":2,.*"invalid":1,.*"dry_run":true/);
  expect(done).toMatch(/"id":1,"status":"done",.*"created":2,.*"invalid":1/);
  expect(told).toMatch(/^4,E-Mail,.*must be one email address/m);
  expect(told).toMatch(/^\{"errors":\[\{"row":4,/m);
  expect(readPage('docs/guides/import-export.md')).toContain('The errors come as CSV');
  expect(exported).toMatch(/fields\.company:string,fields\.seats:number/);
  expect(exported).toMatch(/ada@example.com,Ada,,spring;trial;vip,.*,Example Ltd,12/);
  expect(exported).toMatch(/"id":2,"status":"done",.*"updated":2,.*"invalid":0/);
  expect(byCli).toMatch(/"id":null,.*"updated":2,.*"dry_run":true/);
  expect(byCli).toMatch(/^\{.*"email":"grace@example\.com"/m);
});

it('CONS-02 the guide to moving from another program works word for word', {
  timeout: 300_000,
}, async () => {
  const { said } = await followPage('docs/guides/moving.md');
  const [cleaned = '', moved = '', reached = ''] = said;
  expect(cleaned).toMatch(/"created":1,.*"invalid":0/);
  expect(moved).toMatch(/"created":2,.*"updated":1,.*"dry_run":true/);
  expect(moved).toMatch(/"id":2,"status":"done",.*"created":2,.*"updated":1,.*"invalid":0/);
  expect(reached).toMatch(/grace@example\.com/);
  expect(reached).toMatch(/"first_name":"Grace","last_name":"Example","fields":\{[^}]*"seats":3/);
  const explained = reached.split('\n').filter((line) => line.startsWith('{"person"'));
  expect(explained.map((line) => /"code":"(\w+)"/.exec(line)?.[1])).toEqual([
    ...['reachable', 'unsubscribed', 'hard_bounced'],
  ]);
});

it('the guide to renewals works word for word', { timeout: 300_000 }, async () => {
  const { said, mails } = await followPage('docs/guides/renewals.md', { TEST_CLOCK: '1' });
  expect([...mails.values()].map((mail) => /^Subject: (.*)\r$/m.exec(mail)?.[1])).toEqual([
    'Your plan renews in 3 days',
    'Your plan renews in 3 days',
  ]);
  const previews = said.filter((text) => text.includes('"upcoming"'));
  expect(previews).toHaveLength(2);
  expect(previews[0]).toMatch(/"target_display":"May 10, 2031, 9:00 AM CEST"/);
  expect(previews[0]).toMatch(/"skipped":\[\{"reason":"scheduled_cancel".*"missing_amount"/);
  expect(previews[1]).toMatch(/"upcoming":\[\],"skipped":.*"same_cycle"/);
  const mail = said.find((text) => text.includes('"pre_header"') && text.includes('"person"'));
  expect(mail).toMatch(/pro renews on May 13 for 19\.00\./);
});

it('the guide to settings works word for word', { timeout: 300_000 }, async () => {
  const { said, mails } = await followPage('docs/guides/settings.md', { TEST_CLOCK: '1' });
  const [, profile = '', all = '', , , held = '', , caps = '', , ...rest] = said;
  const [tunables = '', gone = '', preferences = ''] = rest;
  expect(profile).toMatch(/"tracking":true/);
  expect(all).toMatch(/"sending.broadcast_emails_per_hour":5000/);
  expect(held).toMatch(/"status":"holding",.*"due_at":"2031-05-12T07:00:00.000Z"/);
  expect(held).toMatch(/"hold_reason":"Outside its send window"/);
  const [mail = ''] = mails.values();
  expect(mails.size).toBe(1);
  expect(mail).toContain('Acme Inc., 1 Main Street, Springfield');
  expect(caps).toMatch(/"max":3,"per":\{"amount":1,"unit":"weeks"\},"then":"hold"/);
  expect(tunables).toMatch(/"valid":true/);
  expect(gone).toMatch(
    /"code":"tunable_in_use","message":"Drafts still wait by this tunable: the flow/,
  );
  expect(preferences).toMatch(/"enabled":true.*"code":"toggle_unread"/);
});

it('the guide to broadcasts works word for word', { timeout: 300_000 }, async () => {
  const { said, mails } = await followPage('docs/guides/broadcasts.md', { TEST_CLOCK: '1' });
  const all = said.join('\n');
  expect(all).toContain('"people":3,"recipients":3,"eligible":2');
  expect(all).toContain('"code":"guarded"');
  expect(all).toContain('"send_at":"2035-03-01T09:00:00.000-05:00"');
  expect(all).toMatch(/"recipients":3,.*"dry_run":true|"dry_run":true.*"recipients":3/);
  expect(all).toMatch(/"status":"sent".*"stats":\{"sent":2,.*"skipped":1,"converted":0\}/);
  expect(all).toContain('"last_error":"Guard \\"quiet\\""');
  const to = [...mails.values()].map((mail) => /^To: (.*)\r$/m.exec(mail)?.[1]);
  expect(to.sort()).toEqual([
    ...['ada@example.com', 'ada@example.com', 'bob@example.com', 'me@example.com'],
  ]);
  expect(all).toContain('"hold_reason":"Broadcast is paused"');
});

it('the guide to unsubscribing works word for word', { timeout: 300_000 }, async () => {
  const { said } = await followPage('docs/guides/unsubscribing.md', { TEST_CLOCK: '1' });
  const [, , token = '', clicked = '', why = '', status = '', landing = '', choices = ''] = said;
  expect(token).toMatch(/^[\w-]{20,90}$/m);
  expect(clicked).toMatch(/"unsubscribed":true/);
  expect(clicked).toMatch(/"how":"one_click","reason":null,"send_id":1,"email_id":1/);
  expect(why).toMatch(/unsubscribed/i);
  expect([...status.matchAll(/"unsubscribed":(\w+)/g)].map(([, out]) => out)).toEqual([
    ...['true', 'false', 'true', 'false'],
  ]);
  expect(landing).toContain('https://www.example.com/goodbye?from=mail');
  expect(choices).toMatch(/The newsletter\n?$/m);
});

it('FILE-19 the guide to definitions in git works word for word', {
  timeout: 300_000,
}, async () => {
  const { said } = await followPage('docs/guides/git.md');
  const [, pulled = '', , fixed = '', tested = '', summary = '', pushed = ''] = said;
  expect(tested).toMatch(/^1 test: 1 passed, 0 failed\.$/m);
  expect(pulled).toMatch(/^flows\/welcome\.json$/m);
  expect(pulled).toMatch(/^\.gitattributes$/m);
  expect(fixed).toMatch(/written {2}flows\/tips\.json/);
  expect(fixed).toMatch(/"id": 2,\n.*"name": "Say hello"/);
  expect(summary).toMatch(/\| changed \| emails\/0001-welcome\.md \|/);
  expect(summary).toMatch(/\| new \| flows\/tips\.json \|/);
  expect(pushed).toMatch(/"applied":3/);
  expect(pushed).toMatch(/^Nothing differs\.$/m);
  const [moved = '', again = ''] = said.slice(7);
  expect(moved).toMatch(/^welcome\.md$/m);
  expect(moved).toMatch(/"email": "welcome"/);
  expect(moved).not.toMatch(/"?email_id"?: /);
  expect(moved).toMatch(/\| new \| emails\/welcome\.md \||\| changed \| emails\/welcome\.md \|/);
  expect(moved).toMatch(/"status":"live"/);
  expect(again.match(/^Nothing differs\.$/gm)).toHaveLength(2);
  const [workflow = ''] =
    /^```yaml\n([\s\S]*?)^```$/m.exec(readPage('docs/guides/git.md'))?.slice(1) ?? [];
  const { jobs } = jsonOf(readYaml(workflow)) as { jobs: { mail: { steps: { run?: string }[] } } };
  const runs = jobs.mail.steps.flatMap(({ run }) => run ?? []).join('\n');
  for (const command of [
    'validate mail',
    'diff mail --exit-code --format markdown',
    'push mail --yes',
  ]) {
    expect(runs).toContain(`$POSTROAD ${command}`);
  }
});

it('the guide to the command line works word for word', { timeout: 300_000 }, async () => {
  const { said } = await followPage('docs/guides/command-line.md');
  const [login = '', shown = '', listed = '', deleted = ''] = said;
  expect(listed.match(/"tags":\["vip","spring"\]/g)).toHaveLength(2);
  expect(listed).toContain('"tags":["vip","spring","Paris, France"]');
  expect(login).toMatch(/Logged in to http/);
  expect(login).toMatch(/"chosen_by":"POSTROAD_URL"/);
  expect(shown).toMatch(/\{"people":\[\{"id":1,"email":"ada@example\.com"\}\]/);
  expect(shown).toMatch(/^welcome$/m);
  expect(deleted).toMatch(
    /"dry_run":true[\s\S]*repeat the command with --yes[\s\S]*"deleted":true/,
  );
});

it('the guide to figures works word for word', { timeout: 300_000 }, async () => {
  const { said } = await followPage('docs/guides/statistics.md', { TEST_CLOCK: '1' });
  const [, , led = '', counted = '', flow = '', report = '', off = ''] = said;
  expect(led).toMatch(/^302 https:\/\/www\.example\.com\/tips\?plan=pro$/m);
  const figures = counted.match(/"sent": ?1,\s*"delivered": ?0,\s*"opened": ?1,\s*"clicked": ?1/g);
  // In total and for the day, over HTTP and at the command line.
  expect(figures).toHaveLength(4);
  expect(flow).toMatch(/"stats":\{"sent":1,"delivered":0,"opened":1,"clicked":1/);
  expect(report).toMatch(
    /\{"rows":\[\{"key":"welcome","name":"Welcome","sent":1,"delivered":0,"opened":1/,
  );
  expect(report).toMatch(/"key":"https:\/\/www\.example\.com\/tips\?plan=pro"/);
  expect(off.match(/"tracking":false/g)).toHaveLength(2);
});

it('TRIG2-04, TRIG2-05 the guide to flows without an event works word for word', {
  timeout: 300_000,
}, async () => {
  const { said } = await followPage('docs/guides/triggers.md', { TEST_CLOCK: '1' });
  expect(said.join('\n')).toContain('starts for this person on 2031-03-01 at 09:00');
  for (const tag of ['birthday-gift', 'monday-mail', 'thanked']) expect(said.at(-1)).toContain(tag);
});
