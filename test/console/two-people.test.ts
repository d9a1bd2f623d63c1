// It starts Chromium.
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleSite, go, screenFindings, startConsole, takeFaults } from './console-site.ts';

let site: ConsoleSite;
let anna: Page;
let ben: Page;

async function browserOf(name: string): Promise<Page> {
  const { secret } = (await site.running.invoke('create_token', { name, scope: 'write' })) as {
    secret: string;
  };
  return await site.open('/', { token: secret });
}

beforeAll(async () => {
  site = await startConsole();
  const { invoke } = site.running;
  const condition = { type: 'has_tag', tag: 'quiet' };
  await invoke('create_guard', { key: 'quiet', name: 'Quiet', condition });
  await invoke('create_segment', { key: 'calm', name: 'Calm', definition: condition });
  [anna, ben] = [await browserOf('Anna'), await browserOf('Ben')];
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(() => site.stop());

/** Both open an address, one after the other, and see each other there. */
async function bothOpen(address: string): Promise<void> {
  await go(anna, address);
  await anna.locator('main form').waitFor();
  expect(await anna.getByText('is editing this too').count()).toBe(0);
  await go(ben, address);
  await anna.getByText('Ben is editing this too.').waitFor();
  await ben.getByText('Anna is editing this too.').waitFor();
}

interface Draft {
  draft: { definition: { nodes: { name?: string }[] } };
}

describe('two people with one record', () => {
  it('CON-11 CON-12 see each other in the form, lose nothing, and merge what both changed', async () => {
    await bothOpen('/operations/update_segment?segment_key=calm');
    await anna.getByLabel(/^Name/).fill('Mine');
    await anna.getByLabel(/^Description/).fill('Of Anna');
    await ben.getByLabel(/^Description/).fill('Of Ben');
    await ben.getByRole('button', { name: 'Save' }).click();
    await ben.getByRole('button', { name: 'Undo' }).waitFor();
    await anna.getByRole('button', { name: 'Save' }).click();
    const conflict = anna.getByRole('alert').filter({ hasText: 'Somebody else changed this' });
    const row = conflict.getByRole('row', { name: /^Description/ });
    await row.getByText('Of Ben').waitFor();
    await row.getByText('Of Anna').waitFor();
    await row.getByLabel('Take theirs').check();
    await conflict.getByRole('button', { name: 'Keep yours' }).click();
    await anna.getByRole('button', { name: 'Save' }).click();
    await anna.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await site.running.invoke('get_segment', { segment_key: 'calm' })).toMatchObject({
      segment: { name: 'Mine', description: 'Of Ben' },
    });
  });

  it('CON-11 says no more that somebody edits who went elsewhere', async () => {
    await go(ben, '/');
    await anna.getByText('Ben is editing this too.').waitFor({ state: 'detached' });
  });

  it('CON-11 CON-12 see each other in the builder of conditions, and merge there', async () => {
    for (const page of [anna, ben]) {
      await go(page, '/segments/calm');
      await page.getByLabel('Tag', { exact: true }).waitFor();
    }
    await anna.getByLabel('Tag', { exact: true }).fill('loud');
    await ben.getByText('Anna is editing this too.').waitFor();
    await ben.getByLabel('Tag', { exact: true }).fill('soft');
    await anna.getByText('Ben is editing this too.').waitFor();
    const isSaved = (tag: string) =>
      expect
        .poll(() => site.running.invoke('get_segment', { segment_key: 'calm' }))
        .toMatchObject({ segment: { definition: { type: 'has_tag', tag } } });
    await ben.getByRole('button', { name: 'Save' }).click();
    await isSaved('soft');
    await anna.getByRole('button', { name: 'Save' }).click();
    const conflict = anna.getByRole('alert').filter({ hasText: 'Somebody else changed this' });
    const row = conflict.getByRole('row').filter({ hasText: 'loud' });
    await row.waitFor();
    expect(await row.locator('pre').allInnerTexts()).toEqual([
      'Has the tag soft',
      'Has the tag loud',
    ]);
    await conflict.getByRole('button', { name: 'Keep yours' }).click();
    await anna.getByRole('button', { name: 'Save' }).click();
    await conflict.waitFor({ state: 'detached' });
    await isSaved('loud');
  });

  it('CON-11 see both conditions in words, with brackets where groups nest', async () => {
    const { invoke } = site.running;
    const hasTag = (tag: string) => ({ type: 'has_tag', tag });
    await invoke('create_segment', { key: 'nested', name: 'Nested', definition: hasTag('c') });
    await go(anna, '/segments/nested');
    await anna.getByLabel('Tag', { exact: true }).fill('loud');
    const match = { detail: 'amount', op: 'greater', value: 5 };
    const paid = { type: 'event_occurred', event: 'signed_up', match };
    await invoke('update_segment', {
      ...{
        segment_key: 'nested',
        definition: { any: [{ all: [hasTag('a'), { not: hasTag('b') }] }, paid] },
      },
    });
    await anna.getByRole('button', { name: 'Save' }).click();
    const conflict = anna.getByRole('alert').filter({ hasText: 'Somebody else changed this' });
    const row = conflict.getByRole('row').filter({ hasText: 'loud' });
    await row.waitFor();
    const [theirs] = await row.locator('pre').allInnerTexts();
    expect(theirs).toBe(
      '(Has the tag a and not Has the tag b) or Did something signed_up (amount is greater than 5)',
    );
    await conflict.getByLabel('Take theirs').check();
    await conflict.getByRole('button', { name: 'Keep yours' }).click();
    await conflict.waitFor({ state: 'detached' });
  });

  it('CON-11 meets no somebody else in what one wrote oneself a moment before', async () => {
    const { invoke } = site.running;
    const made = await invoke('create_sequence', {
      name: 'Quick',
      steps: ['One', 'Two'].map((subject) => ({ email: { subject, body_markdown: 'Hello.' } })),
    });
    const { id } = (made as { sequence: { id: number } }).sequence;
    await go(anna, `/sequences/${id}`);
    await anna.getByRole('button', { name: 'Make active: Step 2' }).waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The first write is answered late, and the sequence is read again later still.
    const sequences = `**/api/v1/sequences/${id}`;
    const steps = '**/api/v1/sequence_steps/*';
    await anna.route(sequences, async (route) => {
      await held;
      await route.continue();
    });
    let writes = 0;
    await anna.route(steps, async (route) => {
      writes += 1;
      if (writes === 1) await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    const confirm = anna.getByRole('dialog').locator('.confirm');
    const press = async (name: string) => {
      await anna.getByRole('button', { name }).click();
      await confirm.click();
      await confirm.waitFor({ state: 'detached' });
    };
    await press('Make active: Step 1');
    await press('Make active: Step 2');
    const isNow = (sequence: object) =>
      expect.poll(() => invoke('get_sequence', { sequence_id: id })).toMatchObject({ sequence });
    await isNow({ steps: [{ status: 'active' }, { status: 'active' }] });
    // The switch is that of the sequence, which the page knows from the answers of its steps.
    await press('Switch on');
    await isNow({ enabled: true });
    expect(await anna.getByText('Somebody else changed this').count()).toBe(0);
    release();
    await anna.getByRole('button', { name: 'Switch off' }).waitFor();
    await anna.unroute(sequences);
    await anna.unroute(steps);
  });

  it('CON-11 see each other on the canvas, where both edit', async () => {
    await go(anna, '/flows/welcome?layer=edit');
    await anna.getByRole('treeitem').first().waitFor();
    await go(ben, '/flows/welcome?layer=edit');
    await anna.getByText('Ben is editing this too.').waitFor();
    await ben.getByText('Anna is editing this too.').waitFor();
  });

  it('CON-11 CON-12 see both sides on the canvas where both began a draft, and neither is lost', async () => {
    await site.running.invoke('activate_flow', { flow_key: 'welcome' });
    const rename = async (page: Page, name: string) => {
      await page.getByRole('treeitem').nth(1).click();
      await page.getByRole('complementary').getByLabel(/^Name/).fill(name);
    };
    for (const page of [anna, ben]) {
      await go(page, '/flows');
      await page.getByRole('heading', { level: 1, name: 'Flows' }).waitFor();
      await go(page, '/flows/welcome?layer=edit');
      await page.getByText('Everything is saved.').waitFor();
    }
    await rename(anna, 'Of Anna');
    await rename(ben, 'Of Ben');
    const save = (page: Page) => page.getByRole('button', { name: 'Save draft' }).click();
    await save(ben);
    await ben.getByText('Everything is saved.').waitFor();
    await save(anna);
    const conflict = anna.getByRole('alert').filter({ hasText: 'Somebody else changed this' });
    const row = conflict.getByRole('row', { name: /^Definition/ });
    await row.getByText('Of Ben').waitFor();
    await row.getByText('Of Anna').waitFor();
    // In words: the one step that differs, and not the definition around it.
    for (const text of await row.locator('pre').allInnerTexts()) {
      expect(text).toMatch(/^Of (?:Anna|Ben), .*: .*$/);
      expect(text).not.toMatch(/[{}"]/);
    }
    await conflict.getByRole('button', { name: 'Keep yours' }).click();
    await conflict.waitFor({ state: 'detached' });
    const first = anna.getByRole('treeitem').nth(1);
    await first.getByText('Of Anna').waitFor();
    await anna.getByRole('button', { name: 'Undo' }).first().click();
    await first.getByText('Of Ben').waitFor();
    await anna.getByRole('button', { name: 'Redo' }).click();
    await save(anna);
    await anna.getByText('Everything is saved.').waitFor();
    expect(
      JSON.stringify(await site.running.invoke('get_flow_draft', { flow_key: 'welcome' })),
    ).toContain('Of Anna');
  });

  it('CON-12 see on the canvas what the other saved and published, once they have saved all of theirs', async () => {
    await go(anna, '/flows/welcome?layer=edit');
    await anna.getByText('Everything is saved.').waitFor();
    const { draft } = (await site.running.invoke('get_flow_draft', {
      flow_key: 'welcome',
    })) as Draft;
    const { definition } = draft;
    const [step, ...rest] = definition.nodes;
    await site.running.invoke('save_flow_draft', {
      flow_key: 'welcome',
      definition: { ...definition, nodes: [{ ...step, name: 'Ben again' }, ...rest] },
    });
    const first = anna.getByRole('treeitem').nth(1);
    await first.getByText('Ben again').waitFor();
    await site.running.invoke('publish_flow', { flow_key: 'welcome' });
    await anna.getByRole('button', { name: 'Drop the draft' }).waitFor({ state: 'detached' });
    // What she had saved is one step back.
    await anna.getByRole('button', { name: 'Undo' }).first().click();
    await first.getByText('Of Anna').waitFor();
    await anna.getByRole('button', { name: 'Redo' }).click();
  });

  it('CON-12 drop no draft in which the other saved something meanwhile', async () => {
    const { invoke } = site.running;
    const drop = () => anna.getByRole('button', { name: 'Drop the draft' });
    const name = anna.getByRole('complementary').getByLabel(/^Name/);
    const draftNow = async () => (await invoke('get_flow_draft', { flow_key: 'welcome' })) as Draft;
    await go(anna, '/flows/welcome?layer=edit');
    await anna.getByRole('treeitem').nth(1).click();
    await name.fill('A draft');
    await anna.getByRole('button', { name: 'Save draft' }).click();
    await drop().waitFor();
    const { definition } = (await draftNow()).draft;
    await name.fill('Not saved');
    const [step, ...rest] = definition.nodes;
    const nodes = [{ ...step, name: 'Of Ben, late' }, ...rest];
    await invoke('save_flow_draft', { flow_key: 'welcome', definition: { ...definition, nodes } });
    await drop().click();
    await anna.getByRole('dialog').getByRole('button', { name: 'Drop the draft' }).click();
    const conflict = anna.getByRole('alert').filter({ hasText: 'Somebody else changed this' });
    await conflict.getByText('Of Ben, late').waitFor();
    expect((await draftNow()).draft.definition.nodes[0]?.name).toBe('Of Ben, late');
    await conflict.getByRole('button', { name: 'Keep yours' }).click();
    await conflict.waitFor({ state: 'detached' });
    await drop().click();
    await anna.getByRole('dialog').getByRole('button', { name: 'Drop the draft' }).click();
    await drop().waitFor({ state: 'detached' });
  });

  it('CON-12 see both choices where both chose the audience of a broadcast at once', async () => {
    const { invoke } = site.running;
    const idOf = async (key: string) => {
      const definition = { type: 'has_tag', tag: key };
      const made = await invoke('create_segment', { key, name: key.toUpperCase(), definition });
      return (made as { segment: { id: number } }).segment.id;
    };
    const [one, two] = [await idOf('one'), await idOf('two')];
    const email = { subject: 'To some', body_markdown: 'Hello.' };
    const made = await invoke('create_broadcast', { name: 'Some', segment: 'calm', email });
    const { broadcast } = made as { broadcast: { id: number } };
    const excluded = async () =>
      (
        (await invoke('get_broadcast', { broadcast_id: broadcast.id })) as {
          broadcast: { exclude: { segment_ids: number[] }; emails_per_hour: number | null };
        }
      ).broadcast;
    await go(anna, `/broadcasts/${broadcast.id}`);
    await anna.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = anna.getByRole('dialog', { name: 'Who gets it' });
    await dialog.getByRole('checkbox', { name: 'ONE' }).check();
    const isRead = anna.waitForResponse(new RegExp(`/broadcasts/${broadcast.id}$`));
    const exclude = { segment_ids: [two] };
    await invoke('update_broadcast', { broadcast_id: broadcast.id, exclude });
    await isRead;
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = dialog.getByRole('row', { name: /^But not to people in/ });
    await row.getByText('TWO').waitFor();
    await row.getByText('ONE').waitFor();
    expect(await excluded()).toMatchObject({ exclude });
    expect(await screenFindings(anna)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep yours' }).click();
    await dialog.getByRole('checkbox', { name: 'TWO' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await excluded()).toMatchObject({ exclude: { segment_ids: [one, two] } });
    const pace = anna.getByLabel('Emails an hour');
    await pace.fill('500');
    const isReadAgain = anna.waitForResponse(new RegExp(`/broadcasts/${broadcast.id}$`));
    await invoke('update_broadcast', { broadcast_id: broadcast.id, emails_per_hour: 70 });
    await isReadAgain;
    await anna.getByRole('button', { name: 'Save', exact: true }).first().click();
    const conflict = anna.getByRole('alert').filter({ hasText: 'Somebody else changed this' });
    await conflict.getByText('70', { exact: true }).waitFor();
    await conflict.getByLabel('Take theirs').check();
    await conflict.getByRole('button', { name: 'Keep yours' }).click();
    await conflict.waitFor({ state: 'detached' });
    expect(await pace.inputValue()).toBe('70');
    expect(await excluded()).toMatchObject({ emails_per_hour: 70 });
  });

  it('CON-12 keep what they edit in a form while somebody else saves another part of it', async () => {
    const owner = await site.open('/settings');
    await owner.getByLabel('Name').fill('Garden post');
    const isRead = owner.waitForResponse(/\/api\/v1\/profile$/);
    await site.running.invoke('update_profile', { reply_to: 'ben@example.com' });
    await isRead;
    await owner.getByRole('button', { name: 'Save' }).click();
    const conflict = owner.getByRole('alert').filter({ hasText: 'Somebody else changed this' });
    await conflict.getByRole('button', { name: 'Keep yours' }).click();
    await owner.getByRole('button', { name: 'Save' }).click();
    await owner.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await site.running.invoke('get_profile', {})).toMatchObject({
      profile: { name: 'Garden post', reply_to: 'ben@example.com' },
    });
    expect(await owner.getByLabel('Reply to').inputValue()).toBe('ben@example.com');
    await owner.context().close();
  });

  it('CON-11 tells a person of their own second window', async () => {
    await go(anna, '/operations/update_guard?guard_key=quiet');
    await anna.locator('main form').waitFor();
    const again = await anna.context().newPage();
    await again.goto(`${site.running.url}/operations/update_guard?guard_key=quiet`);
    await anna.getByText('You are editing this in another window too.').waitFor();
    // Closing ends a page without its last words; leaving it does not.
    await again.goto('about:blank');
    await again.close();
    await anna.getByText('in another window').waitFor({ state: 'detached' });
  });
});

describe('what one person has not saved', () => {
  const tag = () => anna.getByLabel('Tag', { exact: true });
  const question = () => anna.getByRole('dialog', { name: 'Leave without saving?' });

  it('CON-12 stays on display when somebody else deletes the record, which can be brought back', async () => {
    const { invoke } = site.running;
    const condition = { type: 'has_tag', tag: 'quiet' };
    await invoke('create_segment', { key: 'gone', name: 'Gone', definition: condition });
    await invoke('create_guard', { key: 'gone', name: 'Gone', condition });
    await invoke('create_component', { key: 'gone', name: 'Gone', html: '<p>Old</p>' });
    const made = await invoke('create_layout', {
      ...{ key: 'gone', name: 'Gone', html: '{{ content }}' },
    });
    const { template } = made as { template: { id: number } };
    await invoke('create_theme', { name: 'Gone' });
    const code = () => anna.getByRole('textbox', { name: 'HTML' });
    const colour = () => anna.locator('main input[type=color]').nth(1);
    const shownIn = {
      value: (field: Locator) => field.inputValue(),
      text: (field: Locator) => field.textContent(),
    };
    const records = [
      ['segments', tag, 'value', () => invoke('delete_segment', { segment_key: 'gone' })],
      ['guards', tag, 'value', () => invoke('delete_guard', { guard_key: 'gone' })],
      ['components', code, 'text', () => invoke('delete_component', { component_key: 'gone' })],
      ['layouts', code, 'text', () => invoke('delete_layout', { layout_id: template.id })],
      ['themes', colour, 'value', () => invoke('delete_theme', { theme_key: 'gone' })],
    ] as const;
    for (const [noun, field, shown, remove] of records) {
      await go(anna, `/${noun}/gone`);
      const text = noun === 'themes' ? '#123456' : 'typed';
      await field().fill(text);
      await remove();
      const note = anna.getByRole('alert').filter({ hasText: 'Somebody else deleted this' });
      await note.waitFor();
      expect(await shownIn[shown](field()), noun).toBe(text);
      expect(await anna.locator('main a[href*="/operations/"]').count(), noun).toBe(0);
      await note.getByRole('button', { name: /^Undo/ }).click();
      await note.waitFor({ state: 'detached' });
      expect(await shownIn[shown](field()), noun).toBe(text);
    }
    // Without edits there is nothing to keep.
    await go(anna, '/segments/gone');
    await tag().waitFor();
    await invoke('delete_segment', { segment_key: 'gone' });
    await anna.getByRole('heading', { level: 1, name: 'There is nothing' }).waitFor();
  });

  it('CON-12 is not lost where it was typed while a save was under way', async () => {
    const { invoke } = site.running;
    const heldWhile = async (
      page: Page,
      path: string,
      method: string,
      typing: () => Promise<void>,
    ) => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      let isHeld = false;
      await page.route(path, async (route) => {
        if (route.request().method() === method) {
          isHeld = true;
          await held;
        }
        await route.continue();
      });
      await page.getByRole('button', { name: /^Save/ }).first().click();
      await expect.poll(() => isHeld).toBe(true);
      await typing();
      release();
      await page.getByText('Saved.').first().waitFor();
      await page.unroute(path);
    };
    await go(anna, '/segments/calm');
    await tag().fill('before');
    await heldWhile(anna, '**/api/v1/segments/calm**', 'PATCH', () => tag().fill('during'));
    expect(await tag().inputValue()).toBe('during');
    await anna.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => invoke('get_segment', { segment_key: 'calm' }))
      .toMatchObject({ segment: { definition: { tag: 'during' } } });

    await go(anna, '/flows/welcome?layer=edit');
    await anna.getByRole('treeitem').nth(1).click();
    const name = anna.getByRole('complementary').getByLabel(/^Name/);
    await name.fill('Before');
    await heldWhile(anna, '**/api/v1/flows/welcome/draft**', 'PUT', () => name.fill('During'));
    expect(await name.inputValue()).toBe('During');
    await anna.getByRole('button', { name: 'Save draft' }).click();
    await anna.getByText('Everything is saved.').waitFor();
    expect(JSON.stringify(await invoke('get_flow_draft', { flow_key: 'welcome' }))).toContain(
      'During',
    );

    const owner = await site.open('/settings?part=other');
    const address = owner.getByLabel('Postal address');
    await address.fill('Before');
    await heldWhile(owner, '**/api/v1/settings**', 'PATCH', () => address.fill('During'));
    expect(await address.inputValue()).toBe('During');
    await owner.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(() => invoke('get_settings', {}))
      .toMatchObject({ settings: { 'sending.mailing_address': 'During' } });
    await owner.context().close();
  });

  it('CON-12 is not left by a link, by going back or by the search without a question', async () => {
    await go(anna, '/flows');
    await anna.getByRole('heading', { level: 1, name: 'Flows' }).waitFor();
    await go(anna, '/segments/calm');
    await tag().fill('busy');
    const leaves = [
      () => anna.getByRole('link', { name: 'Reports' }).click(),
      () => anna.goBack(),
      async () => {
        await anna.keyboard.press('Control+k');
        await anna.getByRole('combobox', { name: /Find|Search/ }).fill('reports');
        await anna.getByRole('option', { name: 'Reports', exact: true }).first().click();
      },
    ];
    for (const leave of leaves) {
      await leave();
      await question().waitFor();
      await anna.keyboard.press('Escape');
      await question().waitFor({ state: 'detached' });
      expect(new URL(anna.url()).pathname).toBe('/segments/calm');
      expect(await tag().inputValue()).toBe('busy');
    }
    await anna.goBack();
    await question().getByRole('button', { name: 'Leave without saving' }).click();
    await anna.getByRole('heading', { level: 1, name: 'Flows' }).waitFor();
  });

  it('CON-12 is not left by a link that is followed as the question closes, and then taken away', async () => {
    await go(anna, '/segments/calm');
    await tag().fill('busy');
    await anna.getByRole('link', { name: 'Reports' }).click();
    await question().waitFor();
    // The browser tells of a closed dialog only after the click.
    await anna.evaluate(`{
      const link = Object.assign(document.createElement('a'), { href: '/reports?asked=twice' });
      document.body.append(link);
      document.querySelector('dialog.leave').close();
      link.click();
      link.remove();
    }`);
    await question().getByRole('button', { name: 'Leave without saving' }).click();
    await anna.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
    expect(new URL(anna.url()).search).toBe('?asked=twice');
  });

  it('CON-12 CON-14 is still there for who signs in again after their session ended', async () => {
    await go(anna, '/segments/calm');
    await tag().fill('busy');
    const cookies = await anna.context().cookies();
    await anna.context().clearCookies();
    await anna.getByRole('button', { name: 'Save' }).click();
    const again = anna.getByRole('dialog', { name: 'Sign in' });
    await again.getByText('Your session has ended.', { exact: false }).waitFor();
    await anna.keyboard.press('Escape');
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.getByText('Enter the token.').waitFor();
    expect(await screenFindings(anna)).toEqual([]);
    // As after signing in again in another window, from which the person comes back.
    await anna.context().addCookies(cookies);
    await anna.evaluate('dispatchEvent(new Event("focus"))');
    await again.waitFor({ state: 'detached' });
    expect(await tag().inputValue()).toBe('busy');
    await anna.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => site.running.invoke('get_segment', { segment_key: 'calm' }))
      .toMatchObject({ segment: { definition: { tag: 'busy' } } });
  });

  it('CON-14 asks who was signed out elsewhere to sign in, though the screen asks the service for nothing', async () => {
    const made = await site.running.invoke('create_token', { name: 'Cleo', scope: 'write' });
    const { token, secret } = made as { token: { id: number }; secret: string };
    const cleo = await site.open('/settings?part=profile', { token: secret });
    await cleo.getByText('Live', { exact: true }).waitFor();
    await site.running.invoke('revoke_token', { token_id: token.id });
    const again = cleo.getByRole('dialog', { name: 'Sign in' });
    await again.getByText('Your session has ended.', { exact: false }).waitFor();
    await cleo.context().close();
  });

  it('CON-12 stays while the service is away', async () => {
    await go(anna, '/flows');
    await anna.getByRole('heading', { level: 1, name: 'Flows' }).waitFor();
    await go(anna, '/segments/calm');
    // What was read before the last save has an older revision.
    await expect.poll(() => tag().inputValue()).toBe('busy');
    await tag().fill('away');
    await anna.context().setOffline(true);
    await anna.getByRole('button', { name: 'Save' }).click();
    await anna
      .getByRole('alert')
      .filter({ hasText: /answer|reach/ })
      .waitFor();
    expect(await tag().inputValue()).toBe('away');
    await anna.context().setOffline(false);
    await anna.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => site.running.invoke('get_segment', { segment_key: 'calm' }))
      .toMatchObject({ segment: { definition: { tag: 'away' } } });
  });

  it('CON-12 asks no more about edits whose save was under way, and leaves', async () => {
    await go(anna, '/flows');
    await anna.getByRole('heading', { level: 1, name: 'Flows' }).waitFor();
    await go(anna, '/segments/calm');
    // As the last save left it, and not as it was read before.
    await expect.poll(() => tag().inputValue()).toBe('away');
    await tag().fill('saved');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await anna.route('**/api/v1/segments/calm**', async (route) => {
      if (route.request().method() !== 'GET') await held;
      await route.continue();
    });
    await anna.getByRole('button', { name: 'Save' }).click();
    await anna.getByRole('link', { name: 'Reports' }).click();
    await question().waitFor();
    release();
    await anna.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
    await question().waitFor({ state: 'detached' });
    expect(await site.running.invoke('get_segment', { segment_key: 'calm' })).toMatchObject({
      segment: { definition: { tag: 'saved' } },
    });
    await anna.unroute('**/api/v1/segments/calm**');
  });
});
