import { parseSmtpUrl } from '@postroad/mail/smtp/smtp-url';
import { expect, it } from 'vitest';

it.each([
  ...['mail.example.com', '203.0.113.5', '[2001:db8::25]', '172.32.0.1', 'local.example.com'],
  ...['192.169.0.1', '100.128.0.1', '[fe00::1]', '169.253.1.1'],
])(
  'SEC-32 demands TLS on port 587 of %s, which is public, unless the URL says otherwise',
  (host) => {
    const tls = (rest: string) => parseSmtpUrl(`smtp://${host}${rest}`).tls;
    expect([tls(''), tls(':587'), tls('/?insecure=1')]).toEqual(Array(3).fill('required'));
    expect([tls('?tls=opportunistic'), tls('?tls=never')]).toEqual(['opportunistic', 'never']);
    expect([tls(':25'), tls(':2525')]).toEqual(Array(2).fill('opportunistic'));
  },
);

it.each([
  ...['localhost', 'mail.localhost', '127.1.2.3', '[::1]', 'mailhog'],
  ...['10.1.2.3', '172.16.0.1', '172.31.255.1', '192.168.1.1', '169.254.1.1', '100.64.0.1'],
  ...['[fd00::1]', '[fe80::1]', 'mail.internal', 'smtp.default.svc.cluster.local', 'mx.home.arpa'],
])('SEC-32 takes what %s offers, which is private', (host) => {
  expect(parseSmtpUrl(`smtp://${host}`).tls).toBe('opportunistic');
});
