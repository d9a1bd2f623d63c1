// It starts Chromium.
import type {
  OperationName,
  OperationOutput,
  OperationRequest,
} from '@postroad/core/catalog/catalog';
import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  answerChanged,
  type ConsoleSite,
  go,
  screenFindings,
  startConsole,
  takeFaults,
} from './console-site.ts';

let site: ConsoleSite;
let page: Page;
let emailId = 0;

async function call<Name extends OperationName>(name: Name, input: OperationRequest<Name>) {
  return (await site.running.invoke(name, input)) as OperationOutput<Name>;
}

const day = (amount: number) => ({ amount, unit: 'days' });
const rest = { type: 'delay', name: 'Rest', duration: day(2) };
const tag = (name: string) => ({ type: 'add_tag', name: `Tag ${name}`, tag: name });
const branch = {
  ...{ type: 'if_else', name: 'Large?' },
  condition: { type: 'field', field: 'seats', op: 'greater', value: 10 },
  ...{ then: [tag('large')], else: [tag('small')] },
};
const paid = {
  ...{ type: 'gate', name: 'Paid?', expires_after: day(7) },
  wait_for: { event: { name: 'paid', occurrence: 'next_occurrence' } },
};

async function liveFlow(key: string, nodes: object[]): Promise<void> {
  const definition = { trigger: { event: key }, nodes };
  await call('create_flow', { key, name: `Flow ${key}`, definition });
  await call('activate_flow', { flow_key: key });
}

async function enter(key: string, ...emails: string[]): Promise<void> {
  for (const email of emails) await call('record_event', { email, name: key });
  await call('move_clock', { advance: { amount: 0, unit: 'minutes' } });
}

