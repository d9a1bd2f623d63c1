import { DeliveryPoster } from '@postroad/service/webhooks/post-delivery';
import { AllowedAddresses, urlFault } from '@postroad/service/webhooks/public-address';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HookReceiver, openHookReceiver } from '../../support/hook-receiver.ts';

const none = new AllowedAddresses([]);

/** Literals, in all the forms that a URL takes them. */
const literals = [
  ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f.1/'],
  ...['https://0177.0.0.1/', 'https://127.0.0.1:8443/', 'https://127.0.0.1./', 'https://0.0.0.0/'],
  ...[
    'https://10.0.0.1/',
    'https://172.16.3.4/',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
  ],
  ...['https://100.64.0.1/', 'https://169.254.169.254/latest/meta-data/', 'https://198.18.0.1/'],
  ...['https://192.0.0.8/', 'https://192.0.2.1/', 'https://198.51.100.7/', 'https://203.0.113.9/'],
  ...[
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://192.88.99.1/',
  ],
  ...[
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
  ],
  ...['https://[::127.0.0.1]/', 'https://[64:ff9b::7f00:1]/', 'https://[64:ff9b:1::1]/'],
  ...['https://[fe80::1]/', 'https://[fc00::1]/', 'https://[fd12:3456::1]/', 'https://[ff02::1]/'],
  ...[
    'https://[2002:7f00:1::]/',
    'https://[2001::1]/',
    'https://[2001:db8::1]/',
    'https://[100::1]/',
  ],
  ...['https://[fec0::1]/', 'https://[3fff::1]/', 'https://１２７.0.0.1/', 'https://127。0。0。1/'],
];

const others = [
  ...['http://example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'https://', 'example.com'],
  ...['https://user@example.com/', 'https://user:secret@example.com/', 'gopher://127.0.0.1:25/'],
  ...['https://example.com@127.0.0.1/', 'javascript:alert(1)', 'http://127.0.0.1:3000/'],
  'https://example.com:0/hooks',
];

it('HOOK-14 has forty payloads and more', () => {
  expect(literals.length + others.length).toBeGreaterThanOrEqual(40);
});

it.each([...literals, ...others])('HOOK-13, HOOK-14 refuses to save %s', (url) => {
  expect(urlFault(url, none)).not.toBeNull();
});

it.each([
  ...['https://example.com/hooks', 'https://example.com:8443/', 'https://93.184.215.14/'],
  ...['https://[2606:4700:4700::1111]/', 'https://münchen.example/'],
])('HOOK-13 takes %s', (url) => {
  expect(urlFault(url, none)).toBeNull();
});

it('HOOK-13 opens with WEBHOOK_ALLOW what it names, http included, and nothing else', () => {
  const some = new AllowedAddresses(['10.1.0.0/16', 'fd00::/8']);
  for (const url of [
    'http://10.1.2.3/',
    'https://10.1.2.3/',
    'http://[fd00::5]/',
    'http://inside/',
  ])
    expect(urlFault(url, some), url).toBeNull();
  for (const url of ['http://10.2.2.3/', 'https://10.2.2.3/', 'http://93.184.215.14/'])
    expect(urlFault(url, some), url).not.toBeNull();
});

describe('at the connection', () => {
  let receiver: HookReceiver;

  beforeAll(async () => {
    receiver = await openHookReceiver();
  });
  afterAll(() => receiver.close());

  const inside = [
    ...['127.0.0.1', '10.0.0.1', '100.64.0.1', '169.254.169.254', '0.0.0.0', '224.0.0.1'],
    ...['::1', '::', '::ffff:127.0.0.1', 'fe80::1', 'fc00::1', 'ff02::1', '64:ff9b::7f00:1'],
  ];
  const family = (address: string) => (address.includes(':') ? 6 : 4);
  const send = (poster: DeliveryPoster, url: string) =>
    poster.post(url, '{}', {}, new AbortController().signal);

  it.each(inside)('HOOK-13, HOOK-14 sends nothing to a name that leads to %s', async (address) => {
    const poster = new DeliveryPoster([], async () => [{ address, family: family(address) }]);
    const answer = await send(poster, `https://hooks.example.com:${receiver.port}/`);
    poster.close();
    expect(answer).toMatchObject({ status: null, error: expect.stringContaining('may not go') });
  });

  it('HOOK-14 sends nothing where one address of several leads inside', async () => {
    const both = ['93.184.215.14', '127.0.0.1'].map((address) => ({ address, family: 4 }));
    const poster = new DeliveryPoster([], async () => both);
    expect((await send(poster, 'https://hooks.example.com/')).error).toContain('127.0.0.1');
    poster.close();
  });

  it('HOOK-14 goes to the address that it looked at, whatever the name says next', async () => {
    const answers = ['127.0.0.1', '127.0.0.2'];
    const asked: string[] = [];
    const poster = new DeliveryPoster(['127.0.0.1'], async (host) => {
      asked.push(host);
      return [{ address: answers[asked.length - 1] ?? '10.0.0.1', family: 4 }];
    });
    const url = `http://rebind.example.com:${receiver.port}/`;
    expect(await send(poster, url)).toMatchObject({ status: 204 });
    poster.close();
    expect(asked).toEqual(['rebind.example.com']);
    const second = new DeliveryPoster(['127.0.0.1'], async () => [
      { address: '127.0.0.2', family: 4 },
    ]);
    expect((await send(second, url)).error).toContain('127.0.0.2');
    second.close();
  });
});
