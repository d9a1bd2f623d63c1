import { ConfigError, readConfig } from '@postroad/service/config';
import { expect, it } from 'vitest';

const password = 'correct-horse-battery';

it.each([
  ['PORT', 'http', {}],
  ['PORT', '65536', {}],
  ['PORT', '-1', {}],
  ['PORT', '3000 ', {}],
  ['BASE_URL', 'example.com', {}],
  ['BASE_URL', `ftp://user:${password}@example.com`, {}],
  ['DATABASE_URL', `mysql://user:${password}@localhost/db`, {}],
  ['DATABASE_URL', `user:${password}@localhost`, {}],
  ['DATABASE_URL', `postgres://user:${password}@localhost:99999/db`, {}],
  ['SMTP_URL', `http://user:${password}@localhost`, {}],
  ['SMTP_URL', `smtp://user:${password}@`, {}],
  ['SMTP_URL', '', { MAIL_PROVIDER: 'smtp' }],
  ['MAIL_PROVIDER', 'sendmail', {}],
  ['LOG_LEVEL', 'loud', {}],
  ['STARTER', 'yes', {}],
  ['TEST_CLOCK', 'true', {}],
  ['UNCERTAIN_SENDS', 'forget', {}],
  ['API_TOKEN', 'short', {}],
  ['API_TOKEN', `${password} with space`, {}],
  ['SECRET_KEY', 'fifteen-letters', {}],
  ['SECRET_KEY', `${password}\n`, {}],
  ['POSTROAD_DATABASE_URL', `postgres://user:${password}@localhost/db`, {}],
])('names %s where it is %j, and keeps secrets to itself', (name, value, others) => {
  let thrown: unknown;
  try {
    readConfig({ ...others, [name]: value });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ConfigError);
  const { message } = thrown as ConfigError;
  expect(message.startsWith(`${name} `)).toBe(true);
  expect(message.endsWith('.')).toBe(true);
  expect(message).not.toContain(password);
  if (/TOKEN|KEY/.test(name)) expect(message).not.toContain(value);
});

it('has a value for everything that is left out or empty', () => {
  const empty = { PORT: '', LOG_LEVEL: '', SMTP_URL: '', API_TOKEN: '', DATA_DIR: '' };
  expect(readConfig(empty)).toEqual(readConfig({}));
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: null,
    mailProvider: 'outbox',
    starter: true,
    testClock: false,
    uncertainSends: 'hold',
  });
});

it('sends by SMTP where only its address is set, and drops slashes at the end of BASE_URL', () => {
  const config = readConfig({ SMTP_URL: 'smtp://localhost:25', BASE_URL: 'https://a.example//' });
  expect(config).toMatchObject({ mailProvider: 'smtp', baseUrl: 'https://a.example' });
});
