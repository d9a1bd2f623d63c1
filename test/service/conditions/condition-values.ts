/** Texts that comparisons, patterns and quoting could trip over. */
export const texts = [
  ...[
    'pro',
    'Pro',
    'p',
    'ro',
    'true',
    'false',
    'null',
    '0',
    '5',
    '05',
    '+5',
    '5.0',
    '5.',
    '.5',
    '-5',
  ],
  ...[
    '-0',
    '1e3',
    '1e21',
    '1000000000000000000000',
    '0.1',
    '0.10',
    '123456789012345',
    '12345678901',
  ],
  ...['1234567890123456', '123456789012345.678901234567891', 'NaN', 'Infinity', ' 5', '5 ', '5\n'],
  ...[
    '2026-02-28',
    '2026-03-01',
    '2026-03-01T00:00:00Z',
    '%',
    '_',
    '\\',
    'a%b',
    'a_b',
    'a\\b',
    '%_\\',
  ],
  ...[
    `'`,
    `''`,
    `"`,
    `'; drop table people; --`,
    '$1',
    `$\{x}`,
    '/*',
    '`',
    '[',
    '{',
    '[x',
    '{"a":1}',
    '[1]',
  ],
  ...[
    'ä',
    'Ä',
    'ß',
    'ss',
    'İ',
    'i̇',
    'Σ',
    'ς',
    '日本',
    '日',
    '🦊',
    '🦊🦊',
    '\ufffd',
    '\uffff',
    '\u{10ffff}',
    'é',
    'é',
  ],
  ...[
    '\u00a0',
    '\u3000',
    '\ufeff',
    '\u200b',
    '\u0085',
    '\u180e',
    '\u001f',
    ' \t\n',
    '~',
    '~x',
    '\u007f',
    ':',
    '/',
  ],
  'x'.repeat(300),
];

/** Texts that are nothing but what String.prototype.trim removes, or nothing at all. */
export const blankTexts = [
  '',
  ' ',
  '\t\n\v\f\r \u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
];

/** Numbers at the edges of what is written and read back. */
export const numbers = [
  ...[0, -0, 1, 5, -5, 0.1, 0.30000000000000004, 1.5, 1e21, 1e-7, 5e-324, 1.7976931348623157e308],
  ...[123456789012345, 1234567890123456, 123456789012345.67, 9007199254740992, -1e21, 12345678901],
];

/** What is no text, or has none. */
export const odd = [true, false, null, [], {}, ['pro'], [5], { a: 1 }, [[]], 'pro'];

/** Keys that the registry knows the type of, and others. */
export const fieldKeys = {
  registered: ['word', 'seats', 'beta', 'renews'],
  // Keys of the person's own fields: a custom field of such a key comes first.
  own: ['first_name', 'last_name', 'timezone', 'email_domain'],
  free: [
    'raw',
    'first_name',
    'a"b',
    `a'b`,
    '日本',
    'k%_\\',
    '__proto__',
    'constructor',
    '$.x',
    'ghost',
  ],
};
export const tagNames = ['vip', 'Beta Tester', 'ÄRGER', `o'hara`, '100%', '日本'];
export const eventNames = ['signed_up', 'order paid', `it's`];
export const detailKeys = ['amount', 'plan', 'a"b', '__proto__', '日本', 'ghost'];
export const flowKeys = ['welcome', 'goodbye'];
export const productKeys = ['course', 'membership', `p'`];
export const purposes = ['marketing', 'news', `it's`];
