import { checkLiquid } from '@postroad/core/content/liquid/check-liquid';
import { engines } from '@postroad/core/content/liquid/liquid';
import { describe, expect, it } from 'vitest';
import { bodyOf, compile, contextFor, hrefsOf, renderBody } from '../compile/compiling.ts';

const render = (source: string, context: object = contextFor()) =>
  String(engines.html.parseAndRenderSync(source, context));

describe('what a template cannot read', () => {
  it.each([
    '{% include "/etc/passwd" %}',
    '{% include person.first_name %}',
    '{% render "secret" %}',
    '{% layout "secret" %}',
    '{% block a %}{% endblock %}',
    '{% liquid include "/etc/passwd" %}',
    '{% liquid\n render "secret"\n%}',
    '{% tablerow x in person.tags %}{% endtablerow %}',
    '{% increment person %}',
    '{{ "x" | raw }}',
    '{{ "x" | sha256 }}',
    '{{ "now" | date_to_xmlschema }}',
  ])('%s is refused', (source) => {
    const [error] = checkLiquid(source, 'body_markdown').errors;
    expect(error?.code).toMatch(/^unknown_(?:tag|filter)$/);
  });

  const NAMES = [
    ...['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'],
    ...['__defineGetter__', '__lookupGetter__', 'isPrototypeOf', 'call', 'apply', 'bind'],
  ];
  const OWNERS = [
    'person',
    'person.fields',
    'person.tags',
    'person.tags[0]',
    'event.details',
    'now',
  ];

  it.each(OWNERS)('nothing behind %s but its own values', (owner) => {
    for (const name of NAMES) {
      for (const source of [
        `{{ ${owner}.${name} }}`,
        `{{ ${owner}["${name}"] }}`,
        `{% assign n = "${name}" %}{{ ${owner}[n] }}`,
        `{{ ${owner}.${name}.${name} }}`,
        `{{ ${owner} | map: "${name}" }}`,
        `{{ ${owner} | map: "${name}.name" }}`,
        `{{ ${owner} | sum: "${name}" | replace: "0", "" }}`,
        `{% for x in ${owner}.${name} %}{{ x }}{% endfor %}`,
        `{% if ${owner}.${name} %}seen{% endif %}`,
        `{% case ${owner}.${name} %}{% when nil %}{% else %}seen{% endcase %}`,
      ]) {
        expect(render(source), source).toBe('');
      }
    }
  });

  it.each(['where', 'reject', 'find', 'group_by', 'sort', 'uniq', 'has'])(
    'the filter %s reads no prototype',
    (filter) => {
      for (const name of NAMES) {
        const wanted = render(`{{ person.tags | ${filter}: "nothing_at_all" | json }}`);
        expect(render(`{{ person.tags | ${filter}: "${name}" | json }}`), name).toBe(wanted);
      }
    },
  );

  it.each([
    'process.env.PATH',
    'process',
    'global',
    'globalThis',
    'require',
    'module.exports',
    'env',
    'secret_key',
    'content',
    'settings',
    'this',
    'self',
    'environments',
  ])('{{ %s }} is blank and a warning', (name) => {
    expect(render(`{{ ${name} }}`)).toBe('');
    const { errors, warnings } = checkLiquid(`{{ ${name} }}`, 'body_markdown');
    expect(errors).toEqual([]);
    expect(warnings.map(({ code }) => code)).toEqual(['unknown_variable']);
  });

  it('cannot change a prototype', () => {
    render('{% assign __proto__ = person %}{% assign constructor = 1 %}{{ constructor }}');
    render('{% capture __proto__ %}x{% endcapture %}');
    render('{% for __proto__ in person.tags %}{{ __proto__ }}{% endfor %}');
    const details = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"x": 2}}');
    expect(render('{{ event.details.polluted }}', contextFor({}, details))).toBe('');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('a filter named like a member of an object is unknown', () => {
    for (const name of NAMES) {
      const { errors } = checkLiquid(`{{ "x" | ${name} }}`, 'body_markdown');
      expect(errors[0]?.code, name).toMatch(/^(?:unknown_filter|liquid_syntax)$/);
    }
  });
});

