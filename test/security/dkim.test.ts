import { generateKeyPairSync } from 'node:crypto';
import { signDkim } from '@postroad/mail/message/dkim';
import { buildMessage } from '@postroad/mail/message/mime';
import { signatureResults } from '@postroad/service/app/checks/check-mail';
import { readConfig } from '@postroad/service/app/config/config';
import { expect, it } from 'vitest';
import { verifyDkim } from '../mail/dkim-verifier.ts';
import { messageParts } from '../mail/messages.ts';

it.each(['Subject', 'To', 'Cc', 'Sender', 'Reply-To', 'Date', 'List-Unsubscribe'])(
  'SEC-22 a signed mail with another %s in front is not ours any more',
  async (name) => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = { domain: 'example.com', selector: 'k1', privateKey };
    const headers = [['List-Unsubscribe', '<https://mail.example.com/u/abc>']] as const;
    const data = buildMessage(messageParts({ headers: [...headers] }));
    const signature = await signDkim(data, key, new Date('2026-11-21T10:00:00Z'));
    const signed = `${signature}${data.toString('latin1')}`;
    expect(verifyDkim(signed, () => publicKey)).toBeNull();
    const replayed = `${name}: <https://evil.example.org>\r\n${signed}`;
    expect(verifyDkim(replayed, () => publicKey)).toBe('signature');
  },
);

it.each([
  ['rsa', 1_024, 'warning'],
  ['rsa', 2_048, 'ok'],
  ['ed25519', 0, 'ok'],
] as const)('SEC-23 looks at the key that signs mail: %s of %i bits is %s', (type, bits, level) => {
  const { privateKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: bits })
      : generateKeyPairSync('ed25519');
  const config = readConfig({
    DKIM_DOMAIN: 'example.com',
    DKIM_SELECTOR: 'k1',
    DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  });
  const [found] = signatureResults(config);
  expect(found).toMatchObject({ check: 'dkim_key', level });
  expect(found?.message).toContain('Mail is signed by k1._domainkey.example.com');
  if (level === 'warning') {
    expect(found?.message).toContain('1024 bits');
    expect(found?.fix).toContain('openssl genrsa 2048');
  }
});
