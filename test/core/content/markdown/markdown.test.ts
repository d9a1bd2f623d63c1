import { splitLiquid } from '@postroad/core/content/liquid/liquid-source';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../support/property-tests.ts';
import { bodyOf, compile, contextFor, plainTextFor, renderBody } from '../compile/compiling.ts';

const items = [
  { name: 'Seat', qty: 3 },
  { name: 'Add-on <A>', qty: 1 },
];
const context = contextFor({}, { items, url: 'https://x.com/?a=1&b=2' });
const tight = (html: string) =>
  html
    .replace(/\s*\n\s*/g, '')
    .replace(/ {2,}/g, ' ')
    .replaceAll(' >', '>');

describe('markdown with Liquid', () => {
  it.each([
    [
      'in a link',
      '[go]({{ event.details.url }})',
      '<p><a href="https://x.com/?a=1&amp;b=2">go</a></p>',
    ],
    [
      'in a link after a path',
      '[go](https://x.com/{{ person.id }}?q={{ person.first_name }} "for {{ person.first_name }}")',
      '<p><a href="https://x.com/7?q=Ada" title="for Ada">go</a></p>',
    ],
    [
      'with a filter and quotes in a link',
      '[go]({{ event.details.url | append: "&c=(3) \'x\'" }})',
      '<p><a href="https://x.com/?a=1&amp;b=2&amp;c=(3) &#39;x&#39;">go</a></p>',
    ],
    [
      'in angle brackets',
      '<{{ event.details.url }}>',
      '<p><a href="https://x.com/?a=1&amp;b=2">https://x.com/?a=1&amp;b=2</a></p>',
    ],
    [
      'in a bare address',
      'See https://x.com/{{ person.id }}.',
      '<p>See <a href="https://x.com/7">https://x.com/7</a>.</p>',
    ],
    [
      'in a reference',
      '[go][r]\n\n[r]: {{ event.details.url }}',
      '<p><a href="https://x.com/?a=1&amp;b=2">go</a></p>',
    ],
    [
      'in an image',
      '![{{ person.first_name }}](https://x.com/{{ person.id }}.png)',
      '<p><img src="https://x.com/7.png" alt="Ada"></p>',
    ],
    [
      'in emphasis',
      '**{{ person.first_name }}** *{{ person.id }}*_{{ person.id }}_',
      '<p><strong>Ada</strong> <em>7</em><em>7</em></p>',
    ],
    ['in code', '`{{ person.id }}`', '<p><code>7</code></p>'],
    [
      'in a fence',
      '```\n{% if person.id %}\n<{{ person.id }}>\n{% endif %}\n```',
      '<pre><code>&lt;7&gt;</code></pre>',
    ],
    ['in a heading', '## For {{ person.first_name }}', '<h2>For Ada</h2>'],
    ['in an attribute', '<p title="{{ person.first_name }}">x</p>', '<p title="Ada">x</p>'],
    ['unquoted in an attribute', '<p title={{ person.first_name }}>x</p>', '<p title="Ada">x</p>'],
    [
      'in a style',
      '<p style="color: {{ person.fields.plan }}">x</p>',
      '<p style="color: team">x</p>',
    ],
    [
      'between attributes',
      '<p {% if person.id == 7 %}class="a" lang=en{% else %}class="b"{% endif %} id="i">x</p>',
      '<p class="a" lang="en" id="i">x</p>',
    ],
    [
      'inside inline HTML',
      'a <b {% if person.id %}title="{{ person.id }}"{% endif %}>c</b>',
      '<p>a <b title="7">c</b></p>',
    ],
    ['within a line', 'a{% if person.id %} b{% endif %} c', '<p>a b c</p>'],
    ['around a paragraph', '{% if person.id %}\nyes\n{% else %}\nno\n{% endif %}', '<p>yes</p>'],
    [
      'around a paragraph, touching',
      'before\n{% if person.id %}\nyes\n{% endif %}\nafter',
      '<p>before</p><p>yes</p><p>after</p>',
    ],
    ['around a heading on one line', '{% if person.id %}# Yes{% endif %}', '<h1>Yes</h1>'],
    [
      'around a quote',
      '{% if person.id %}\n> yes\n{% endif %}',
      '<blockquote><p>yes</p></blockquote>',
    ],
    [
      'around list items',
      '{% for item in event.details.items %}\n* {{ item.name }} x {{ item.qty }}\n{% endfor %}',
      '<ul><li>Seat x 3</li><li>Add-on &lt;A&gt; x 1</li></ul>',
    ],
    [
      'around list items on one line',
      '{% for item in event.details.items %}- {{ item.qty }}{% endfor %}',
      '<ul><li>3</li><li>1</li></ul>',
    ],
    [
      'between list items',
      '1. first\n{% for item in event.details.items %}\n1. {{ item.qty }}\n{% endfor %}\n{% if person.id == 1 %}\n1. never\n{% endif %}\n1. last',
      '<ol><li>first</li><li>3</li><li>1</li><li>last</li></ol>',
    ],
    ['around a whole list', '{% if person.id == 1 %}\n- a\n- b\n{% endif %}\n\nEnd', '<p>End</p>'],
    [
      'nested around list items',
      '{% for item in event.details.items %}\n    {% if item.qty > 1 %}\n- {{ item.qty }}\n    {% endif %}\n{% endfor %}',
      '<ul><li>3</li></ul>',
    ],
    [
      'before table rows, as one writes them to leave no blank lines',
      '| a |\n|---|\n{% for item in event.details.items %}| {{ item.qty }} |\n{% endfor %}\n\nEnd',
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>3</td></tr><tr><td>1</td></tr></tbody></table><p>End</p>',
    ],
    [
      'behind and around table rows, and rows without bars at their ends',
      'a | b\n--|--\n{% for item in event.details.items %}{{ item.qty }} | x\n{% endfor %}{% if person.id %}| y | y |{% endif %}\n{% for item in event.details.items %}\n| z | z |{% endfor %}',
      `<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody>${['3|x', '1|x', 'y|y', 'z|z', 'z|z'].map((row) => `<tr><td>${row.replace('|', '</td><td>')}</td></tr>`).join('')}</tbody></table>`,
    ],
    [
      'before and behind list items',
      '- a\n{% if person.id %}- b\n{% else %}- never\n{% endif %}- c\n{% for item in event.details.items %}\n- {{ item.qty }}{% endfor %}\n- d',
      '<ul><li>a</li><li>b</li><li>c</li><li>3</li><li>1</li><li>d</li></ul>',
    ],
    [
      'inside what they precede',
      '- {% if person.id %}a{% endif %} | {% if person.id %}b{% endif %}\n- c\n\n{% if person.id %}x{% endif %} - y | z',
      '<ul><li>a | b</li><li>c</li></ul><p>x - y | z</p>',
    ],
    [
      'between table rows',
      '| a | b |\n|---|---|\n{% for item in event.details.items %}\n| {{ item.name }} | {{ item.qty }} |\n{% endfor %}\n| z | 0 |',
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>Seat</td><td>3</td></tr><tr><td>Add-on &lt;A&gt;</td><td>1</td></tr><tr><td>z</td><td>0</td></tr></tbody></table>',
    ],
    [
      'in an HTML table, where text would be moved out',
      '<table>\n{% for item in event.details.items %}\n<tr><td>{{ item.qty }}</td></tr>\n{% endfor %}\n</table>',
      '<table><tbody><tr><td>3</td></tr><tr><td>1</td></tr></tbody></table>',
    ],
    ['in a comment', 'a<!-- {{ person.id }} -->b', '<p>a<!-- 7 -->b</p>'],
    ['in a comment by itself', 'a<!--{{ person.id }}-->b', '<p>a<!-- 7 -->b</p>'],
    [
      'in Outlook conditions',
      '<!--[if mso]><p class={{ person.id }}>{{ person.id }}</p><![endif]-->',
      '<!--[if mso]><p class="7">7</p><![endif]-->',
    ],
    ['raw', '{% raw %}{{ person.id }}{% endraw %}', '<p>{{ person.id }}</p>'],
    ['as a comment', 'a{% comment %}**{{ x }}**{% endcomment %}b', '<p>ab</p>'],
    [
      'captured',
      '{% capture c %}**{{ person.id }}**{% endcapture %}{{ c }}',
      '<p><strong>7</strong></p>',
    ],
    [
      'escaped by backslashes',
      '\\{\\{ person.id }} \\{\\% if %}',
      '<p>&#123;{ person.id }} &#123;% if %}</p>',
    ],
    ['escaped by entities', '&#123;&#123; person.id }}', '<p>&#123;{ person.id }}</p>'],
    ['with CRLF', '# a\r\n\r\n{% if person.id %}\r\nb\r\n{% endif %}\r\n', '<h1>a</h1><p>b</p>'],
  ])('%s', (_, markdown, expected) => {
    expect(tight(renderBody(markdown, context))).toBe(expected);
  });

  it('5 the Liquid text survives byte for byte', () => {
    const body = [
      '{{ person.first_name | default: "a & <b> \'c\'" }}',
      '{%- if person.tags contains "x > y" -%}\n',
      '[t]({{ person.fields.url | append: \'?a="1"&b\' }})',
      '{% endif %}\n\n',
      '<p title="{{ person.id | times: 2 }}" data-x=\'{{ "q" }}\'>{{person.id}}</p>\n\n',
      '{% assign   x = "a" %}{{ x }}{% raw %} {{ <raw> }} {% endraw %}',
    ].join('');
    const { compiled } = compile({ body_markdown: body });
    const count = (source: string) => {
      const pieces = splitLiquid(source).filter(
        ({ kind, name }) => kind !== 'text' && !name.endsWith('safe_url'),
      );
      return pieces.map(({ text }) => text).toSorted();
    };
    const compiledPieces = count(compiled?.html ?? '').filter(
      (text) => !text.includes('email.subject'),
    );
    expect(compiledPieces).toEqual(count(body));
  });

  it.each([
    ['<{{ person.first_name }} x>', 'name of an HTML tag'],
    ['<p {{ person.first_name }}>x</p>', 'name of an attribute'],
    ['<p {{ person.first_name }}="x">x</p>', 'name of an attribute'],
    ['<p data-{{ person.id }}="x">x</p>', 'name of an attribute'],
    ['<p onclick="go({{ person.id }})">x</p>', 'onclick'],
    ['<iframe srcdoc="{{ person.id }}"></iframe>', 'srcdoc'],
    ['<p title="{% if person.id %}a">x</p>{% endif %}', 'does not close'],
    ['<p {% if person.id %}style="color:red"{% endif %}>x</p>', 'inside the attribute'],
    ['<script>alert(1)</script>', 'no scripts'],
    ['<a href="javascript:alert(1)">x</a>', 'http, https, mailto or tel'],
    ['<a href="&#106;ava\tscript:alert(1)">x</a>', 'http, https, mailto or tel'],
    ['<img src="data:text/html,x">', 'http, https, mailto or tel'],
    ['<p class="a', 'never closed'],
    ['<style>p{', 'never closed'],
  ])('%s is refused at save', (markdown, message) => {
    const { compiled, errors } = compile({ body_markdown: `{{ person.id }}\n\n${markdown}` });
    expect(compiled).toBeNull();
    expect(errors[0]).toMatchObject({ path: 'body_markdown', code: 'invalid_html' });
    expect(errors.map((error) => error.message).join(' ')).toContain(message);
  });

  it('a mail that no longer nests after HTML moved things is refused, not sent', () => {
    const body = '<table>{% if person.id %}<tr><td>a</td></tr></table><p>{% endif %}b</p>';
    const { compiled, errors } = compile({ body_markdown: body });
    expect(compiled !== null || errors.length > 0).toBe(true);
  });

  it('styles in the body are inlined and their media queries kept', () => {
    const html = compile({
      body_markdown: '<style>em{color:red}@media print{em{color:blue}}</style>\n\n*x*',
    }).compiled?.html;
    expect(html).toContain('<em style="color: red;">x</em>');
    expect(html).toContain('@media print{em{color:blue !important;}}');
  });

  it('any text compiles or says why, and Liquid placed in it still renders', () => {
    const piece = fc.constantFrom(
      ...[
        '\n',
        '\n\n',
        '# ',
        '- ',
        '1. ',
        '> ',
        '| a |',
        '|-|',
        '`',
        '```\n',
        '**',
        '_',
        '[',
        '](',
        ')',
      ],
      ...[
        '<b>',
        '</b>',
        '<p title="',
        '">',
        '<table>',
        '<tr>',
        '<td>',
        '<!--',
        '-->',
        '<',
        '&',
        '\\',
        '"',
      ],
      ...[
        '{{ person.first_name }}',
        '{% if person.id %}',
        '{% endif %}',
        '{% else %}',
        '    ',
        'text',
      ],
      ...[
        '{% for t in person.tags %}',
        '{% endfor %}',
        '{{ t }}',
        'https://x.com/',
        '{% raw %}{{{% endraw %}',
      ],
      '{% button label:"b" url:"https://x.com" %}',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
        const body_markdown = pieces.join('');
        const { compiled, errors } = compile({ body_markdown });
        expect(compiled === null).toBe(errors.length > 0);
        for (const error of errors) expect(error.message.length).toBeGreaterThan(10);
        if (compiled) renderBody(body_markdown);
      }),
      { numRuns: runs(1_500) },
    );
  });

  it.each([
    ['`'.repeat(50_000)],
    ['['.repeat(50_000)],
    ['*a_'.repeat(17_000)],
    ['<a '.repeat(17_000)],
    ['<!--'.repeat(12_000)],
    [`{{ person.id }}${' '.repeat(50_000)}x`],
    ['> '.repeat(25_000)],
    ['{% if person.id %}'.repeat(500) + '{% endif %}'.repeat(500)],
    [`| a |\n|---|\n${'| '.repeat(25_000)}`],
    [`${' '.repeat(25_000)}|${' '.repeat(25_000)}-x`],
    [`https://x.com/${')'.repeat(50_000)}`],
    ['http://'.repeat(7_000)],
    ['<!--[if mso]>'.repeat(4_000)],
    ['![a]('.repeat(10_000)],
    ['&'.repeat(50_000)],
    [`{% button label:"${'\\"'.repeat(20_000)}" url:"https://x.com" %}`],
  ])(
    'hostile text of 50,000 characters does not hang: %.20s',
    (body_markdown) => {
      const { compiled, errors } = compile({ body_markdown });
      expect(compiled !== null || errors.length > 0).toBe(true);
    },
    5_000,
  );

  it('addresses in text become links only outside of links', () => {
    expect(bodyOf('[https://x.com](https://y.com) <a href="https://z.com">https://w.com</a>')).toBe(
      '<p><a href="https://y.com">https://x.com</a> <a href="https://z.com">https://w.com</a></p>',
    );
    expect(bodyOf('(https://x.com/a_(b)) https://x.com/c, xhttps://n.com')).toBe(
      '<p>(<a href="https://x.com/a_(b))">https://x.com/a_(b))</a> <a href="https://x.com/c">https://x.com/c</a>, xhttps://n.com</p>',
    );
    expect(plainTextFor('https://x.com/c')).toBe('https://x.com/c');
  });
});