describe('values that filters cannot take', () => {
  const VALUES: unknown[] = [
    ...['%', '%E0%A4%A', '\ud800', '<script'.repeat(9_000), '1e400', '', ' '],
    ...[-1, 1e308, null, true, {}, [], [null, { a: 1 }], [[]]],
    ...[{ toString: 1 }, { valueOf: null }, { toString: 1, valueOf: 1 }, [{ toString: 1 }]],
  ];
  /** These take a Liquid expression, which the author writes. */
  const filters = Object.keys(engines.html.filters).filter((name) => !name.endsWith('_exp'));

  it.each(filters)('%s neither fails nor dawdles over any of them', (filter) => {
    for (const value of VALUES) {
      for (const argument of ['"a"', '2', 'event.details.value', 'person.tags']) {
        const context = contextFor({}, { value });
        const source = `{{ event.details.value | ${filter}: ${argument} }}`;
        expect(() => render(source, context), `${source} ${JSON.stringify(value)}`).not.toThrow();
      }
    }
  });

  it('leaves what cannot be decoded', () => {
    const context = contextFor({ fields: { odd: '100%' } });
    expect(render('{{ person.fields.odd | url_decode }}', context)).toBe('100%');
    expect(render('{{ person.fields.odd | base64_decode }}', context)).toBe('100%');
    expect(() => render('{{ person.first_name | append }}')).toThrow('append expect 2 arguments');
  });
});

/** Ways to write a scheme that browsers read as one that runs. */
const obfuscated = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' \tjavascript:alert(1)',
  'java&#115;cript:alert(1)',
  'java&#x73;cript:alert(1)',
  'java&#X000073;cript:alert(1)',
  '&#00000000000106;avascript:alert(1)',
  '&#x000000000006A;avascript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  'java&#9;script:alert(1)',
  'java&#10;script:alert(1)',
  'java\tscript:alert(1)',
  '&#1;javascript:alert(1)',
  '&#32;&#9;javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<b>x</b>',
  'data:text/html;base64,PGI+',
  'DATA&colon;text/html,x',
  'view-source:javascript:alert(1)',
  'file:///etc/passwd',
  'blob:https://x.com/1',
  'jar:https://x.com!/',
];

/** Schemes of the addresses of a finished mail, as a browser reads them; none for a relative one. */
function schemesOf(html: string): string[] {
  const addresses = [
    ...hrefsOf(html),
    ...Array.from(html.matchAll(/\ssrc="([^"]*)"/g), (m) => m[1]),
  ];
  return addresses.flatMap((address = '') => {
    const text = address.replaceAll('&amp;', '&');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip these
    const read = text.replace(/[\t\n\r]/g, '').replace(/^[\u0000- ]+/, '');
    return /^([a-z][a-z0-9+.-]*):/i.exec(read)?.[1]?.toLowerCase() ?? [];
  });
}

const safe = ['http', 'https', 'mailto', 'tel', 'cid'];

