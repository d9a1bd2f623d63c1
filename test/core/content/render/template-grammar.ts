import { trackingKey, trackingScope } from '@postroad/core/content/liquid/tracking-tags';
import { HtmlValue } from '@postroad/core/content/text/html-value';
import fc from 'fast-check';

/** Names that JavaScript, LiquidJS or the templates themselves have a meaning for. */
const names = [
  ...['person', 'event', 'list', 'text', 'a', 'item', 'x', 'c', 'nope', 'forloop', 'continue'],
  ...['size', 'first', 'last', 'length', '__proto__', 'constructor', 'toString', 'valueOf', 'html'],
  ...[
    'hasOwnProperty',
    'toLiquid',
    'next',
    'key',
    'not',
    'and',
    'or',
    'contains',
    'blank',
    'empty',
  ],
];
const name = fc.constantFrom(...names);
const roots = [
  'person',
  'event',
  'list',
  'list',
  'text',
  'item',
  'item',
  'x',
  'c',
  'many',
  'object',
];
const root = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...roots) },
  { weight: 1, arbitrary: name },
);

const step = fc.oneof(
  { weight: 6, arbitrary: name.map((one) => `.${one}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('.0', '[0]', '[-1]', '["key"]', "['a b']", '[x]', '["si\\u007ae"]'),
  },
);
const path = fc
  .tuple(root, fc.array(step, { maxLength: 3 }))
  .map(([first, rest]) => first + rest.join(''));
const literal = fc.constantFrom(
  '"x"',
  "'a b'",
  '5',
  '-1.5',
  'true',
  'false',
  'nil',
  'blank',
  'empty',
  '""',
);
/** LiquidJS would call what a value has of a class, which threw. */
const ofClass = fc.constantFrom('x.constructor', 'blank.constructor', 'c.constructor.name');
const value = fc.oneof(
  { weight: 24, arbitrary: path },
  { weight: 6, arbitrary: literal },
  { weight: 1, arbitrary: ofClass },
);

const filter = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('default: "none"', "default: 'a & <b>'", 'default: ""') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        'default: x',
        'default: "n", allow_false: true',
        'upcase',
        'append: text',
        'size',
        'first',
      ],
      ...['join: ", "', 'escape', 'escape_once', 'newline_to_br', 'split: ""', 'times: 2', 'strip'],
      ...[
        'date: "%Y"',
        'truncate: 5',
        'map: "key"',
        'where: "key"',
        'css_value',
        'json_value',
        'json',
        'reverse',
      ],
      ...['money_without_currency', 'url_decode', 'slice: 1, 2', 'divided_by: 0', 'concat: list'],
    ),
  },
);
const filtered = fc
  .tuple(value, fc.array(filter, { maxLength: 2 }))
  .map(([first, filters]) => [first, ...filters].join(' | '));

const dash = fc.constantFrom('', '', '', '-');
const output = fc
  .tuple(dash, filtered, dash)
  .map(([open, code, close]) => `{{${open} ${code} ${close}}}`);
const tag = (code: fc.Arbitrary<string>) =>
  fc.tuple(dash, code, dash).map(([open, inner, close]) => `{%${open} ${inner} ${close}%}`);
const fixed = (code: string) => tag(fc.constant(code));

const comparison = fc
  .tuple(value, fc.constantFrom('==', '!=', '<', '>=', 'contains'), value)
  .map((parts) => parts.join(' '));
const condition = fc.oneof(
  { weight: 4, arbitrary: path },
  {
    weight: 3,
    arbitrary: fc
      .tuple(path, fc.constantFrom('== blank', '!= blank', '== empty'))
      .map((both) => both.join(' ')),
  },
  { weight: 2, arbitrary: comparison },
  {
    weight: 1,
    arbitrary: fc
      .tuple(path, fc.constantFrom('and', 'or'), comparison)
      .map((parts) => parts.join(' ')),
  },
  { weight: 1, arbitrary: path.map((one) => `not ${one}`) },
  { weight: 1, arbitrary: filtered },
);

const text = fc.oneof(
  fc.constantFrom(
    ' ',
    '\n',
    ' a=b ',
    '<p class="x">',
    '</p>',
    '&amp;',
    '{ {',
    'é 😀',
    '.\n.',
    '\r\n',
    'x'.repeat(80),
  ),
  fc.string({ maxLength: 6 }).filter((one) => !/[{}%]/.test(one)),
);

const collection = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('list', 'many', 'person.tags', 'list.first', 'object', 'item'),
  },
  { weight: 2, arbitrary: path },
  { weight: 1, arbitrary: fc.constantFrom('(1..3)', '(3..1)', '(1..x)', '"word"', 'nil') },
);
const modifier = fc.constantFrom(
  ...['', '', '', '', ' limit:2', ' offset:1', ' reversed', ' limit:x', ' offset:continue'],
  ...[' limit:2 offset:continue', ' limit:0', ' offset:["contin\\u0075e"]', ' reversed limit:1'],
);
const loopVariable = fc.constantFrom('item', 'item', 'a', 'person', 'size', '__proto__');

/** Parses in HTML, and throws when it is rendered, since a compile would have replaced it. */
const throwing = '{% button label:"x" url:"https://example.com" %}';

const simple = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 6, arbitrary: output },
  {
    weight: 1,
    arbitrary: tag(
      fc
        .tuple(fc.constantFrom('x', 'person', 'a', 'size'), filtered)
        .map(([one, code]) => `assign ${one} = ${code}`),
    ),
  },
  { weight: 1, arbitrary: fc.nat(2).map((drawn) => (drawn === 0 ? throwing : 'x')) },
  {
    weight: 1,
    arbitrary: tag(fc.constantFrom('break', 'continue', 'cycle "a", x', '# a comment')),
  },
  { weight: 1, arbitrary: tag(filtered.map((code) => `echo ${code}`)) },
  { weight: 1, arbitrary: tag(filtered.map((code) => `liquid\nassign x = ${code}\necho x`)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{% raw %}{{ raw }} =20{% endraw %}',
      '{% comment %}{{ x }}{% endcomment %}',
    ),
  },
);

/** Templates of LiquidJS's own tags, whose blocks all open and close as they should. */
export const template = fc.letrec<{ body: string; block: string; piece: string }>((tie) => {
  const inside = tie('body');
  const branch = fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    { weight: 2, arbitrary: fc.tuple(fixed('else'), inside).map((parts) => parts.join('')) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tag(condition.map((one) => `elsif ${one}`)), inside, fixed('else'), inside)
        .map((parts) => parts.join('')),
    },
  );
  const joined = (...parts: fc.Arbitrary<string>[]) =>
    fc.tuple(...parts).map((all) => all.join(''));
  return {
    body: fc
      .array(tie('piece'), { maxLength: 5, depthIdentifier: 'template' })
      .map((all) => all.join('')),
    piece: fc.oneof(
      { depthIdentifier: 'template', depthSize: 'small', withCrossShrink: true },
      { weight: 3, arbitrary: simple },
      { weight: 2, arbitrary: tie('block') },
    ),
    block: fc.oneof(
      joined(tag(condition.map((one) => `if ${one}`)), inside, branch, fixed('endif')),
      joined(tag(condition.map((one) => `if ${one}`)), inside, branch, fixed('endif')),
      joined(tag(condition.map((one) => `unless ${one}`)), inside, branch, fixed('endunless')),
      joined(
        tag(filtered.map((one) => `case ${one}`)),
        tag(fc.tuple(value, value).map(([one, other]) => `when ${one}, ${other}`)),
        inside,
        fixed('else'),
        inside,
        fixed('endcase'),
      ),
      ...Array.from({ length: 3 }, () =>
        joined(
          tag(
            fc
              .tuple(loopVariable, collection, modifier)
              .map(([one, of, how]) => `for ${one} in ${of}${how}`),
          ),
          inside,
          fc.oneof(fc.constant(''), joined(fixed('else'), inside)),
          fixed('endfor'),
        ),
      ),
      joined(
        tag(fc.constantFrom('capture c', 'capture person', 'capture "x"')),
        inside,
        fixed('endcapture'),
      ),
      joined(
        fixed('component_scope key:x item:list title:"{{ person.key }}"'),
        inside,
        fixed('endcomponent_scope'),
      ),
    ),
  };
}).body;

const address = fc.array(fc.oneof(text, output, fc.constant('https://x.com/')), { maxLength: 3 });
const withAddresses = (tags: fc.Arbitrary<string>) =>
  fc.array(fc.oneof(text, output, tags), { maxLength: 5 }).map((all) => all.join(''));

/** The tags that compilation puts around addresses in HTML. */
export const addresses = withAddresses(
  fc
    .tuple(fc.constantFrom('safe_url', 'safe_url loaded'), address)
    .map(([open, inner]) => `<a href="{% ${open} %}${inner.join('')}{% endsafe_url %}">`),
);

/** The same with those of mail that is sent. */
export const trackedAddresses = withAddresses(
  fc.oneof(
    address.map((inner) => `{% tracked_url %}${inner.join('')}{% endtracked_url %}`),
    address.map(
      (inner) =>
        `{% tracked_url %}{% safe_url %}${inner.join('')}{% endsafe_url %}{% endtracked_url %}`,
    ),
    fc.constantFrom('{% click_url %}5', '{% open_url %}', '{% if x %}{% click_url %}1{% endif %}'),
  ),
);

/** What needs more memory than one template is given, somewhere in it. */
export const exhausting = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: output },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          ...[
            '{{ text | append: text | upcase }}',
            '{% assign x = text | append: text %}',
            '{{ x | size }}',
          ],
          ...[
            '{% for i in (1..200000) %}{% break %}{% endfor %}',
            '{{ text | split: "" | join: "-" | size }}',
          ],
          ...[
            '{% if x %}{{ x | append: text }}{% endif %}',
            '{% for i in list %}{{ text | append: "z" | size }}{{ i }}{% endfor %}',
          ],
        ),
      },
    ),
    { minLength: 2, maxLength: 8 },
  )
  .map((all) => all.join(' '));

/** Pieces in any order: most of these do not parse. */
export const badlyNested = fc
  .array(
    fc.oneof(
      simple,
      fc.constantFrom(
        ...[
          '{% if x %}',
          '{% else %}',
          '{% elsif %}',
          '{% endif %}',
          '{% for a in list %}',
          '{% endfor %}',
        ],
        ...[
          '{% unless %}',
          '{% endunless %}',
          '{% case x %}',
          '{% when %}',
          '{% endcase %}',
          '{% raw %}',
        ],
        ...[
          '{% capture %}',
          '{% endcapture %}',
          '{{ x',
          '{% if x',
          '{{ }}',
          '{% nope %}',
          '{{ x | nope }}',
        ],
      ),
    ),
    { maxLength: 6 },
  )
  .map((all) => all.join(''));

const hostileText = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\u00a0\n',
      '<b>&"\'',
      'NaN',
      'Infinity',
      '-0',
      '1e308',
      'null',
      '{{ x }}',
      '{% if %}',
    ],
    ...[
      'javascript:alert(1)',
      'https://x.com/?a=1&b=2',
      '\ud800',
      '=\r\n.',
      '%',
      '\u0000',
      '2027-03-14',
    ],
  ),
  fc.string({ maxLength: 8 }),
);
const key = fc.oneof({ weight: 3, arbitrary: fc.constant('key') }, { weight: 2, arbitrary: name });

/** What JSON can hold; keys such as `__proto__` are members like any other. */
const json = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: hostileText },
    { weight: 1, arbitrary: fc.constantFrom(null, true, false, 0, -0, 5, 1e308, 0.1, 2 ** 53) },
    { weight: 2, arbitrary: fc.array(tie('any'), { maxLength: 4 }) },
    {
      weight: 2,
      arbitrary: fc
        .array(fc.tuple(key, tie('any')), { maxLength: 4 })
        .map((entries) =>
          JSON.parse(
            `{${entries.map(([one, member]) => `${JSON.stringify(one)}:${JSON.stringify(member)}`).join(',')}}`,
          ),
        ),
    },
  ),
})).any;

const longText = fc.constantFrom('&'.repeat(120_000), 'x'.repeat(200_000), '\n='.repeat(90_000));
const many = fc
  .constantFrom(0, 1, 3)
  .map((count) => Array.from({ length: count }, (_, at) => ({ key: at, size: at })));

const tracking = trackingScope(
  {
    openUrl: 'https://mail.example.com/o?a=1&b=2',
    clickUrl: 'https://mail.example.com/c/',
    linkTo: (url) => `https://mail.example.com/l?to=${encodeURIComponent(url)}`,
  },
  ['https://x.com/own'],
);

/** What a mail is filled in from, and what a template may have set before. */
export const scope = fc.record(
  {
    person: fc.record({
      key: json,
      tags: fc.array(hostileText, { maxLength: 3 }),
      fields: json,
      timezone: fc.constantFrom(null, 'UTC', 'Nowhere/Land'),
    }),
    event: fc.oneof(fc.constant(null), fc.record({ name: hostileText, details: json })),
    list: fc.oneof(
      { weight: 3, arbitrary: fc.array(json, { maxLength: 4 }) },
      { weight: 1, arbitrary: json },
    ),
    many,
    object: json,
    text: fc.oneof({ weight: 4, arbitrary: hostileText }, { weight: 1, arbitrary: longText }),
    x: fc.oneof(
      json,
      hostileText.map((one) => new HtmlValue(one)),
    ),
    [trackingKey]: fc.constant(tracking),
  },
  { requiredKeys: ['person', 'event'] },
);
