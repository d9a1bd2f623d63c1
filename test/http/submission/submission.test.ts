import { execFile, spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { limits } from '@postroad/core/platform/limits';
import { listenForMail, type SubmissionServer } from '@postroad/http/submission/submission-server';
import { submissionResults } from '@postroad/service/app/checks/check-mail';
import { transaction } from '@postroad/store/platform/transaction';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, readPage } from '../../docs/guide.ts';
import { certificate, privateKey } from '../../mail/certificate.ts';
import { type Calling, calling } from '../../service/app/calling.ts';
import { type Delivering, delivering } from '../../service/sending/delivering.ts';
import { runStatements } from '../../support/migration-part.ts';
import { openTestService, type TestService } from '../../support/service.ts';

const from = 'shop@example.com';
let opened: TestService;
let calls: Calling;
let mail: Delivering;
let server: SubmissionServer;
let token: string;

beforeAll(async () => {
  opened = await openTestService({ env: { MAIL_FROM: from } });
  calls = calling(opened);
  mail = delivering(opened);
  server = await listenForMail(opened.service, { host: '127.0.0.1', port: 0, tls: null });
  token = (await calls.call('create_token', { name: 'Shop', scope: 'send' })).secret;
});

afterAll(async () => {
  await server.close();
  await opened.close();
});

async function round() {
  await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
  return await mail.arrived();
}

/** The mail that came out last, as it is. */
async function newest(): Promise<string> {
  const dir = opened.config.outboxDir;
  const ids = (await readdir(dir)).map((name) => Number.parseInt(name, 10));
  return await readFile(join(dir, `${Math.max(...ids)}.eml`), 'latin1');
}

function transport(password = token) {
  const auth = { user: 'anything', pass: password };
  return createTransport({ host: '127.0.0.1', port: server.port, auth, ignoreTLS: true });
}

