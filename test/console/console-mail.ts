import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import type { Outcome, OutgoingMessage } from '@postroad/mail/providers/provider';
import type { RunningService } from '../surfaces/running-service.ts';

function refused(status: number, enhanced: string, reason: string): Outcome {
  return { kind: 'refused', permanent: true, status, enhanced, reason };
}

/** The answer of a provider by the domain that mail is for. */
export function answerFor({ to }: Pick<OutgoingMessage, 'to'>): Outcome {
  switch (to.slice(to.indexOf('@') + 1)) {
    case 'gone.example':
      return refused(550, '5.1.1', `550 5.1.1 <${to}>: Recipient address rejected: User unknown`);
    case 'full.example':
      return refused(552, '5.2.2', '552 5.2.2 The mailbox is full');
    case 'maybe.example':
      return { kind: 'uncertain', reason: 'The connection broke after the message was sent' };
    case 'later.example':
      return { kind: 'unreachable', reason: 'connect ECONNREFUSED 127.0.0.1:25' };
    default:
      return { kind: 'accepted', providerId: `p-${to}` };
  }
}

/** A mail server that greets once it is open; mail does not go through it. */
export interface Greeter {
  url: string;
  isOpen: boolean;
  stop(): Promise<void>;
}

export async function startGreeter(): Promise<Greeter> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => socket.destroy()).resume();
    socket.end(greeter.isOpen ? '220 mail.example\r\n' : '554 closed\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const greeter: Greeter = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?tls=never`,
    isOpen: false,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return greeter;
}

/** An hour of the day, in UTC, as windows write it. */
const hour = (of: number) => `${String(of).padStart(2, '0')}:00`;

/** Mail of every status and reason: sent, on hold, uncertain, failed, tried again and late. */
export async function mailOfEveryKind({ invoke, service, database }: RunningService) {
  const email = async (subject: string, labels: string[] = []) =>
    (
      (await invoke('create_email', { subject, body_markdown: 'Hello', labels })) as {
        email: { id: number };
      }
    ).email.id;
  const flow = async (key: string, name: string, nodes: object[]) => {
    const definition = { trigger: { event: key }, nodes };
    await invoke('create_flow', { key, name, definition });
    await invoke('activate_flow', { flow_key: key });
  };
  const enter = async (name: string, addresses: readonly string[]) => {
    await invoke('record_events', {
      events: addresses.map((address) => ({ email: address, name })),
    });
    while (await service.round('runs'));
  };
  const later = (new Date().getUTCHours() + 6) % 24;
  await invoke('update_profile', { timezone: 'UTC' });
  const rule = { label: 'slow', days: [0, 1, 2, 3, 4, 5, 6] };
  await invoke('update_settings', {
    settings: {
      send_windows: { rules: [{ ...rule, start: hour(later), end: hour(later + 1) }] },
    },
  });
  const send = async (subject: string, labels?: string[]) => ({
    type: 'send_email',
    email_id: await email(subject, labels),
  });
  await flow('ordered', 'Orders', [await send('Your order')]);
  await enter('ordered', [
    ...['ada@example.com', 'one@gone.example', 'two@gone.example', 'max@full.example'],
    ...['eve@maybe.example', 'tom@maybe.example', 'leo@later.example'],
  ]);
  await flow('asked', 'Offers', [await send('Our offer', ['slow'])]);
  await enter('asked', ['ada@example.com']);
  while (await service.tick());
  // Paused while its mail is due.
  await flow('paid', 'Receipts', [await send('Your receipt')]);
  await enter('paid', ['ada@example.com', 'bob@example.com']);
  await invoke('pause_flow', { flow_key: 'paid' });
  // People on a step that is taken away are parked when they would continue.
  const wait = { type: 'delay', duration: { amount: 1, unit: 'days' } };
  await flow('trial', 'Trial', [wait, await send('How is it?')]);
  await enter('trial', ['ada@example.com', 'bob@example.com', 'cat@example.com']);
  const definition = { trigger: { event: 'trial' }, nodes: [await send('Welcome')] };
  await invoke('update_flow', { flow_key: 'trial', definition, force: true });
  await database.pool`update runs set due_at = now() where due_at > now()`;
  while (await service.round('runs'));
}

/** Mail whose time came minutes ago and that nobody sends, and nothing that was sent meanwhile. */
export async function lateMail({ invoke, service, database }: RunningService) {
  const made = (await invoke('create_email', { subject: 'We called', body_markdown: 'Hello' })) as {
    email: { id: number };
  };
  const definition = {
    trigger: { event: 'called' },
    nodes: [{ type: 'send_email', email_id: made.email.id }],
  };
  await invoke('create_flow', { key: 'called', name: 'Calls', definition });
  await invoke('activate_flow', { flow_key: 'called' });
  await invoke('record_events', {
    events: ['ada@example.com', 'bob@example.com'].map((email) => ({ email, name: 'called' })),
  });
  while (await service.round('runs'));
  await database.pool`
    update sends set due_at = now() - interval '6 minutes'
    where status = 'scheduled' and hold_reason is null`;
  await database.pool`update sent_minutes set minute_at = minute_at - interval '5 minutes'`;
}
