import type { openProvider } from '../../sending/mail-provider.ts';
import type { Service } from '../service.ts';
import { sampleAddress } from './people.ts';
import { chance } from './story.ts';

type Provider = ReturnType<typeof openProvider>;
type Message = Parameters<Provider['send']>[0];
type Outcome = Awaited<ReturnType<Provider['send']>>;

/** Mail programs of readers; the last one is a proxy, whose requests are not counted. */
const programs = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0',
];

const fullMailbox: Outcome = {
  kind: 'refused',
  permanent: true,
  status: 552,
  enhanced: '5.2.2',
  reason: '552 5.2.2 The mailbox is full.',
};
const brokenOff: Outcome = {
  kind: 'uncertain',
  reason: 'The connection broke off after the message had been handed over.',
};

/** A mail in the mailbox of its reader. */
interface Mail {
  sendId: number;
  to: string;
  subject: string;
  reference: string;
  /** The part of a URL after /o/, /c/ or /u/. */
  pixel: string | null;
  links: string[];
  token: string | null;
  /** Number of stops of the clock before the reader looks. */
  waits: number;
}

function read({ sendId, to, data }: Message): Mail {
  const text = data.toString('utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const first = (pattern: RegExp) => pattern.exec(text)?.[1] ?? null;
  const [, id, mark] = /^Message-ID: <(\d+)\.([0-9a-f]{16})@/m.exec(text) ?? [];
  const subject = first(/^Subject: (.*)\r$/m) ?? '';
  return {
    sendId,
    to,
    subject,
    reference: `${id}-${mark}`,
    pixel: first(/\/o\/([\w-]+)/),
    links: [...text.matchAll(/\/c\/([\w-]+\.\d+)/g)].map(([, link = '']) => link),
    token: first(/\/u\/([\w-]+)/),
    waits: 1 + (chance(`${to} waits ${subject}`) % 3),
  };
}

/**
 * Hands mail to the configured outbox and keeps it for its readers. One mailbox is full, and one
 * connection breaks.
 */
export class Readers {
  readonly #outbox: Provider;
  readonly #password: string;
  #unread: Mail[] = [];

  constructor(outbox: Provider, webhookPassword: string) {
    this.#outbox = outbox;
    this.#password = webhookPassword;
  }

  provider(): Provider {
    return {
      name: this.#outbox.name,
      // Otherwise the mail with the broken connection would be repeated automatically.
      deduplicates: false,
      concurrency: this.#outbox.concurrency,
      send: (message) => this.#take(message),
      close: () => this.#outbox.close(),
    };
  }

  async #take(message: Message): Promise<Outcome> {
    if (message.to === sampleAddress('Pedro')) return fullMailbox;
    if (message.to === sampleAddress('Emil') && read(message).subject.startsWith('Ten ')) {
      return brokenOff;
    }
    const outcome = await this.#outbox.send(message);
    if (outcome.kind === 'accepted') this.#unread.push(read(message));
    return outcome;
  }

  /** Lets the readers whose time has come receive, open, click, bounce, complain or unsubscribe. */
  async look(service: Service, isLast = false): Promise<void> {
    const waiting: Mail[] = [];
    for (const mail of this.#unread.toSorted((one, other) => one.sendId - other.sendId)) {
      mail.waits -= 1;
      if (mail.waits > 0 && !isLast) waiting.push(mail);
      else await this.#receive(mail, service);
    }
    this.#unread = waiting;
  }

  async #receive(mail: Mail, service: Service): Promise<void> {
    const { to, subject, token } = mail;
    const isLetter = subject.startsWith('Spring letter') || subject.startsWith('Seed swap');
    if (to === sampleAddress('Wanda') && isLetter) {
      return await this.#post(service, mail, { RecordType: 'Bounce', Type: 'HardBounce' });
    }
    await this.#post(service, mail, { RecordType: 'Delivery' });
    if (to === sampleAddress('Marta') && subject.startsWith('Seed swap')) {
      return await this.#post(service, mail, { RecordType: 'SpamComplaint' });
    }
    this.#open(mail, service);
    if (token === null) return;
    if (to === sampleAddress('Hana') && isLetter) {
      await service.unsubscribe(token, { reason: 'too_frequent', how: 'page' });
    }
    if (to === sampleAddress('Cyril') && subject.startsWith('A plot of')) {
      await service.unsubscribe(token, { reason: null, how: 'one_click' });
    }
  }

  #open({ to, subject, pixel, links }: Mail, service: Service): void {
    if (pixel === null || chance(`${to} opens ${subject}`) > 35 + chance(to) / 2) return;
    const agent = programs[chance(to) % programs.length] ?? '';
    const request = { head: false, headers: { 'user-agent': agent } };
    service.takeOpen(pixel, request);
    const link = links[chance(subject) % Math.max(links.length, 1)];
    if (link === undefined || chance(`${to} clicks ${subject}`) > 40) return;
    void service.takeClick(link, null, request);
  }

  async #post(service: Service, { sendId, reference }: Mail, report: object): Promise<void> {
    const event = {
      ...report,
      MessageID: `example-${sendId}`,
      Metadata: { postroad_send: reference },
    };
    const password = Buffer.from(`postroad:${this.#password}`).toString('base64');
    await service.takeWebhook('postmark', {
      headers: { authorization: `Basic ${password}` },
      body: Buffer.from(JSON.stringify(event)),
    });
  }
}