describe('addresses that run code', () => {
  const attributes = ['href', 'src', 'action', 'background', 'formaction', 'xlink:href', 'poster'];

  it.each(obfuscated)('%s is refused wherever an author writes it', (url) => {
    for (const name of attributes) {
      for (const quote of ['"', "'"]) {
        const body = `<a ${name}=${quote}${url}${quote}>x</a>`;
        const { compiled, errors } = compile({ body_markdown: body });
        expect(compiled, body).toBeNull();
        expect(errors[0]).toMatchObject({ path: 'body_markdown', code: 'invalid_html' });
      }
    }
    const button = compile({ body_markdown: `{% button label:"x" url:"${url}" %}` });
    expect(safe).toEqual(expect.arrayContaining(schemesOf(button.compiled?.html ?? '')));
  });

  it.each(obfuscated)('%s is no address in markdown', (url) => {
    for (const markdown of [
      `[x](${url})`,
      `[x](<${url}>)`,
      `![x](${url})`,
      `<${url}>`,
      `[x][1]\n\n[1]: ${url}`,
      `[x][1]\n\n[1]: <${url}> "title"`,
    ]) {
      const { compiled } = compile({ body_markdown: markdown });
      expect(safe).toEqual(expect.arrayContaining(schemesOf(compiled?.html ?? '')));
    }
  });

  it.each(obfuscated)('%s in a value ends at #', (written) => {
    // A value is text: what an author would write as an entity, a person writes as it is.
    const url = written.replace(
      /&(?:#x0*([0-9a-f]+)|#0*(\d+)|(colon)|(Tab)|(NewLine));?/gi,
      (_, x, d, colon, tab) => {
        if (x || d) return String.fromCodePoint(Number.parseInt(x ?? d, x ? 16 : 10));
        return colon ? ':' : tab ? '\t' : '\n';
      },
    );
    for (const value of [url, written]) {
      const [head = '', ...tail] = value.split(':');
      const fields = { url: value, head, tail: `:${tail.join(':')}`, rest: value.slice(2) };
      const context = contextFor({ fields });
      for (const body of [
        '[x]({{ person.fields.url }})',
        '<a href="{{ person.fields.url }}">x</a>',
        '<a href="  {{ person.fields.url }}">x</a>',
        '<a href="{{ person.fields.head }}{{ person.fields.tail }}">x</a>',
        '<a href="{{ person.fields.nothing }}{{ person.fields.url }}">x</a>',
        `<a href="${value.slice(0, 2).replace(/[&"<>]/g, '')}{{ person.fields.rest }}">x</a>`,
        '<a href="{% if person.id %}{{ person.fields.url }}{% else %}https://x.com{% endif %}">x</a>',
        '{% assign u = person.fields.url | strip %}<a href="{{ u }}">x</a>',
        '{% capture u %}{{ person.fields.url }}{% endcapture %}<a href="{{ u }}">x</a>',
        '<a href="{{ person.fields.url | escape_once }}">x</a>',
        '<a href="{{ person.fields.url | newline_to_br }}">x</a>',
        '{% button label:"x" url:person.fields.url %}',
        '<area href="{{ person.fields.url }}">',
      ]) {
        const schemes = schemesOf(renderBody(body, context));
        expect(safe, body).toEqual(expect.arrayContaining(schemes));
      }
    }
  });

  it('what is in the middle of an address stays there', () => {
    const context = contextFor({ fields: { url: 'javascript:alert(1)' } });
    for (const [body, address] of [
      [
        '<a href="https://x.com/{{ person.fields.url }}">x</a>',
        'https://x.com/javascript:alert(1)',
      ],
      ['<a href="/{{ person.fields.url }}">x</a>', '/javascript:alert(1)'],
      ['[x](https://x.com/?q={{ person.fields.url }})', 'https://x.com/?q=javascript:alert(1)'],
      ['<a href="mailto:{{ person.fields.url }}">x</a>', 'mailto:javascript:alert(1)'],
    ] as const) {
      expect(hrefsOf(renderBody(body, context)), body).toEqual([address]);
    }
  });

  it('values are in no place where they could be code', () => {
    expect(() => bodyOf('<iframe srcdoc="{{ person.first_name }}"></iframe>')).toThrow('srcdoc');
    expect(() => bodyOf('<b onclick="{{ person.first_name }}">x</b>')).toThrow('onclick');
    expect(() => bodyOf('<{{ person.first_name }} x="y">')).toThrow();
    expect(() => bodyOf('<b {{ person.first_name }}="y">x</b>')).toThrow('name of an attribute');
  });
});

describe('what a value can be in JSON-LD', () => {
  it.each([
    'O\'Brien & "Söhne"',
    'a\\',
    '\\"',
    '</script><script>alert(1)</script>',
    'line\nnext\u2028',
    '12',
  ])('%j is read as it is', (name) => {
    const script = (written: string) => `<script type="application/ld+json">${written}</script>`;
    const markdown = script('{"name": "{{ person.first_name -}}", "x": "a {{ person.email }}"}');
    const html = renderBody(`${markdown}\n\nHi`, contextFor({ first_name: name }));
    const json = /<script[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(JSON.parse(json)).toEqual({ name, x: 'a ada@example.com' });
    expect(json).not.toMatch(/[<>&']/);
    const whole = renderBody(
      `${script('{"all": {{ person.fields | json }}}')}\n\nHi`,
      contextFor({ fields: { name, seats: [1, null] } }),
    );
    const text = /<script[^>]*>(.*?)<\/script>/s.exec(whole)?.[1] ?? '';
    expect(JSON.parse(text)).toEqual({ all: { name, seats: [1, null] } });
    expect(text).not.toMatch(/[<>&']/);
  });

  it.each([
    '{% json_document %}{{ person.first_name }}{% endjson_document %}',
    '{%- liquid\n json_document\n echo person.first_name\n endjson_document -%}',
  ])('is never more than a value outside of it: %s', (written) => {
    const body = `<a href="https://example.com" title="${written}">a</a>`;
    expect(checkLiquid(body, 'body_markdown').errors).toMatchObject([{ code: 'unknown_tag' }]);
  });
});

describe('what a value can be in CSS', () => {
  const body =
    '<style>h4{border-color:{{ person.fields.note }}}</style>\n\n<p style="color: {{ person.fields.note }}; width: 9px">a</p>\n\n#### b';
  const styles = (note: string) =>
    [...renderBody(body, contextFor({ fields: { note } })).matchAll(/ style="([^"]*)"/g)].map(
      ([, style]) => style,
    );

  it.each(['red', '#a1b2c3', '12.5px', 'rgb(1, 2, 3)', '-3em', 'Open Sans, serif'])(
    '%s is where it was put',
    (note) => {
      expect(styles(note).join()).toContain(`color: ${note}; width: 9px`);
      expect(styles(note).join()).toContain(`border-color: ${note}`);
    },
  );

  it.each([
    'red; background: url(https://evil.example/x)',
    'url(pixel.gif)',
    'URL (pixel.gif)',
    'image-set(1x)',
    'expression(1)',
    'red } body { display: none',
    '\\75rl(x)',
    'red /* ',
    '"',
  ])('%s is left out as a whole', (note) => {
    expect(styles(note).join()).toContain('color: ; width: 9px');
    expect(styles(note).join()).not.toContain(note);
  });
});