beforeAll(async () => {
  site = await startConsole();
  await call('create_field', { key: 'seats', type: 'number' });
  const subject = 'Hello {{ person.first_name }}';
  const body_markdown = 'You chose {{ event.details.plan | default: "nothing" }}.';
  emailId = (await call('create_email', { subject, title: 'Hello', body_markdown })).email.id;
  const fields = { seats: 12 };
  await call('upsert_person', { email: 'ada@example.com', first_name: 'Ada', fields });
  page = await site.open('/');
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(() => site.stop());

const at = (path: string, of: Page = page): Locator =>
  of.locator(`.canvas [role="treeitem"][data-path="${path}"]`);

async function open(address: string, of: Page = page): Promise<void> {
  await go(of, address);
  await of.locator('.canvas [role="treeitem"]').first().waitFor();
}

/** Where each step is drawn, by its path. */
async function places(of: Page = page): Promise<Map<string, { x: number; y: number }>> {
  const found = await of
    .locator('.canvas [role="treeitem"]')
    .evaluateAll((items) =>
      (
        items as unknown as { dataset: { path: string }; offsetLeft: number; offsetTop: number }[]
      ).map(({ dataset, offsetLeft: x, offsetTop: y }) => [dataset.path, { x, y }] as const),
    );
  return new Map(found);
}

const focusedPath = () =>
  page.evaluate(() => {
    const { document } = globalThis as unknown as {
      document: { activeElement: { dataset: { path?: string } } | null };
    };
    return document.activeElement?.dataset.path ?? null;
  });

/** The names of the steps in the order of the tree, with their depth. */
async function tree(of: Page = page): Promise<string[]> {
  return await of.locator('.canvas [role="treeitem"]').evaluateAll((items) =>
    (
      items as unknown as {
        getAttribute(name: string): string;
        querySelector(name: string): { textContent: string } | null;
        textContent: string;
      }[]
    ).map((item) => {
      const name = item.querySelector('strong, span')?.textContent;
      return `${item.getAttribute('aria-level')} ${name}`;
    }),
  );
}

describe('the drawing', () => {
  it('CANVAS-01 is a tree in two dimensions with lines in SVG, and stays in place between edits', async () => {
    await liveFlow('drawn', [rest, { ...branch, else: [rest, tag('small')] }, tag('end')]);
    await open('/flows/drawn?layer=edit');
    expect(await page.getByRole('tree', { name: 'Steps of Flow drawn' }).count()).toBe(1);
    expect(await tree()).toEqual([
      ...['1 Start', '1 Rest', '1 Large?', '2 Yes', '3 Tag large', '2 No', '3 Rest'],
      ...['3 Tag small', '1 Tag end'],
    ]);
    const before = await places();
    const [yes, no] = [before.get('nodes[1].then'), before.get('nodes[1].else')];
    expect(yes?.y).toBe(no?.y);
    expect(no?.x).toBeGreaterThan((yes?.x ?? 0) + 100);
    expect(await page.locator('svg.canvas-lines path').count()).toBeGreaterThanOrEqual(9);
    await page.locator('.slot').last().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Wait', exact: true }).click();
    await at('nodes[3]').waitFor();
    const after = await places();
    for (const [path, place] of before) expect(after.get(path), path).toEqual(place);
  });

  it('CANVAS-01 is walked through by the arrow keys, one step in the order of Tab', async () => {
    await open('/flows/drawn');
    await at('trigger').focus();
    for (const [key, path] of [
      ['ArrowDown', 'nodes[0]'],
      ['ArrowDown', 'nodes[1]'],
      ['ArrowRight', 'nodes[1].then'],
      ['ArrowDown', 'nodes[1].then[0]'],
      ['ArrowLeft', 'nodes[1].then'],
      ['ArrowLeft', 'nodes[1]'],
      ['End', 'nodes[2]'],
      ['Home', 'trigger'],
    ]) {
      await page.keyboard.press(key ?? '');
      expect(await focusedPath(), key).toBe(path);
    }
    expect(await page.locator('.canvas [role="treeitem"][tabindex="0"]').count()).toBe(1);
  });
});

describe('people on the drawing', () => {
  it('CANVAS-02 are counted on their step and its line, live, and listed by a click', async () => {
    await liveFlow('counted', [rest, tag('done')]);
    const named = { email: 'cy@example.com', first_name: 'Cy', last_name: 'Day' };
    await call('upsert_person', named);
    await open('/flows/counted');
    expect(await at('nodes[0]').locator('.step-counts').count()).toBe(0);
    const thin = await page.locator('svg.canvas-lines path').first().getAttribute('stroke-width');
    await enter('counted', 'ada@example.com', 'bo@example.com', 'cy@example.com');
    await at('nodes[0]').getByText('3 people').waitFor();
    const line = page.locator('svg.canvas-lines path').first();
    expect(Number(await line.getAttribute('stroke-width'))).toBeGreaterThan(Number(thin) + 1);
    const inside = page.getByRole('region', { name: 'Who is inside' });
    expect(await inside.getByRole('listitem').count()).toBe(0);
    await inside.getByText('Who is inside').click();
    await inside.getByRole('link', { name: 'Cy Day', exact: true }).waitFor();
    expect(await inside.getByRole('listitem').count()).toBe(3);
    await at('nodes[0]').click();
    const panel = page.getByRole('complementary', { name: 'Rest' });
    await panel.getByRole('link', { name: 'bo@example.com' }).waitFor();
    const cy = panel.getByRole('listitem').filter({ hasText: 'cy@example.com' });
    await cy.getByRole('link', { name: 'Cy Day', exact: true }).waitFor();
    expect(await panel.locator('.people-here li').count()).toBe(3);
    await enter('counted', 'dan@example.com');
    await panel.getByRole('link', { name: 'dan@example.com' }).waitFor();
    await at('nodes[0]').getByText('4 people').waitFor();
    await call('move_clock', { advance: { amount: 3, unit: 'days' } });
    await at('nodes[0]').locator('.step-counts').waitFor({ state: 'detached' });
    await panel.getByText('Nobody is here now.').waitFor();
  });

  it('CANVAS-02 shows who is parked, on a step and on one that is gone', async () => {
    await liveFlow('parked', [rest, tag('kept')]);
    await enter('parked', 'ada@example.com');
    const { flow } = await call('get_flow', { flow_key: 'parked' });
    const [, kept] = flow.definition.nodes as object[];
    const definition = { ...flow.definition, nodes: [kept] };
    await call('update_flow', { flow_key: 'parked', definition, force: true });
    await call('move_clock', { advance: { amount: 3, unit: 'days' } });
    await open('/flows/parked');
    await page.getByText('Step 1: 1 person, 1 parked').waitFor();
    const letOn = page.getByRole('button', { name: 'Let parked people continue' });
    await letOn.click();
    const asked = page.getByRole('dialog');
    await asked.getByText('1 person tries the step again.').waitFor();
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Ada', exact: true }).first().waitFor();
    await page.route('**/api/v1/flows/parked', (route) =>
      answerChanged(route, ({ flow }: OperationOutput<'get_flow'>) => ({
        flow: { ...flow, steps: flow.steps.map((step) => ({ ...step, parked: 2 })) },
      })),
    );
    await page.reload();
    await at('nodes[0]').getByText('2 parked').waitFor();
    await at('nodes[0]').click();
    await page.getByRole('complementary').getByText('2 parked').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

describe('CANVAS-03 a walk', () => {
  it('CANVAS-03 shows what conditions saw, asks at each wait, and ends with the mails', async () => {
    const send = { type: 'send_email', name: 'Say hello', email_id: emailId };
    const gate = { ...paid, met: [send], expired: [tag('late')] };
    await liveFlow('walked', [send, rest, branch, gate]);
    await open('/flows/walked?layer=walk');
    await page.getByLabel('Person').fill('ada@example.com');
    expect(await page.getByLabel('Event', { exact: true }).inputValue()).toBe('walked');
    await page.getByText('Details of the event').click();
    await page.getByRole('textbox', { name: 'Details of the event' }).fill('{"plan": "pro"}');
    await page.getByRole('button', { name: 'Play' }).click();
    const log = page.getByRole('complementary', { name: 'The walk, step by step' });
    const where = log.getByRole('heading');
    await where.filter({ hasText: 'ada@example.com waits on “Rest”' }).waitFor();
    // The focus is at the question, which screen readers announce too.
    const focused = page.locator(':focus');
    expect(await focused.textContent()).toContain('waits on “Rest”');
    await page.locator('[aria-live="polite"]', { hasText: 'waits on “Rest”' }).waitFor();
    expect(await at('nodes[1]').textContent()).toContain('waits here');
    expect(await log.getByRole('button', { name: 'It expires' }).count()).toBe(0);
    await log.getByRole('button', { name: 'Time passes' }).click();
    await where.filter({ hasText: 'waits on “Paid?”' }).waitFor();
    const saw = log.locator('[data-path="nodes[2]"] .walk-values');
    expect(await saw.getAttribute('open')).not.toBeNull();
    expect(await saw.textContent()).toContain('it is 12');
    expect(await saw.textContent()).toContain('holds');
    expect(await at('nodes[2].then[0]').getAttribute('class')).toContain('passed');
    expect(await at('nodes[2].else[0]').getAttribute('class')).toContain('apart');
    expect(await screenFindings(page)).toEqual([]);
    const shared = page.url();
    await log.getByRole('button', { name: 'It expires' }).click();
    await where.filter({ hasText: 'has completed the flow' }).waitFor();
    await log.getByRole('button', { name: 'Tag late' }).waitFor();
    await log.getByRole('button', { name: 'One step back' }).click();
    await log.getByRole('button', { name: 'paid comes' }).click();
    await where.filter({ hasText: 'has completed the flow' }).waitFor();
    const mails = page.getByRole('region', { name: 'Mails to ada@example.com' });
    expect(await mails.getByRole('link', { name: 'Hello Ada' }).count()).toBe(2);
    const mail = page.frameLocator('iframe').first();
    await mail.getByText('You chose pro.').waitFor();
    expect(await screenFindings(page)).toEqual([]);

    // Somebody else opens what was shared, and sees the same walk.
    const other = await site.open(shared.slice(site.running.url.length), {
      locale: 'de-DE',
      width: 320,
    });
    await other.getByRole('heading', { name: 'ada@example.com wartet bei „Paid?“' }).waitFor();
    await other.getByRole('button', { name: 'paid trifft ein' }).waitFor();
    expect(await other.getByLabel('Person').inputValue()).toBe('ada@example.com');
    expect(await screenFindings(other)).toEqual([]);
    await other.context().close();
    const { runs } = await call('list_flow_runs', { flow_key: 'walked' });
    expect(runs).toEqual([]);
  });

  it('CANVAS-03 walks somebody who was added after the first try', async () => {
    await liveFlow('first-try', [rest]);
    await open('/flows/first-try?layer=walk');
    await page.getByLabel('Person').fill('new@example.com');
    const play = page.getByRole('button', { name: 'Play' });
    await play.click();
    await page.getByText('There is no person').waitFor();
    await page.getByRole('button', { name: 'Add new@example.com' }).click();
    await page.getByRole('button', { name: 'Add new@example.com' }).waitFor({ state: 'detached' });
    await play.click();
    await page.getByRole('heading', { name: 'new@example.com waits on “Rest”' }).waitFor();
  });

  it('CANVAS-03 takes the one person whom a part of a name means, and asks to choose among several', async () => {
    await liveFlow('by-name', [rest]);
    await call('upsert_person', { email: 'zoe.first@example.com', first_name: 'Zoe' });
    await call('upsert_person', { email: 'zoe.other@example.com', first_name: 'Zoe' });
    await open('/flows/by-name?layer=walk');
    const person = page.getByLabel('Person');
    await person.fill('Zoe');
    await person.press('Enter');
    await page.getByText('Several people match. Choose one from the list.').waitFor();
    expect(await page.getByText('There is no person').count()).toBe(0);
    await person.fill('zoe.oth');
    await person.press('Enter');
    await page.getByRole('heading', { name: 'zoe.other@example.com waits on “Rest”' }).waitFor();
    expect(await person.inputValue()).toBe('zoe.other@example.com');
    await person.fill('zoe.fir');
    await person.blur();
    await expect.poll(() => person.inputValue()).toBe('zoe.first@example.com');
  });

  it('CANVAS-03 asks for events of nobody while an address is typed, and offers them once it is whole', async () => {
    await call('record_event', {
      email: 'ada@example.com',
      name: 'walked',
      details: { plan: 'x' },
    });
    await page.goto(`${site.running.url}/flows/walked?layer=walk`);
    const asked: string[] = [];
    const note = (request: Request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/events')) asked.push(searchParams.get('person') ?? '');
    };
    page.on('request', note);
    await page.getByText('Details of the event').click();
    await page.getByLabel('Person').pressSequentially('ada@example.com', { delay: 30 });
    await page.getByText('As it really came on').waitFor();
    expect(asked.filter((person) => !/^\d+$/.test(person))).toEqual([]);
    // The event before may be announced meanwhile, and they are read again.
    expect([...new Set(asked)]).toHaveLength(1);
    page.off('request', note);
  });

  it('CANVAS-03 says why the flow does not start, and walks to the end where time decides', async () => {
    await go(page, '/flows/walked?layer=walk&person=ada@example.com&event=left');
    await page
      .getByRole('heading', { name: 'The flow does not start for ada@example.com' })
      .waitFor();
    await go(page, '/flows/walked?layer=walk&person=ada@example.com&event=walked&rest=time');
    await page.getByRole('heading', { name: 'ada@example.com has completed the flow' }).waitFor();
    await go(page, '/flows/walked?layer=walk&person=nobody@example.com&event=walked');
    await page.getByRole('alert').filter({ hasText: 'nobody@example.com' }).waitFor();
  });

  it('DRY2-04 shows in a browser what dry_run_flow answers', async () => {
    for (const waits of ['', '2.waited', '2.waited,6.met', '2.waited,6.expired']) {
      await go(page, `/flows/walked?layer=walk&person=ada@example.com&event=walked&waits=${waits}`);
      const assume = waits
        .split(',')
        .filter(Boolean)
        .map((one) => {
          const [step = '', outcome] = one.split('.');
          return { step, outcome: outcome as 'waited' | 'met' | 'expired' };
        });
      const asked = { flow_key: 'walked', person: 'ada@example.com', event: { name: 'walked' } };
      const { steps } = await call('dry_run_flow', { ...asked, assume });
      const shown = page.locator('.walk-log > li');
      await expect.poll(() => shown.count()).toBe(steps.length);
      expect(await shown.locator('.link').allTextContents()).toEqual(steps.map(({ name }) => name));
    }
  });
});

async function chooseType(name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

/** Goes from the panel that was opened back to its step. */
async function leavePanel(path: string): Promise<void> {
  await page.locator('.canvas-panel h2:focus').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(focusedPath).toBe(path);
}

describe('edits', () => {
  it('CANVAS-04 adds, moves, duplicates and deletes by pointer', async () => {
    await liveFlow('pointed', [rest, { ...branch, then: [], else: [] }]);
    await open('/flows/pointed?layer=edit');
    await page.locator('.slot').nth(1).click();
    await chooseType('Add a tag');
    expect(await tree()).toEqual(['1 Start', '1 Rest', '1 Add a tag', '1 Large?', '2 Yes', '2 No']);
    // By drag and drop, below the first step into the branch.
    const target = page.locator('.slot').nth(4);
    await at('nodes[0]').dragTo(target);
    expect(await tree()).toEqual(['1 Start', '1 Add a tag', '1 Large?', '2 Yes', '2 No', '3 Rest']);
    await at('nodes[0]').click();
    const panel = page.getByRole('complementary');
    await panel.getByRole('button', { name: 'Into the branch' }).click();
    expect(await tree()).toEqual(['1 Start', '1 Large?', '2 Yes', '3 Add a tag', '2 No', '3 Rest']);
    await panel.getByRole('button', { name: 'Out of the branch' }).click();
    await panel.getByRole('button', { name: 'Up', exact: true }).click();
    await panel.getByRole('button', { name: 'Duplicate' }).click();
    expect((await tree()).slice(0, 4)).toEqual([
      '1 Start',
      '1 Add a tag',
      '1 Add a tag',
      '1 Large?',
    ]);
    await panel.getByRole('button', { name: 'Delete' }).click();
    // Beside the one of a toast.
    await page.locator('#content').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Redo' }).click();
    expect(await tree()).toEqual(['1 Start', '1 Add a tag', '1 Large?', '2 Yes', '2 No', '3 Rest']);
  });

  it('CANVAS-04 adds, moves, duplicates and deletes by keyboard, with the focus on the step', async () => {
    await liveFlow('typed', [rest, { ...branch, then: [], else: [] }]);
    await open('/flows/typed?layer=edit');
    await at('nodes[0]').focus();
    await page.keyboard.press('+');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a tag' }).focus();
    await page.keyboard.press('Enter');
    await leavePanel('nodes[1]');
    let here = 'nodes[1]';
    for (const [key, path, drawn] of [
      ['Alt+ArrowUp', 'nodes[0]', ['1 Add a tag', '1 Rest', '1 Large?', '2 Yes', '2 No']],
      ['Alt+ArrowDown', 'nodes[1]', ['1 Rest', '1 Add a tag', '1 Large?', '2 Yes', '2 No']],
      [
        'Alt+ArrowRight',
        'nodes[1].then[0]',
        ['1 Rest', '1 Large?', '2 Yes', '3 Add a tag', '2 No'],
      ],
      [
        'Control+d',
        'nodes[1].then[1]',
        ['1 Rest', '1 Large?', '2 Yes', '3 Add a tag', '3 Add a tag', '2 No'],
      ],
      ['Delete', 'nodes[1].then[0]', ['1 Rest', '1 Large?', '2 Yes', '3 Add a tag', '2 No']],
      ['Alt+ArrowLeft', 'nodes[2]', ['1 Rest', '1 Large?', '2 Yes', '2 No', '1 Add a tag']],
    ] as const) {
      await at(here).press(key);
      await expect.poll(tree, { message: key }).toEqual(['1 Start', ...drawn]);
      await expect.poll(focusedPath, { message: key }).toBe(path);
      here = path;
    }
    await at(here).press('Control+z');
    await expect.poll(tree).toContain('3 Add a tag');
  });

  it('CANVAS-04 keeps the focus and the panel on a step through moves, undo and redo by keyboard', async () => {
    await liveFlow('turned', [rest, { ...branch, then: [], else: [] }]);
    await open('/flows/turned?layer=edit');
    await at('nodes[0]').focus();
    await page.keyboard.press('Enter');
    const panel = page.locator('.canvas-panel');
    await panel.getByRole('heading', { name: 'Rest' }).waitFor();
    await at('nodes[0]').focus();
    for (const [key, path] of [
      ['Alt+ArrowDown', 'nodes[1]'],
      ['Alt+ArrowUp', 'nodes[0]'],
      ['Alt+ArrowRight', 'nodes[0].then[0]'],
      ['Control+z', 'nodes[0]'],
      ['Control+z', 'nodes[1]'],
      ['Control+Shift+z', 'nodes[0]'],
      ['Control+Shift+z', 'nodes[0].then[0]'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(focusedPath, { message: key }).toBe(path);
      expect(await panel.getByRole('heading').first().textContent(), key).toBe('Rest');
    }
    // What was added is gone: the step before it has the focus, from which one continues.
    await page.keyboard.press('+');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a tag' }).press('Enter');
    await leavePanel('nodes[0].then[1]');
    await page.keyboard.press('Control+z');
    await expect.poll(focusedPath).toBe('nodes[0].then[0]');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(tree).toContain('3 Add a tag');
  });

  it('CANVAS-04 writes waits, matches and values in fields, and keeps what is more in JSON', async () => {
    const nested = { any: [{ detail: 'plan', op: 'equals', value: 'pro' }] };
    const gate = { ...paid, met: [], expired: [] };
    const waiting = (match: object) => ({
      ...{ ...gate, name: 'Pro?' },
      wait_for: { event: { ...paid.wait_for.event, match } },
    });
    const textual = { detail: 'size', op: 'equals', value: '42' };
    await liveFlow('fielded', [rest, waiting(nested), gate, waiting(textual)]);
    await open('/flows/fielded?layer=edit&at=nodes[0]');
    const panel = page.locator('.canvas-panel');
    await panel.getByLabel('Waits', { exact: true }).selectOption('Until a time of day');
    await panel.locator('input[name=local_time]').fill('10:30');
    for (const name of ['Monday', 'Sunday']) await panel.getByLabel(name).check();
    await panel.getByLabel('Sunday').uncheck();
    expect(await screenFindings(page)).toEqual([]);
    await at('nodes[1]').click();
    const json = panel.locator('textarea[name=match]');
    expect(JSON.parse(await json.inputValue())).toEqual(nested);
    await at('nodes[2]').click();
    const match = panel.getByRole('group', { name: 'Only with these details' });
    // What is stored as a text stays one, also where it reads like a number.
    await at('nodes[3]').click();
    const stored = match.locator('input[name=value]');
    await stored.fill('');
    await stored.fill('43');
    await at('nodes[2]').click();
    for (const [index, detail, value] of [
      [0, 'zip', '01067'],
      [1, 'seats', '10'],
    ] as const) {
      await match.getByRole('button', { name: 'Add a comparison' }).click();
      await match.locator('input[name=detail]').nth(index).fill(detail);
      await match.locator('input[name=value]').nth(index).fill(value);
    }
    expect(await screenFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Everything is saved.').waitFor();
    const { draft } = await call('get_flow_draft', { flow_key: 'fielded' });
    const comparisons = [
      { detail: 'zip', op: 'equals', value: '01067' },
      { detail: 'seats', op: 'equals', value: 10 },
    ];
    expect(draft.definition.nodes).toMatchObject([
      { until: { local_time: '10:30', weekdays: [1], timezone: 'person' } },
      waiting(nested),
      { wait_for: { event: { match: { all: comparisons } } } },
      waiting({ ...textual, value: '43' }),
    ]);
  });

  it('GOAL-01, GOAL-02 shows goals above the drawing with what converted, and edits them beside the trigger', async () => {
    const send = { type: 'send_email', name: 'Ask', email_id: emailId };
    const goals = [{ name: 'bought', event: { name: 'paid' } }];
    const definition = { trigger: { event: 'aimed' }, goals, nodes: [send, rest] };
    await call('create_flow', { key: 'aimed', name: 'Flow aimed', definition });
    await call('activate_flow', { flow_key: 'aimed' });
    await enter('aimed', 'goal@example.com');
    await call('record_event', { email: 'goal@example.com', name: 'paid' });
    await open('/flows/aimed');
    const shown = page.getByRole('region', { name: 'Goals' });
    await shown.getByText('1 mail converted').waitFor();
    expect(await shown.textContent()).toContain('boughtWhen paid is recorded');
    await open('/flows/aimed?layer=edit&at=trigger');
    const panel = page.locator('.canvas-panel');
    const form = panel.getByRole('group', { name: 'Goals' });
    await form.getByLabel('Within').first().fill('3');
    await form.getByRole('checkbox', { name: 'Who reaches it leaves the flow' }).uncheck();
    await shown.getByText('within 3 days, people stay in the flow').waitFor();
    await form.getByRole('button', { name: 'Add a goal' }).click();
    await panel.getByText('"name" of a goal is').first().waitFor();
    await form.getByRole('button', { name: 'Remove this goal' }).last().click();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Everything is saved.').waitFor();
    const { draft } = await call('get_flow_draft', { flow_key: 'aimed' });
    expect(draft.definition.goals).toEqual([{ ...goals[0], within: day(3), exit: false }]);
    expect(await screenFindings(page)).toEqual([]);
  });

  it('CANVAS-05 checks each change with the validator of the service, and fixes by a button', async () => {
    await liveFlow('checked', [{ type: 'set_field', name: 'Count', field: 'seats', value: 3 }]);
    await open('/flows/checked?layer=edit');
    const step = at('nodes[0]');
    expect(await step.locator('.badge').count()).toBe(0);
    await step.click();
    const panel = page.getByRole('complementary');
    await panel.getByRole('button', { name: 'Add after' }).click();
    await chooseType('Wait for something');
    await at('nodes[1]').getByText('1 error').waitFor();
    const issue = panel.locator('.issue').first();
    const { definition } = (await call('get_flow', { flow_key: 'checked' })).flow;
    const edited = {
      ...definition,
      node_counter: 2,
      nodes: [
        ...(definition.nodes as object[]),
        {
          ...{ id: 2, type: 'gate', name: 'Wait for something' },
          ...{ expires_after: day(7), met: [], expired: [] },
        },
      ],
    };
    const checked = await call('validate_flow', { flow_key: 'checked', definition: edited });
    expect(checked.errors.map(({ path }) => path)).toEqual(['nodes[1].wait_for']);
    expect(await issue.textContent()).toContain('“Wait for” is still empty.');
    await issue.getByRole('button', { name: 'Go to the field' }).click();
    await panel.getByLabel('Wait for').first().selectOption('event');
    await panel.getByLabel(/^Event/).fill('seets_bought');
    await at('nodes[1]').locator('.badge.warn').waitFor();
    await panel.getByLabel('Expires after').selectOption('');
    const fix = panel.getByRole('button', { name: 'Fix it' });
    await fix.first().click();
    await fix.waitFor({ state: 'detached' });
    expect(await panel.getByLabel('Expires after').inputValue()).toBe('never');
    expect(await screenFindings(page)).toEqual([]);
  });

  it('CANVAS-05 leads to the field of a fault of the trigger, and to none where none is at fault', async () => {
    await call('create_flow', {
      ...{ key: 'bare', name: 'Bare' },
      definition: { trigger: { event: 'never_seen' }, nodes: [], node_counter: 0 },
    });
    await open('/flows/bare?layer=edit');
    await at('trigger').getByText('2 warnings').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const [badge, drawing] = await Promise.all([
      at('trigger').locator('.badge').boundingBox(),
      page.locator('.canvas').boundingBox(),
    ]);
    expect(badge?.y).toBeGreaterThan((drawing?.y ?? 0) + 1);
    await page.setViewportSize({ width: 1280, height: 900 });
    await at('trigger').click();
    const issues = page.getByRole('complementary').locator('.issue');
    const empty = issues.filter({ hasText: 'The flow has no steps.' });
    await empty.waitFor();
    expect(await empty.getByRole('button').count()).toBe(0);
    await issues.getByRole('button', { name: 'Go to the field' }).click();
    await page.locator('.canvas-panel [name="event"]:focus').waitFor();
  });

  it('SPLIT-01 SPLIT-04 draws the arms of a split with how many got each, and edits them', async () => {
    const arms = [
      { name: 'offer', weight: 1, steps: [rest] },
      { name: 'control', weight: 1, holdout: true, steps: [] },
    ];
    await liveFlow('halves', [{ type: 'split', name: 'Half', arms }, tag('end')]);
    const people = Array.from({ length: 12 }, (_, index) => `half${index}@example.com`);
    await enter('halves', ...people);
    const { flow } = await call('get_flow', { flow_key: 'halves' });
    const { arms: passed = [], holdout = 0 } = flow.steps[0] ?? {};
    const got = (name: string) => passed.find((arm) => arm.name === name)?.people ?? 0;
    expect([got('offer') + got('control'), got('control')]).toEqual([12, holdout]);
    await open('/flows/halves');
    const share = (people: number) => `${people} (${Math.round((people * 100) / 12)} %)`;
    expect(await tree()).toEqual([
      ...['1 Start', '1 Half', `2 offer · ${share(got('offer'))}`, '3 Rest'],
      ...[`2 control · holdout · ${share(holdout)}`, '1 Tag end'],
    ]);
    await at('nodes[0]').click();
    const panel = page.getByRole('complementary', { name: 'Half' });
    await panel.getByText('Runs that ended on the holdout').waitFor();
    expect(await screenFindings(page)).toEqual([]);
    await open('/flows/halves?layer=edit');
    await page.locator('.slot').first().click();
    await chooseType('Split by chance');
    expect((await tree()).slice(0, 4)).toEqual(['1 Start', '1 Split by chance', '2 A', '2 B']);
    const form = page.getByRole('complementary');
    await form.getByRole('button', { name: 'Add a way' }).click();
    await form.locator('[name="name"]').nth(2).fill('control');
    await form.locator('[name="weight"]').nth(2).fill('10');
    await form.getByRole('checkbox').nth(2).check();
    expect((await tree()).slice(3, 5)).toEqual(['2 B', '2 control · holdout']);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Everything is saved.').waitFor();
    const { draft, validation } = await call('get_flow_draft', { flow_key: 'halves' });
    expect(validation.errors).toEqual([]);
    expect((draft.definition.nodes as unknown[])[0]).toMatchObject({
      type: 'split',
      arms: [
        { name: 'A', weight: 50, steps: [] },
        { name: 'B', weight: 50, steps: [] },
        { name: 'control', weight: 10, holdout: true, steps: [] },
      ],
    });
    expect(await screenFindings(page)).toEqual([]);
  });

  it('HOOK-15 HOOK-16 makes a call that waits, with a way for each outcome', async () => {
    const url = 'https://hooks.example.com/crm';
    await call('create_webhook_endpoint', { key: 'crm', url, events: ['broadcast.finished'] });
    await liveFlow('calling', [rest]);
    await open('/flows/calling?layer=edit');
    await page.locator('.slot').nth(1).click();
    await chooseType('Call a webhook');
    const form = page.getByRole('complementary');
    await form.locator('[name="endpoint"]').fill('crm');
    await form.locator('[name="wait"]').selectOption('timeout');
    expect((await tree()).slice(2)).toEqual([
      ...['1 Call a webhook', '2 Delivered', '2 Not delivered'],
    ]);
    await page.locator('.slot').nth(2).click();
    await chooseType('Leave the flow');
    expect((await tree()).slice(3)).toEqual(['2 Delivered', '3 Leave the flow', '2 Not delivered']);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Everything is saved.').waitFor();
    const { draft } = await call('get_flow_draft', { flow_key: 'calling' });
    expect((draft.definition.nodes as unknown[])[1]).toMatchObject({
      ...{ type: 'call_webhook', endpoint: 'crm' },
      ...{ wait: { timeout: { amount: 1, unit: 'hours' } }, succeeded: [{ type: 'exit_flow' }] },
    });
  });

  it('CANVAS-06 keeps edits as a draft, and says before publishing whom they touch', async () => {
    await liveFlow('staged', [rest, tag('later')]);
    await enter('staged', 'ada@example.com', 'bo@example.com');
    await open('/flows/staged?layer=edit');
    await at('nodes[0]').focus();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Everything is saved.').waitFor();
    const before = await call('get_flow', { flow_key: 'staged' });
    expect(before.flow.steps).toHaveLength(2);
    const stepName = String(before.flow.steps[0]?.name);
    expect(
      (await call('get_flow_draft', { flow_key: 'staged' })).draft.definition.nodes,
    ).toHaveLength(1);
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByText('2 people').first().waitFor();
    // The step is called as the drawing calls it.
    await dialog.getByText(`${stepName}: its people are parked`).waitFor();
    const publish = dialog.getByRole('button', { name: 'Publish' });
    expect(await publish.isDisabled()).toBe(true);
    expect(await screenFindings(page)).toEqual([]);
    await dialog.getByRole('checkbox').check();
    await publish.click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await call('get_flow', { flow_key: 'staged' })).flow.steps.length)
      .toBe(1);
    // "Publish" has nothing more to publish and lost the focus, which the heading has now (CON-19).
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1');
    const { runs } = await call('list_flow_runs', { flow_key: 'staged' });
    await go(page, `/records/runs/${runs[0]?.id}`);
    const trace = page.getByRole('table', { name: 'Trace' });
    await trace.getByText(`Step ${before.flow.steps[0]?.id}`, { exact: true }).first().waitFor();
    expect(await trace.textContent()).not.toContain('null');
  });

  it('CANVAS-06 publishes edits over what changed meanwhile only where somebody says so', async () => {
    await liveFlow('moved-on', [rest, tag('mine')]);
    await open('/flows/moved-on?layer=edit');
    await at('nodes[0]').focus();
    await page.keyboard.press('Delete');
    await call('pause_flow', { flow_key: 'moved-on' });
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog
      .getByRole('alert')
      .filter({ hasText: 'changed since its draft was begun' })
      .waitFor();
    await dialog.getByRole('button', { name: 'Keep these edits over what changed' }).click();
    await dialog.getByRole('button', { name: 'Publish and activate' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { flow } = await call('get_flow', { flow_key: 'moved-on' });
    expect([flow.status, flow.steps.length]).toEqual(['live', 1]);
  });

  it('CANVAS-07 draws what differs between versions, and between draft and live, with who is there', async () => {
    await open('/flows/staged?layer=difference');
    await page.getByText('1 removed').waitFor();
    expect(await page.getByLabel('From').locator('option').allTextContents()).toContainEqual(
      expect.stringMatching(/^\d+\. Activation, /),
    );
    const gone = page.locator('.canvas .step.removed');
    expect(await gone.textContent()).toContain('Rest');
    await page.getByText('On steps that are removed: 2 people').waitFor();
    expect(await gone.textContent()).toContain('2 people');
    const { flow } = await call('get_flow', { flow_key: 'staged' });
    const [kept] = flow.definition.nodes as object[];
    const next = { ...tag('more'), id: 9 };
    await call('save_flow_draft', {
      flow_key: 'staged',
      definition: {
        ...flow.definition,
        node_counter: 9,
        nodes: [next, { ...kept, tag: 'sooner' }],
      },
    });
    await open('/flows/staged?layer=difference&from=current&to=draft');
    await page.locator('.canvas .step.added', { hasText: 'Tag more' }).waitFor();
    await page.locator('.canvas .step.changed', { hasText: 'Tag later' }).waitFor();
    const { versions } = await call('list_flow_versions', { flow_key: 'staged' });
    const [newer, older] = versions;
    await open(`/flows/staged?layer=difference&from=${older?.id}&to=${newer?.id}`);
    await page.getByLabel('From').waitFor();
    expect(await screenFindings(page)).toEqual([]);
  });
});

/** What has the focus: its name, its type, and whether the focus is seen. */
async function focused() {
  return await page.evaluate(() => {
    interface Focused {
      getAttribute(name: string): string | null;
      labels?: { textContent: string }[];
      textContent: string;
    }
    const { document, getComputedStyle } = globalThis as unknown as {
      document: { activeElement: Focused };
      getComputedStyle(of: Focused): { outlineStyle: string; boxShadow: string };
    };
    const at = document.activeElement;
    const { outlineStyle, boxShadow } = getComputedStyle(at);
    const label = [...(at.labels ?? [])].map(({ textContent }) => textContent).join(' ');
    return {
      name: (at.getAttribute('aria-label') ?? (label || at.textContent)).trim(),
      isSeen: outlineStyle !== 'none' || boxShadow !== 'none',
    };
  });
}

/** Presses Tab until what has this name has the focus, which is seen there. */
async function tabTo(name: RegExp, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press(key);
    const at = await focused();
    if (!name.test(at.name)) continue;
    expect(at.isSeen, at.name).toBe(true);
    return;
  }
  throw new Error(`Tab never reaches ${name}.`);
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

it('CANVAS-09 makes, fixes, walks, activates, edits and rolls back a flow by keyboard alone', async () => {
  const steps = async () => (await call('get_flow', { flow_key: 'hello-keys' })).flow.steps;
  await go(page, '/');
  await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
  await press('g', 'f');
  await page.getByRole('heading', { level: 1, name: 'Flows' }).waitFor();
  // It is made.
  await tabTo(/^Create$/);
  await press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New flow' }).waitFor();
  await tabTo(/^Name/);
  await page.keyboard.type('Hello keys');
  await press('Tab');
  await page.keyboard.type('pressed');
  await press('Enter');
  await at('trigger').waitFor();
  await tabTo(/^Start/);
  await press('+');
  await page.getByRole('dialog').waitFor();
  await tabTo(/^Send an email$/);
  await press('Enter');
  // It is fixed: the email is missing.
  await at('nodes[0]').getByText('1 error').waitFor();
  await page.getByRole('button', { name: 'Go to the field' }).waitFor();
  await tabTo(/^Go to the field$/);
  await press('Enter');
  await page.locator('select[name="email_id"]:focus').waitFor();
  await page.keyboard.type('Hello');
  await at('nodes[0]').getByText('1 error').waitFor({ state: 'detached' });
  await press('Escape');
  await expect.poll(focusedPath).toBe('nodes[0]');
  await press('+');
  await page.getByRole('dialog').waitFor();
  await tabTo(/^Wait$/);
  await press('Enter');
  await at('nodes[1]').waitFor();
  await leavePanel('nodes[1]');
  // It is walked.
  await tabTo(/^Walk$/, 'Shift+Tab');
  await press('Enter');
  await tabTo(/^Person/);
  await page.keyboard.type('ada@example.com');
  await press('Enter');
  await page.locator('h2:focus', { hasText: 'waits on “Wait”' }).waitFor();
  await tabTo(/^Time passes$/);
  await press('Enter');
  await page.locator('h2:focus', { hasText: 'has completed the flow' }).waitFor();
  await page.getByRole('link', { name: 'Hello Ada' }).waitFor();
  // It is activated, with the edits.
  await tabTo(/^Edit$/, 'Shift+Tab');
  await press('Enter');
  await page.getByRole('button', { name: 'Activate' }).waitFor();
  await tabTo(/^Activate$/);
  await press('Enter');
  await page.getByRole('dialog').getByText('1 flow goes live.').waitFor();
  await tabTo(/^Activate$/);
  await press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('.screen-head').getByText('Live', { exact: true }).waitFor();
  expect(await steps()).toHaveLength(2);
  // It is edited while it is live.
  await at('nodes[1]').waitFor();
  await tabTo(/^Start|^Wait|^Send an email/);
  await press('End', 'Delete');
  await at('nodes[1]').waitFor({ state: 'detached' });
  await tabTo(/^Publish$/, 'Shift+Tab');
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Publish' }).isEnabled()).toBe(true);
  await tabTo(/^Publish$/);
  await press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(async () => (await steps()).length).toBe(1);
  // It is rolled back.
  await tabTo(/^Difference$/, 'Shift+Tab');
  await press('Enter');
  await page.getByRole('button', { name: /^Roll back to version/ }).waitFor();
  await tabTo(/^Roll back to version/);
  await press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
  await tabTo(/^Roll back to version/);
  await press('Enter');
  await expect.poll(async () => (await steps()).length).toBe(2);
});

it('CANVAS-09 makes flows whose names have no Latin letter, and such as are numbers', async () => {
  for (const [name, key] of [
    ['Добро пожаловать', 'flow'],
    ['2027', 'flow-2'],
  ] as const) {
    await go(page, '/flows/new');
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Starts when this event comes').fill('signed_up');
    await page.getByRole('button', { name: 'Create and add steps' }).press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/flows/${key}`);
  }
});

it('CANVAS-09 asks how often a new flow takes a person, and says it at the flow', async () => {
  await go(page, '/flows/new');
  await page.getByLabel('Name').fill('Thanks for the order');
  await page.getByLabel('Starts when this event comes').fill('order_paid');
  const policy = page.getByRole('group', { name: 'How often may one person go through it?' });
  expect(await policy.getByLabel('Once, such as a welcome').isChecked()).toBe(true);
  await policy.getByLabel(/^Again with each event/).check();
  await page.getByRole('button', { name: 'Create and add steps' }).click();
  await page.getByText('each person again and again').waitFor();
});

it('CANVAS-10 leads somebody new to an active welcome flow by what the screen offers, by keyboard alone', async () => {
  const begun = Date.now();
  await go(page, '/');
  await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
  const see = (name: string) => page.getByRole('button', { name, exact: true }).first().waitFor();
  const use = async (name: string) => {
    await see(name);
    await tabTo(new RegExp(`^${name}$`));
    await press('Enter');
  };
  const addStep = async (type: string) => {
    await press('+');
    await page.getByRole('dialog').waitFor();
    await tabTo(new RegExp(`^${type}$`));
    await press('Enter');
  };
  await tabTo(/^Flows$/);
  await press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Flows' }).waitFor();
  await tabTo(/^Create$/);
  await press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New flow' }).waitFor();
  await tabTo(/^Name/);
  await page.keyboard.type('Welcome customers');
  await press('Tab');
  await page.keyboard.type('joined_us');
  await press('Enter');
  // An empty flow says what it needs, and cannot go live.
  await page.getByRole('heading', { name: 'This flow has no steps yet' }).waitFor();
  expect(await page.getByRole('button', { name: 'Activate' }).isDisabled()).toBe(true);
  await use('Add the first step');
  await tabTo(/^Send an email$/);
  await press('Enter');
  // The email is written on the way; the step has it then.
  await page.getByText('“Email” is still empty.').waitFor();
  await use('Write a new email');
  const writing = page.getByRole('dialog', { name: 'Write a new email' });
  await writing.getByLabel(/^Title/).waitFor();
  expect(await screenFindings(page)).toEqual([]);
  await tabTo(/^Title/);
  await page.keyboard.type('First hello');
  await tabTo(/^Subject/);
  await page.keyboard.type('Good to have you, {{ person.first_name | default: "friend" }}');
  await tabTo(/^Body/);
  await page.keyboard.type('Here is how to begin.');
  await use('Create');
  await writing.waitFor({ state: 'detached' });
  await at('nodes[0]').getByText('First hello').waitFor();
  await press('Escape');
  await expect.poll(focusedPath).toBe('nodes[0]');
  await addStep('Wait');
  await at('nodes[1]').waitFor();
  await press('Escape');
  await expect.poll(focusedPath).toBe('nodes[1]');
  await addStep('Send an email');
  await page.locator('select[name="email_id"]').waitFor();
  await tabTo(/^Email/);
  await page.keyboard.type('Hello');
  await at('nodes[2]').getByText('1 error').waitFor({ state: 'detached' });
  // It is checked with somebody who is added on the way, before it is saved.
  await tabTo(/^Walk$/, 'Shift+Tab');
  await press('Enter');
  await page.getByRole('button', { name: 'Play' }).waitFor();
  await tabTo(/^Person/);
  await page.keyboard.type('nora@example.com');
  await use('Add nora@example.com');
  await page.getByText('Add nora@example.com').waitFor({ state: 'detached' });
  await use('Play');
  await page.locator('h2:focus', { hasText: 'waits on “Wait”' }).waitFor();
  await page.getByRole('link', { name: 'Good to have you, friend' }).waitFor();
  await use('Time passes');
  await page.locator('h2:focus', { hasText: 'has completed the flow' }).waitFor();
  await tabTo(/^Edits are not saved$/, 'Shift+Tab');
  await press('Enter');
  await use('Activate');
  await page.getByRole('dialog').getByText('1 flow goes live.').waitFor();
  await use('Activate');
  await page.locator('.screen-head').getByText('Live', { exact: true }).waitFor();
  const { flow } = await call('get_flow', { flow_key: 'welcome-customers' });
  expect([flow.status, flow.steps.map(({ type }) => type)]).toEqual([
    'live',
    ['send_email', 'delay', 'send_email'],
  ]);
  expect(Date.now() - begun).toBeLessThan(5 * 60_000);
});

it('CANVAS-10 leads to a welcome flow with a wait, a condition and two emails, each written on its own screen', async () => {
  const panel = page.getByRole('complementary').last();
  const add = async (type: string) =>
    page.getByRole('dialog').getByRole('button', { name: type, exact: true }).click();
  const writeNew = async (title: string) => {
    await panel.getByRole('button', { name: 'Write a new email' }).click();
    const writing = page.getByRole('dialog', { name: 'Write a new email' });
    await writing.getByLabel(/^Title/).fill(title);
    await writing.getByLabel(/^Subject/).fill(`${title}, {{ person.first_name }}`);
    await writing.getByRole('button', { name: 'Create' }).click();
    await writing.waitFor({ state: 'detached' });
    // What is empty is written on its own screen, which leads back to the flow.
    await panel.getByText(`“${title}” has no subject or no text yet`).waitFor();
    await panel.getByRole('link', { name: 'Write the email' }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('textbox', { name: /^Body/ }).fill(`The text of ${title}.`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Everything is saved').waitFor();
    await page.getByRole('link', { name: 'Back to Welcome readers' }).click();
  };
  await go(page, '/flows/new');
  await page.getByLabel('Name').fill('Welcome readers');
  await page.getByLabel('Starts when this event comes').fill('subscribed');
  await page.getByRole('button', { name: 'Create and add steps' }).click();
  await page.getByRole('button', { name: 'Add the first step' }).click();
  await add('Send an email');
  await writeNew('First letter');
  await at('nodes[0]').click();
  await panel.getByRole('button', { name: 'Add after' }).click();
  await add('Wait');
  await panel.getByRole('button', { name: 'Add after' }).click();
  await add('Branch');
  // What a condition means is counted once there is one.
  await panel.getByText('No condition yet.').waitFor();
  expect(await screenFindings(page)).toEqual([]);
  const kind = panel.getByRole('combobox', { name: 'Add a condition…' });
  await kind.selectOption({ label: 'Clicked in an email' });
  await panel.getByLabel('Email', { exact: true }).selectOption({ label: 'First letter' });
  await at('nodes[2]').getByText('Clicked in an email “First letter” within 90 days').waitFor();
  await page.locator('.slot').nth(4).click();
  await add('Send an email');
  await writeNew('Second letter');
  await at('nodes[2].else[0]').getByText('Second letter').waitFor();
  await page.getByRole('link', { name: 'Walk', exact: true }).click();
  await page.getByLabel('Person', { exact: true }).fill('ada@example.com');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Time passes' }).click();
  await page.getByRole('heading', { name: 'has completed the flow' }).waitFor();
  for (const title of ['First', 'Second']) {
    await page.getByRole('link', { name: `${title} letter, Ada` }).waitFor();
  }
  await page.getByRole('link', { name: 'Edits are not saved' }).click();
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('dialog').getByText('1 flow goes live.').waitFor();
  await page.getByRole('dialog').locator('.confirm').click();
  await page.locator('.screen-head').getByText('Live', { exact: true }).waitFor();
});