/** Lines of a conversation; each answer is the last line of its reply. */
class Conversation {
  readonly #socket: Socket;
  #text = '';
  #heard: () => void = () => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => {
      this.#text += chunk.toString('utf8');
      this.#heard();
    });
    socket.on('error', () => {});
  }

  static async open(port: number): Promise<Conversation> {
    const conversation = new Conversation(connect(port, '127.0.0.1'));
    await conversation.answer();
    return conversation;
  }

  async answer(): Promise<string> {
    for (;;) {
      const reply = /^(?:\d{3}-[^\r\n]*\r\n)*\d{3} [^\r\n]*\r\n/.exec(this.#text)?.[0];
      if (reply !== undefined) {
        this.#text = this.#text.slice(reply.length);
        return reply.trimEnd();
      }
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }

  async say(...lines: string[]): Promise<string> {
    this.#socket.write(`${lines.join('\r\n')}\r\n`);
    return await this.answer();
  }

  async logIn(password = token): Promise<string> {
    await this.say('EHLO client.example.com');
    const plain = Buffer.from(`\0me\0${password}`).toString('base64');
    return await this.say(`AUTH PLAIN ${plain}`);
  }

  async submit(lines: string[], to = ['ada@example.com']): Promise<string> {
    await this.say(`MAIL FROM:<${from}>`);
    for (const one of to) await this.say(`RCPT TO:<${one}>`);
    await this.say('DATA');
    return await this.say(...lines, '.');
  }

  end(): void {
    this.#socket.destroy();
  }
}

const note = (id: string, body = 'Hello {{ first_name }}') => [
  `From: Shop <${from}>`,
  'To: ada@example.com',
  'Bcc: eve@example.com',
  'Subject: Your order',
  `Message-ID: <${id}@shop.example.com>`,
  'X-Order: 7',
  '',
  body,
];

describe('SUBM-08 a program submits mail', () => {
  it('SUBM-05 with nodemailer, which keeps its MIME, its Message-ID and its files', async () => {
    await mail.arrived();
    const sent = await transport().sendMail({
      from: `Shop <${from}>`,
      to: 'ada@example.com',
      bcc: 'ben@example.com',
      subject: 'Grüße {{ name }}',
      text: 'Über {{ first_name }}',
      attachments: [{ filename: 'Rechnung ü.pdf', content: Buffer.alloc(100_000, 7) }],
    });
    expect(sent.accepted).toEqual(['ada@example.com', 'ben@example.com']);
    const arrived = await round();
    expect(arrived).toHaveLength(2);
    for (const email of arrived) {
      expect(email).toMatchObject({
        messageId: sent.messageId,
        subject: 'Grüße {{ name }}',
        from: { name: 'Shop', address: from },
        to: [{ address: 'ada@example.com' }],
      });
      expect(email.text?.trim()).toBe('Über {{ first_name }}');
      expect(email.bcc ?? []).toEqual([]);
      const files = email.attachments.map(({ filename, content }) => ({
        filename,
        octets: Buffer.from(content as ArrayBuffer).length,
      }));
      expect(files).toEqual([{ filename: 'Rechnung ü.pdf', octets: 100_000 }]);
      const reference = email.headers.find(({ key }) => key === 'x-postroad-send')?.value;
      expect(reference).toMatch(/^\d+-[0-9a-f]{16}$/);
    }
    const listed = await calls.call('list_messages', {});
    expect(listed.messages.slice(0, 2)).toMatchObject([
      { to: 'ben@example.com', status: 'sent', email_id: null },
      { to: 'ada@example.com', status: 'sent', subject: 'Grüße {{ name }}' },
    ]);
  });

  it('with bytes of its own, which are kept as they are', async () => {
    const client = await Conversation.open(server.port);
    expect(await client.logIn()).toMatch(/^235 2\.7\.0/);
    const odd = ['..two dots', '..', 'trailing  ', '', ''].join('\r\n');
    expect(await client.submit(note('raw', odd))).toMatch(/^250 2\.6\.0/);
    client.end();
    await mail.arrived();
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    const raw = await newest();
    expect(raw).toMatch(/^X-Postroad-Send: \d+-[0-9a-f]{16}\r\nFrom: Shop <shop@example.com>\r\n/);
    expect(raw).toContain('\r\n\r\n.two dots\r\n.\r\ntrailing  \r\n');
    expect(raw).toContain('X-Order: 7\r\n');
    expect(raw).not.toContain('eve@');
  });

  it('with lines and headers that no server takes, which become ones that all take', async () => {
    const client = await Conversation.open(server.port);
    await client.logIn();
    await mail.arrived();
    const [first = '', ...rest] = note('odd-lines', `one\rtwo\r\r\n${'x'.repeat(1500)}`);
    const hidden = [
      'X-Note: a\rFrom: eve@elsewhere.example',
      `References: ${'<a@b> '.repeat(400)}`,
    ];
    expect(await client.submit([first, ...hidden, ...rest])).toMatch(/^250/);
    expect(await round()).toMatchObject([{ from: { address: from } }]);
    const raw = await newest();
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBe(limits.mailLineOctets);
    expect(raw).toContain('\r\nX-Note: a From: eve@elsewhere.example\r\n');
    expect(raw).toContain('\r\n\r\none two\r\nxxx');
    client.end();
  });

  it('with words that the queue cannot hold in their subject, and does not try it again', async () => {
    const client = await Conversation.open(server.port);
    await client.logIn();
    const lines = note('nul').map((line) => line.replace('Your order', '=?utf-8?Q?Your=00order?='));
    expect(await client.submit(lines)).toMatch(/^250/);
    const { messages } = await calls.call('list_messages', { limit: 1 });
    expect(messages).toMatchObject([{ subject: 'Your order' }]);
    for (const place of ['Your order', 'X-Order: 7', 'Hello', 'nul2']) {
      const broken = note('nul2').map((line) => line.replace(place, `\0${place}`));
      expect(await client.submit(broken), place).toMatch(/^554 5\.6\.0 The mail has a NUL byte/);
    }
    client.end();
    await round();
  });

  const programs = [
    { language: 'js', command: process.execPath, flags: ['--input-type=module', '-e'], order: 8 },
    { language: 'python', command: 'python3', flags: ['-c'], order: 9 },
  ].filter(({ command }) => spawnSync(command, ['--version']).status === 0);

  it.each(programs)('CONS-08 with the program of the guide in $language', async (program) => {
    const { language, command, flags, order } = program;
    await calls.call('update_settings', {
      settings: { 'sending.allowed_from': ['shop.example.com'] },
    });
    const code = codeOf(readPage('docs/guides/smtp-submission.md'), language);
    await mail.arrived();
    const env = { ...process.env, SUBMISSION_PORT: String(server.port), SHOP_PASSWORD: token };
    await promisify(execFile)(command, [...flags, code], { env, cwd: import.meta.dirname });
    expect(await round()).toMatchObject([{ subject: `Order ${order}` }]);
  });
});

describe('SUBM-02 the password is a token', () => {
  it('that is valid and may send; a wrong one counts as a failed login', async () => {
    const reader = (await calls.call('create_token', { name: 'Reads', scope: 'read' })).secret;
    const client = await Conversation.open(server.port);
    expect(await client.say('MAIL FROM:<a@example.com>')).toMatch(/^503 5\.5\.1/);
    await client.say('EHLO client.example.com');
    expect(await client.say(`MAIL FROM:<${from}>`)).toMatch(/^530 5\.7\.0/);
    expect(await client.logIn(reader)).toMatch(/^535 5\.7\.8 .*scope send/);
    expect(await client.logIn('wrong')).toMatch(/^535 5\.7\.8/);
    const replies: string[] = [];
    for (let tries = 0; tries < limits.failedLogins; tries += 1) {
      const other = await Conversation.open(server.port);
      replies.push(await other.logIn('wrong'));
      other.end();
    }
    expect(replies.at(-1)).toMatch(/^451 4\.7\.1 .*wrong tokens/);
    await client.say('AUTH LOGIN');
    await client.say(Buffer.from('me').toString('base64'));
    expect(await client.say(Buffer.from(token).toString('base64'))).toMatch(/^235 2\.7\.0/);
    client.end();
  });

  it('SUBM-03 that is taken over TLS, or where the listener is on loopback', async () => {
    const tls = { cert: certificate, key: privateKey };
    const open = await listenForMail(opened.service, { host: '0.0.0.0', port: 0, tls });
    const bare = await listenForMail(opened.service, { host: '0.0.0.0', port: 0, tls: null });
    try {
      for (const [port, starts] of [
        [open.port, true],
        [bare.port, false],
      ] as const) {
        const client = await Conversation.open(port);
        const features = await client.say('EHLO client.example.com');
        expect(features).not.toContain('AUTH');
        expect(features.includes('STARTTLS')).toBe(starts);
        expect(await client.say('AUTH PLAIN AG1lAHdyb25n')).toMatch(/^5\d\d 5\.\d\.\d/);
        expect(await client.say(`MAIL FROM:<${from}>`)).toMatch(/^530 5\.7\.0/);
        client.end();
      }
      const auth = { user: 'me', pass: token };
      const to = { from, to: 'ada@example.com', subject: 'Over TLS', text: 'x' };
      await createTransport({
        host: '127.0.0.1',
        port: open.port,
        requireTLS: true,
        auth,
        tls: { ca: certificate, servername: 'localhost' },
      }).sendMail(to);
      await mail.arrived();
      expect(await round()).toMatchObject([{ subject: 'Over TLS' }]);
    } finally {
      await open.close();
      await bare.close();
    }
  });
});

it('SUBM-03 the doctor says that nobody can log in without TLS off loopback', () => {
  const bare = { port: 587, tls: null };
  const [found] = submissionResults({ host: '0.0.0.0', submission: bare });
  expect(found).toMatchObject({ level: 'problem', fix: expect.stringContaining('TLS_CERT') });
  expect(submissionResults({ host: '127.0.0.1', submission: bare })).toEqual([]);
  expect(submissionResults({ host: '0.0.0.0', submission: null })).toEqual([]);
});

describe('SUBM-04 an error has an enhanced code', () => {
  it('for senders, sizes, recipients and mails that are none', async () => {
    const client = await Conversation.open(server.port);
    await client.logIn();
    expect(await client.say('MAIL FROM:<eve@elsewhere.example>')).toMatch(/^550 5\.7\.1/);
    expect(await client.say(`MAIL FROM:<${from}> SIZE=25000001`)).toMatch(/^552 5\.3\.4/);
    await client.say(`MAIL FROM:<${from}>`);
    await opened.database.pool`
      update people set hard_bounced_at = created_at where email = 'ben@example.com'`;
    expect(await client.say('RCPT TO:<ben@example.com>')).toMatch(/^550 5\.7\.1 ben@example.com/);
    expect(await client.say('RCPT TO:<nobody>')).toMatch(/^5\d\d 5\.1\.3/);
    await client.say('RSET');
    const forged = note('forged').map((line) => line.replace(from, 'eve@elsewhere.example'));
    expect(await client.submit(forged)).toMatch(/^550 5\.7\.1/);
    const beside = ['Sender: eve@elsewhere.example', ...note('beside')];
    expect(await client.submit(beside)).toMatch(/^550 5\.7\.1/);
    const many = Array.from({ length: limits.messageHeaders }, (_, at) => `X-Number: ${at}`);
    const late = [...note('late').slice(0, 1), ...many, 'From: eve@elsewhere.example', '', 'Hi'];
    expect(await client.submit(late)).toMatch(/^554 5\.6\.0 The mail has more than 1000 headers/);
    for (const order of [
      'X-SMTPAPI: {"to": ["eve@example.com"]}',
      'x-mc-BccAddress : e@e.example',
    ]) {
      const reply = await client.submit([order, ...note('steers')]);
      expect(reply).toMatch(/^554 5\.6\.0 The header x-\S+ is not taken: a mail provider follows/i);
    }
    expect(await client.submit(['Sender: nobody', ...note('nobody')])).toMatch(/^554 5\.6\.0/);
    expect(await client.submit([`Sender: ${from}`, ...note('own')])).toMatch(/^250/);
    await round();
    expect(await client.submit(['Subject: none', '', 'x'])).toMatch(/^554 5\.6\.0/);
    expect(await client.say('NONSENSE')).toMatch(/^500 5\.5\.2/);
    client.end();
  });

  it('555 5.5.4 for a parameter that is not known; those of what is announced are taken', async () => {
    const client = await Conversation.open(server.port);
    await client.logIn();
    for (const parameter of ['X-FOO=1', 'x-foo', 'MT-PRIORITY=3', 'HOLDFOR=60', '__proto__=1']) {
      const reply = await client.say(`MAIL FROM:<${from}> ${parameter}`);
      expect(reply, parameter).toMatch(/^555 5\.5\.4 The parameter .* is not known/);
    }
    const taken = 'SIZE=100 BODY=8BITMIME SMTPUTF8 AUTH=<>';
    expect(await client.say(`MAIL FROM:<${from}> ${taken}`)).toMatch(/^250 2\.1\.0/);
    // Reports of delivery (RFC 3461) are not announced, since nobody would send them.
    expect(await client.say('EHLO client.example')).not.toMatch(/DSN|REQUIRETLS/);
    await client.say(`MAIL FROM:<${from}>`);
    for (const parameter of ['X-FOO=1', 'NOTIFY=NEVER']) {
      const reply = await client.say(`RCPT TO:<ada@example.com> ${parameter}`);
      expect(reply, parameter).toMatch(/^555 5\.5\.4/);
    }
    expect(await client.say('RCPT TO:<ada@example.com>')).toMatch(/^250 2\.1\.5/);
    client.end();
  });

  it('552 5.3.4 for a message over 25 MB', async () => {
    const line = `${'x'.repeat(998)}\r\n`;
    const client = await Conversation.open(server.port);
    await client.logIn();
    const body = line.repeat(Math.ceil(limits.submissionBytes / line.length));
    expect(await client.submit(note('huge', body))).toMatch(/^552 5\.3\.4/);
    const unused = await opened.database.pool`select from message_files where not used`;
    expect(unused).toHaveLength(0);
    client.end();
  });
});

it('SEC-06 one address takes no more than its share of the connections', async () => {
  const share = limits.submissionConnectionsPerAddress;
  const open = Array.from({ length: share }, () => Conversation.open(server.port));
  const clients = await Promise.all(open);
  const proxies = { host: '127.0.0.1', port: 0, tls: null, trustedProxies: ['127.0.0.0/8'] };
  const behind = await listenForMail(opened.service, proxies);
  try {
    const more = new Conversation(connect(server.port, '127.0.0.1'));
    expect(await more.answer()).toBe(
      `421 4.7.0 Your address has ${share} connections already. Close one, then try again.`,
    );
    const other = connect({ port: server.port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    expect(await new Conversation(other).answer()).toMatch(/^220 /);
    other.destroy();
    clients.pop()?.end();
    await expect
      .poll(async () => {
        const next = new Conversation(connect(server.port, '127.0.0.1'));
        const greeting = await next.answer();
        next.end();
        return greeting;
      })
      .toMatch(/^220 /);
    const many = Array.from({ length: share + 1 }, () => Conversation.open(behind.port));
    for (const client of await Promise.all(many)) {
      expect(await client.say('EHLO client.example.com')).toMatch(/^250/);
      client.end();
    }
  } finally {
    for (const client of clients) client.end();
    await behind.close();
  }
});

it('SUBM-06 accepts the same mail again and sends it once; another under its name is 554', async () => {
  await mail.arrived();
  const client = await Conversation.open(server.port);
  await client.logIn();
  for (const _ of [1, 2, 3]) expect(await client.submit(note('same'))).toMatch(/^250 2\.6\.0/);
  expect(await client.submit(note('same', 'Other words'))).toMatch(/^554 5\.6\.0/);
  expect(await client.submit(note('same'), ['ada@example.com', 'dan@example.com'])).toMatch(/^250/);
  const arrived = await round();
  expect(arrived.map(({ messageId }) => messageId)).toEqual([
    '<same@shop.example.com>',
    '<same@shop.example.com>',
  ]);
  await calls.call('move_clock', { advance: { amount: 25, unit: 'hours' } });
  await client.submit(note('same', 'Other words'));
  expect(await round()).toHaveLength(1);
  client.end();
});

it('SUBM-07 takes a mail again that was overtaken, and asks for another try while others stay in its way', async () => {
  const overtakeNext = (times: number) =>
    transaction(opened.database, {}, (tx) =>
      runStatements(
        tx,
        `
        create sequence if not exists overtaken;
        create or replace function overtake() returns trigger language plpgsql as $$
        begin
          if nextval('overtaken') <= ${times} then
            raise exception 'overtaken' using errcode = '40P01';
          end if;
          return new;
        end $$;
        create or replace trigger overtake before insert on messages
          for each row execute function overtake();
        select setval('overtaken', 1, false)`,
      ),
    );
  const client = await Conversation.open(server.port);
  await client.logIn();
  await overtakeNext(2);
  expect(await client.submit(note('overtaken'))).toMatch(/^250 2\.6\.0/);
  await overtakeNext(3);
  expect(await client.submit(note('overtaken-again'))).toMatch(/^451 4\.3\.0/);
  expect(await client.submit(note('overtaken-again'))).toMatch(/^250 2\.6\.0/);
  expect(await round()).toHaveLength(2);
  client.end();
});

it('a file goes with the erasure of the last person who has it', async () => {
  const client = await Conversation.open(server.port);
  await client.logIn();
  await client.submit(note('erased'), ['flo@example.com', 'gus@example.com']);
  client.end();
  const files = async () =>
    (await opened.database.pool`select id from message_files`).map(({ id }) => Number(id));
  const before = await files();
  for (const [person, left] of [
    ['flo@example.com', before.length],
    ['gus@example.com', before.length - 1],
  ] as const) {
    await calls.call('delete_person', { person });
    expect(await files()).toHaveLength(left);
  }
});
