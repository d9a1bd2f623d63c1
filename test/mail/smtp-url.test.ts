import { parseSmtpUrl } from '@postroad/mail/smtp/smtp-url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/property-tests.ts';

const target = {
  ...{ implicitTls: false, tls: 'opportunistic', insecure: false, login: null },
  ...{ oauthUser: null, connections: null },
};

const required = { ...target, tls: 'required' };

describe('parseSmtpUrl', () => {
  it.each([
    ['smtp://mail.example.com', { ...required, host: 'mail.example.com', port: 587 }],
    ['smtp://mail.example.com:25/', { ...target, host: 'mail.example.com', port: 25 }],
    [
      'smtps://mail.example.com',
      { ...target, host: 'mail.example.com', port: 465, implicitTls: true },
    ],
    ['smtp://[::1]:2525?tls=never', { ...target, host: '::1', port: 2525, tls: 'never' }],
    [
      'smtp://localhost?tls=required&insecure=1',
      { ...target, host: 'localhost', port: 587, tls: 'required', insecure: true },
    ],
    [
      'smtp://anna%40example.com:a%2Fb%3F%23%25@mail.example.com',
      {
        ...required,
        host: 'mail.example.com',
        port: 587,
        login: { user: 'anna@example.com', password: 'a/b?#%' },
      },
    ],
    [
      'smtp://anna%40example.com@mail.example.com?auth=xoauth2&connections=3',
      {
        ...required,
        host: 'mail.example.com',
        port: 587,
        oauthUser: 'anna@example.com',
        connections: 3,
      },
    ],
  ])('reads %s', (url, expected) => {
    expect(parseSmtpUrl(url)).toEqual(expected);
  });

  it.each([
    ['', 'not a URL'],
    ['mail.example.com', 'not a URL'],
    ['http://mail.example.com', 'must begin with'],
    ['smtp://', 'host'],
    ['smtp://mail.example.com:99999', 'not a URL'],
    ['smtp://mail.example.com:0', 'port 0'],
    ['smtp://mail example.com', 'not a URL'],
    ['smtp://mail.example.com/path', 'must end after'],
    ['smtp://mail.example.com#x', 'must end after'],
    ['smtp://mail.example.com?tls=yes', 'tls must be'],
    ['smtp://mail.example.com?insecure=yes', 'insecure must be'],
    ['smtp://mail.example.com?tls=never&tls=required', 'once each'],
    ['smtp://mail.example.com?pool=1', 'options tls, insecure, auth, connections'],
    ['smtps://mail.example.com?tls=never', 'choose one'],
    ['smtp://mail.example.com?auth=ntlm', 'auth must be'],
    ['smtp://mail.example.com?auth=xoauth2', 'must have a user name and no password'],
    ['smtp://anna:x@mail.example.com?auth=xoauth2', 'must have a user name and no password'],
    ['smtp://a%01b@mail.example.com?auth=xoauth2', 'NUL'],
    ['smtp://mail.example.com?connections=0', 'from 1 to 100'],
    ['smtp://mail.example.com?connections=101', 'from 1 to 100'],
    ['smtp://mail.example.com?connections=1e1', 'from 1 to 100'],
    ['smtp://anna@mail.example.com', 'both a user name and a password'],
    ['smtp://:x@mail.example.com', 'both a user name and a password'],
    ['smtp://a:%ZZ@mail.example.com', '%25'],
    ['smtp://a:b%00c@mail.example.com', 'NUL'],
  ])('refuses %j in one sentence', (url, words) => {
    expect(() => parseSmtpUrl(url)).toThrow(words);
    expect(() => parseSmtpUrl(url)).toThrow(/^The SMTP URL .*[^.]\.?$/);
  });

  it('never repeats a password, whatever is wrong', () => {
    const mark = fc.constantFrom('@', ':', '/', '?', '#', '%', '[', ']', '=', '&', ' ', '\n', 'x');
    const noise = fc.array(mark, { maxLength: 4 }).map((marks) => marks.join(''));
    fc.assert(
      fc.property(noise, noise, noise, (before, after, end) => {
        try {
          parseSmtpUrl(`smtp://user:${before}s3cret${after}@mail.example.com:25${end}`);
        } catch (error) {
          const { message, stack, cause } = error as Error;
          expect(`${message} ${stack} ${String(cause)}`).not.toContain('s3cret');
        }
      }),
      { numRuns: runs(2_000) },
    );
  });
});
