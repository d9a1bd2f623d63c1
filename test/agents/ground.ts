import type { RunningService } from '../surfaces/running-service.ts';

/** A Monday, so that days of the week and the texts of answers are the same in each run. */
export const startsAt = '2026-03-02T08:00:00.000Z';

const names = ['ada', 'grace', 'edsger', 'barbara', 'donald', 'frances', 'alan', 'radia'];
export const addressOf = (name: string) => `${name}@example.com`;

/** The flow that is live before the first task: a welcome, three days, and another mail for some. */
export function onboarding(first: number, second: number) {
  return {
    trigger: { event: 'account_created' },
    nodes: [
      { id: 1, type: 'send_email', name: 'Send the welcome', email_id: first },
      { id: 2, type: 'delay', name: 'Wait three days', duration: { amount: 3, unit: 'days' } },
      {
        ...{ id: 3, type: 'if_else', name: 'Is it the pro plan' },
        condition: { type: 'field', field: 'plan', op: 'equals', value: 'pro' },
        then: [{ id: 4, type: 'send_email', name: 'What pro can do', email_id: second }],
        else: [{ id: 5, type: 'exit_flow', name: 'Leave' }],
      },
    ],
    node_counter: 5,
  };
}

/** An account at work: people with plans, a live flow with people inside, and mail of this week. */
export async function layGround({ invoke }: RunningService): Promise<void> {
  await invoke('update_profile', { name: 'Acme', timezone: 'Europe/Berlin' });
  await invoke('update_settings', {
    settings: { 'sending.mailing_address': 'Acme Inc., 1 Main Street, Springfield' },
  });
  const written = async (title: string, body_markdown: string) => {
    const made = await invoke('create_email', { title, subject: title, body_markdown });
    return (made as { email: { id: number } }).email.id;
  };
  const first = await written('Good to have you', '# Hello\n\nYour account is ready.');
  const second = await written('What pro can do', '# More for you\n\nLook around.');
  await written('Tips of the month', '# Tips\n\nTry the shortcuts.');
  for (const [index, name] of names.entries()) {
    const plan = index % 2 === 0 ? 'pro' : 'free';
    const person = { first_name: `${name[0]?.toUpperCase()}${name.slice(1)}`, fields: { plan } };
    const email = addressOf(name);
    await invoke('record_event', { email, name: 'signed_up', details: { plan }, person });
  }
  const definition = onboarding(first, second);
  await invoke('create_flow', { key: 'onboarding', name: 'Onboarding', definition });
  await invoke('activate_flow', { flow_key: 'onboarding' });
  for (const name of ['ada', 'grace', 'edsger'])
    await invoke('record_event', { email: addressOf(name), name: 'account_created' });
  await invoke('record_event', {
    ...{ email: addressOf('barbara'), name: 'subscription_started' },
    details: {
      ...{ external_id: 'sub-1', product: 'membership', interval: 'yearly', status: 'active' },
      ...{ renewal_amount_cents: 4_900, next_renewal_at: '2026-03-26T09:00:00Z' },
    },
  });
  await invoke('update_person', { person: addressOf('alan'), unsubscribed: true });
  await invoke('move_clock', { advance: { amount: 1, unit: 'hours' } });
}