describe('deep HTML', () => {
  it.each([
    ['<div>', 'nests at most 100'],
    ['<x-y/>', 'nests at most 100'],
    ['<table><tr><td>', 'nests at most 100'],
    ['<b>', 'opened and not closed'],
    ['<div><font size=1></div>', 'opened and not closed'],
    ['<br>', 'at most 20000 HTML tags'],
  ])('refuses %s without end, before a parser recurses into it', (piece, message) => {
    for (const layout of [false, true]) {
      const html = piece.repeat(25_000);
      const { compiled, errors } = layout
        ? compile({ body_markdown: 'x' }, { html: `${html}{{ content }}`, css: '' })
        : compile({ body_markdown: html });
      expect(compiled).toBeNull();
      expect(errors[0]).toMatchObject({ path: layout ? 'html' : 'body_markdown' });
      expect(errors[0]?.message).toContain(message);
    }
  });

  it('takes long lists, tables and paragraphs with omitted end tags', () => {
    const body = [
      `<ul>${'<li>a<b>b</b>'.repeat(300)}</ul>`,
      `<table>${'<tr><td>a<td>b'.repeat(300)}</table>`,
      '<p>a'.repeat(300),
      `<svg>${'<path d="M0"/>'.repeat(300)}</svg>`,
      '<br/>'.repeat(300),
    ].join('\n\n');
    expect(compile({ body_markdown: body }).errors).toEqual([]);
  });
});
