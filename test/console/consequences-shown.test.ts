// It starts Chromium.
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, fakeProvider } from '../support/fake-provider.ts';
import { suite } from '../support/test-files.ts';
import { answerFor } from './console-mail.ts';
import { type ConsoleSite, go, screenFindings, startConsole, takeFaults } from './console-site.ts';

const provider: FakeProvider = fakeProvider();
provider.answer = answerFor;

let site: ConsoleSite;
let page: Page;
let emailId: number;
let broadcastId: number;
let personId: number;

async function deliver() {
  while (await site.running.service.tick());
}

beforeAll(async () => {
  site = await startConsole({}, { provider });
  const { invoke } = site.running;
  const people = ['ada@full.example', 'bob@gone.example', 'cat@north.example'];
  await invoke('upsert_people', {
    people: people.map((email) => ({ email, tags: ['grower', 'spring'] })),
  });
  const email = async (subject: string) =>
    (
      (await invoke('create_email', { subject, body_markdown: 'Hello' })) as {
        email: { id: number };
      }
    ).email.id;
  emailId = await email('Seeds');
  const nodes = [{ type: 'send_email', email_id: emailId }];
  for (const key of ['first', 'second']) {
    await invoke('create_flow', { key, name: key, definition: { trigger: { event: key }, nodes } });
  }
  await invoke('activate_flow', { flow_key: 'first' });
  for (const one of people) await invoke('record_event', { email: one, name: 'first' });
  await deliver();
  await invoke('create_segment', {
    ...{ key: 'growers', name: 'Growers' },
    definition: { type: 'has_tag', tag: 'grower' },
  });
  await invoke('create_segment', {
    ...{ key: 'all', name: 'All' },
    definition: { type: 'has_tag', tag: 'spring' },
  });
  const broadcast = (await invoke('create_broadcast', {
    ...{
      name: 'News',
      segment: 'all',
      email_source: 'copy' as const,
      email_id: await email('News'),
    },
  })) as { broadcast: { id: number } };
  broadcastId = broadcast.broadcast.id;
  const { person } = (await invoke('get_person', { person: 'ada@full.example' })) as {
    person: { id: number };
  };
  personId = person.id;
  page = await site.open('/');
});

afterEach(() => expect(takeFaults()).toEqual([]));

afterAll(() => site.stop());

/** What the dialog of an act says, before it is done; nothing is done. In German its parts are the same. */
async function consequences(on: Page, address: string): Promise<string[]> {
  await go(on, address);
  await on.getByRole('button', { name: /^(?:What it would do|Was es tun würde)$/ }).click();
  const dialog = on.getByRole('dialog');
  await dialog.getByRole('listitem').first().waitFor();
  const lines = await dialog.getByRole('listitem').allTextContents();
  if (on === page || suite === 'all') expect(await screenFindings(on)).toEqual([]);
  await dialog.getByRole('button', { name: /^(?:Cancel|Abbrechen)$/ }).click();
  return lines;
}

const acts: [what: string, address: () => string, english: string[], german: string[]][] = [
  [
    'deleting a segment',
    () => '/operations/delete_segment?segment_key=growers',
    ['1 segment is deleted.', '3 people are in it now and stay as they are.', 'Used in 0 places.'],
    [
      '1 Segment wird gelöscht.',
      '3 Personen sind jetzt darin und bleiben unverändert.',
      'Wird an 0 Stellen verwendet.',
    ],
  ],
  [
    'archiving an email',
    () => `/operations/delete_email?email_id=${emailId}`,
    ['1 email is archived.', 'Used in 2 flows.', '0 mails of it wait in the queue.'],
    [
      '1 E-Mail wird archiviert.',
      'Wird in 2 Abläufen verwendet.',
      '0 Mails davon warten in der Warteschlange.',
    ],
  ],
  [
    'sending a broadcast',
    () => `/operations/send_broadcast_now?broadcast_id=${broadcastId}`,
    ['1 broadcast is sent.', '2 people get the mail.', '1 person is left out.'],
    [
      '1 Rundschreiben wird gesendet.',
      '2 Personen erhalten die Mail.',
      '1 Person wird ausgelassen.',
    ],
  ],
  [
    'erasing a person',
    () => `/operations/delete_person?person=${personId}`,
    [
      '1 person is erased for good.',
      '1 mail is erased with the person.',
      '3 events are erased with the person.',
      '2 tags are lost.',
    ],
    [
      '1 Person wird endgültig gelöscht.',
      '1 Mail wird mit der Person gelöscht.',
      '3 Ereignisse werden mit der Person gelöscht.',
      '2 Tags gehen verloren.',
    ],
  ],
  [
    'retrying what failed',
    () => '/operations/retry_failed_sends',
    ['1 mail is tried again.', '1 mail is left out.'],
    ['Der Versand von 1 Mail wird erneut versucht.', '1 Mail wird ausgelassen.'],
  ],
];

describe('CON-24 the dialog before an act', () => {
  it('CON-24 erases by the word that the button says which leads to it', async () => {
    await go(page, `/people/${personId}`);
    await page.locator('main').getByRole('link', { name: 'Erase', exact: true }).click();
    await page.getByRole('button', { name: 'What it would do' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Erase', exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it.each(acts)('CON-24 says in numbers what %s does', async (_what, address, english) => {
    expect(await consequences(page, address())).toEqual(english);
  });

  it('CON-19 shows no form of a person once they are erased, and moves the focus to the answer', async () => {
    const made = await site.running.invoke('upsert_person', { email: 'leaves@example.com' });
    const { person } = made as OperationOutput<'upsert_person'>;
    await go(page, `/operations/delete_person?person=${person.id}`);
    await page.getByRole('button', { name: 'What it would do' }).click();
    await page.getByRole('dialog').locator('.confirm').click();
    const answer = page.getByRole('heading', { name: 'Answer' });
    await answer.waitFor();
    expect(await page.locator('main form').count()).toBe(0);
    const focused = page.locator('main section:focus');
    await focused.getByRole('heading', { name: 'Answer' }).waitFor();
  });

  it('CON-24 says them in German, and on a narrow screen', async () => {
    const german = await site.open('/', { locale: 'de-DE', width: 320 });
    for (const [what, address, , lines] of acts) {
      expect(await consequences(german, address()), what).toEqual(lines);
    }
    await german.context().close();
  });
});
