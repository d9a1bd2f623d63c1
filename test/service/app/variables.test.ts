import { readConfig } from '@postroad/service/app/config/config';
import { ConfigError, type Environment } from '@postroad/service/app/config/environment';
import { refuseMisspelt, variables } from '@postroad/service/app/config/variables';
import { expect, it } from 'vitest';
import { projectTree, type SourceTree, treeOf } from '../../support/repository.ts';
import { codeOnly, withoutComments } from '../../support/source-text.ts';
import { foreignNames } from './foreign-names.ts';

/** The sentence that an environment is refused with; null where it is taken. */
function refusal(env: Environment): string | null {
  try {
    readConfig(env);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
}

it.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['DATA_BASE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['DATBASE_ULR', 'DATABASE_URL'],
  ['LISTEN_DATABSE_URL', 'LISTEN_DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['PROT', 'PORT'],
  ['HSOT', 'HOST'],
  ['BASE_URLL', 'BASE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['API_TOKN', 'API_TOKEN'],
  ['SECERT_KEY', 'SECRET_KEY'],
  ['SECRET_KEY_PREVOIUS', 'SECRET_KEY_PREVIOUS'],
  ['SMPT_URL', 'SMTP_URL'],
  ['MAIL_PROVDER', 'MAIL_PROVIDER'],
  ['PUSH_OPT_OUT', 'PUSH_OPT_OUTS'],
  ['LOG_LEVLE', 'LOG_LEVEL'],
  ['TEST_CLOK', 'TEST_CLOCK'],
  ['POSTMRK_TOKEN', 'POSTMARK_TOKEN'],
  ['DKIM_SELECTER', 'DKIM_SELECTOR'],
  ['WEBHOOK_PASWORD', 'WEBHOOK_PASSWORD'],
  ['POSTROAD_TOKN', 'POSTROAD_TOKEN'],
  ['POSTROAD_DATABASE_URL', 'DATABASE_URL'],
])('SHOP-11 stops at %s, which means %s, and keeps its value to itself', (name, meant) => {
  const said = refusal({ [name]: 'postgres://user:open-sesame@localhost/mail' });
  expect(said).toMatch(new RegExp(`^${name} is not a variable .* Did you mean ${meant}\\? .*\\.$`));
  expect(said).not.toContain('sesame');
});

it('SHOP-11 stops at a variable of its own prefix that resembles none', () => {
  expect(refusal({ POSTROAD_WEATHER: 'fine' })).toMatch(/^POSTROAD_WEATHER is not .*README/);
});

it('SHOP-11 takes the name of another program where the variable it resembles is set, or it is empty', () => {
  const url = 'postgres://localhost/mail';
  expect(refusal({ DATABASE_URI: url, DATABASE_URL: url })).toBeNull();
  expect(refusal({ DATABASE_URI: url, DATABASE_URL: '' })).toBeNull();
  expect(refusal({ DATABASE_URI: '' })).toBeNull();
});

it.each(Object.entries(foreignNames))('SHOP-11 takes what %s sets', (from, names) => {
  const value = from === 'kubernetes' ? 'tcp://10.96.0.1:443' : '1';
  const refused = names.split(/\s+/).filter((name) => {
    if (variables.service.includes(name)) return false;
    return refusal({ [name]: value }) !== null;
  });
  expect(refused).toEqual([]);
});

it('SHOP-11 looks at many foreign names, and takes no two of its own for each other', () => {
  const many = Object.values(foreignNames).flatMap((names) => names.split(/\s+/));
  expect(new Set(many).size).toBeGreaterThan(300);
  const own = Object.values(variables).flat();
  expect(new Set(own).size).toBe(own.length);
  for (const name of own) expect(() => refuseMisspelt({ [name]: 'x' })).not.toThrow();
});

/** The environment, as the sources name it. */
const environmentNames = String.raw`(?:process\.env|terminal\.env|\benv)`;
const properties = new RegExp(String.raw`${environmentNames}\??\.([A-Z_]{2,}|npm_\w+)\b`, 'g');
const taken = new RegExp(String.raw`\{([^{}]*)\}(?:: \w+)? = ${environmentNames}[;,)]`, 'g');
const quoted = [
  new RegExp(String.raw`${environmentNames}(?:\?\.)?\[['"](\w+)['"]\]`, 'g'),
  // Readers of the configuration, and those that its parts make of them.
  /\b(?:address|addressRanges|choice|flag|wholeNumber|secret|secrets|bearerSecret|named|optional|pem|port|serverUrl|secondUrl)\(\s*env,\s*'([A-Z_]+)'/g,
  /\bkey\('([A-Z_]+)'\)/g,
];

/** Names of the variables that a tree reads; code inside strings does not count. */
function namesRead(tree: SourceTree): Set<string> {
  const names = new Set<string>();
  for (const [path, text] of tree) {
    if (!/^[a-z]+\/.*\.(?:ts|mjs)$/.test(path) || path.endsWith('variables.test.ts')) continue;
    const code = codeOnly(text);
    for (const [, name = ''] of code.matchAll(properties)) names.add(name);
    for (const [, inner = ''] of code.matchAll(taken)) {
      for (const [, name = ''] of inner.matchAll(/(?:^|,)\s*([A-Z_]{2,})\b/g)) names.add(name);
    }
    const withStrings = withoutComments(text);
    for (const pattern of quoted) {
      for (const [, name = ''] of withStrings.matchAll(pattern)) names.add(name);
    }
    for (const [, inner = ''] of withStrings.matchAll(/\bdkimNames = \[([^\]]*)\]/g)) {
      for (const [, name = ''] of inner.matchAll(/'([A-Z_]+)'/g)) names.add(name);
    }
  }
  return names;
}

it('SHOP-11 lists exactly the variables that the sources read', () => {
  const listed = Object.values(variables).flat();
  const read = namesRead(projectTree());
  expect([...read].toSorted()).toEqual(listed.toSorted());
});

it('SHOP-11 would see a variable that is read and not listed', () => {
  const tree = treeOf({
    'cli/src/a.ts': "const a = process.env.ONE ?? env['TWO'];\nconst { THREE = '', FOUR } = env;",
    'service/src/b.ts':
      "secret(env, 'FIVE', 8); // env.SIX\nconst key = choice(\n  env,\n  'SEVEN',",
    'docs/c.md': 'process.env.EIGHT',
    'test/d.ts': 'const script = "process.env.NINE";',
  });
  expect([...namesRead(tree)].toSorted()).toEqual(['FIVE', 'FOUR', 'ONE', 'SEVEN', 'THREE', 'TWO']);
});

it('SHOP-11 reads nothing but listed variables, whichever provider sends', () => {
  const read = new Set<string>();
  const values: Record<string, string> = {
    SMTP_URL: 'smtp://a@localhost?auth=xoauth2',
    SMTP_OAUTH_TOKEN_URL: 'https://localhost/token',
    AWS_REGION: 'eu-west-1',
    MAILGUN_DOMAIN: 'mg.example.com',
    DATABASE_URL: 'postgres://localhost/mail',
  };
  for (const provider of ['outbox', 'smtp', 'ses', 'postmark', 'resend', 'mailgun']) {
    const env = new Proxy<Environment>(
      { ...values, MAIL_PROVIDER: provider },
      {
        get(target, name) {
          if (typeof name !== 'string') return undefined;
          read.add(name);
          const needed =
            /(?:KEY|KEY_ID|TOKEN|SECRET|CLIENT_ID)$/.test(name) && !/WEBHOOK|DKIM|TLS/.test(name);
          return target[name] ?? (needed ? 'a-secret-of-enough-letters' : undefined);
        },
      },
    );
    readConfig(env);
  }
  const expected = [...variables.service, ...variables.mail, ...variables.webhooks];
  expect([...read].filter((name) => expected.includes(name)).toSorted()).toEqual(
    expected.toSorted(),
  );
  expect([...read].filter((name) => !Object.values(variables).flat().includes(name))).toEqual([]);
});
