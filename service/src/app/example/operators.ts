import { people, sampleAddress } from './people.ts';
import type { Ask, Written } from './write-account.ts';

const dayMs = 86_400_000;

/** Creates a broadcast with its own copy of the letter; returns its id. */
async function draftLetter(
  ask: Ask,
  { emails, segments }: Written,
  name: string,
  body: string,
): Promise<number> {
  const { broadcast } = await ask('create_broadcast', {
    ...{ name, segment_id: segments.newsletter, email_source: 'copy', email_id: emails.letter },
  });
  await ask('update_email', {
    ...{ email_id: broadcast.email_id, title: name, subject: name },
    body_markdown: `# ${name}\n\nHello {{ person.first_name | default: "there" }},\n\n${body}`,
  });
  return broadcast.id;
}

/** One CSV file with a faulty row, as real files often have. */
async function importAllotments(ask: Ask): Promise<void> {
  const addresses = ['Ada', 'Gustav', 'Lena', 'Rosa'].map(sampleAddress);
  const rows = [...addresses.map((address) => `${address},Allotment`), 'no-address,Allotment', ''];
  await ask('import_people', { content: ['email,tags', ...rows].join('\n'), format: 'csv' });
}

/**
 * The work of the company's operators, by day; it is done when the clock first stops on that day.
 */
export const operatorDays: Record<
  number,
  (ask: Ask, written: Written, today: Date) => Promise<void>
> = {
  async 7(ask, written, today) {
    const text = 'the beds are warm enough. [Read the letter](https://www.example.com/letters/1).';
    const id = await draftLetter(ask, written, 'Spring letter', text);
    const sendAt = new Date(today.getTime() + 2 * dayMs).toISOString();
    await ask('schedule_broadcast', { broadcast_id: id, send_at: sendAt });
  },
  async 10(ask) {
    await ask('add_note', { person: sampleAddress('Ada'), body: 'Asked for a printed calendar.' });
    await ask('untag_person', { person: sampleAddress('Julia'), tag: 'on-holiday' });
  },
  async 14(ask, written, today) {
    const text = 'plans will cost more from June on.';
    const id = await draftLetter(ask, written, 'Price change', text);
    const sendAt = new Date(today.getTime() + 5 * dayMs).toISOString();
    await ask('schedule_broadcast', { broadcast_id: id, send_at: sendAt });
  },
  async 15(ask) {
    const { broadcasts } = await ask('list_broadcasts', { status: 'scheduled' });
    for (const { id } of broadcasts) await ask('cancel_broadcast', { broadcast_id: id });
    await ask('save_flow_version', { flow_key: 'new-gardeners', name: 'Before the second letter' });
  },
  async 22(ask, written) {
    const text =
      'bring what you have, take what you need. [Find a swap near you](https://www.example.com/swap).';
    const id = await draftLetter(ask, written, 'Seed swap weekend', text);
    await ask('send_broadcast_now', { broadcast_id: id });
  },
  async 28(ask) {
    await importAllotments(ask);
    await ask('add_note', {
      person: sampleAddress('Stefan'),
      body: 'Called about the expired card.',
    });
  },
  async 34(ask, written, today) {
    const text = 'what to pick, and when. [Open it](https://www.example.com/harvest-calendar).';
    const id = await draftLetter(ask, written, 'Harvest calendar', text);
    const sendAt = new Date(today.getTime() + 6 * dayMs).toISOString();
    await ask('schedule_broadcast', { broadcast_id: id, send_at: sendAt });
    await draftLetter(ask, written, 'Autumn sale', 'a draft.');
  },
};

/** Events carry no time zone, so operators enter it after each sign-up. */
export async function enterTimezones(ask: Ask, arrived: ReadonlySet<string>): Promise<void> {
  for (const { email, timezone, tags } of people) {
    if (arrived.has(email))
      await ask('upsert_person', { email, timezone, tags: [...tags, 'newsletter'] });
  }
}
