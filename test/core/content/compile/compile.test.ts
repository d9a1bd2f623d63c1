import { compileEmail, compileInto } from '@postroad/core/content/compile/compile';
import { defaultLayout } from '@postroad/core/content/compile/default-layout';
import { type LayoutSource, prepareLayout } from '@postroad/core/content/compile/layout';
import {
  starterEmail,
  starterFlowDefinition,
  starterFlowKey,
  starterThemeName,
} from '@postroad/core/content/compile/starter';
import { prepareTemplate } from '@postroad/core/content/render/template';
import { themeKey } from '@postroad/core/content/themes/theme-key';
import { resolveTheme } from '@postroad/core/content/themes/values';
import { describe, expect, it } from 'vitest';
import {
  bareLayout,
  compile,
  contextFor,
  fill,
  inlineCss,
  plainScope,
  plainTextFor,
  skeletonOf,
} from './compiling.ts';

const own = resolveTheme({ link_color: { light: '#111111', dark: '#222222' } });
const other = resolveTheme({ link_color: { light: '#333333', dark: '#444444' } });
const scope = { theme: own, themesByKey: new Map([['acme-2027', other]]) };
const layoutErrors = (layout: Partial<LayoutSource>) =>
  prepareLayout({ ...bareLayout, ...layout }, scope).errors;

describe('layouts', () => {
  it.each([
    ['{{ theme.link_color }}', '#111111'],
    ['{{ theme.dark.link_color }}', '#222222'],
    ['{{ theme.acme-2027.link_color }}', '#333333'],
    ['{{ theme.acme-2027.dark.link_color }}', '#444444'],
    ['{{ theme.button_background_color }}', '#2563eb'],
  ])('TAG-01, TAG-02, TAG-03, TAG-05 %s resolves in css, in html and in a body', (tag, value) => {
    const layout = {
      html: `<style>strong{color:${tag}}</style><i style="color:${tag}">{{ content }}</i>`,
      css: `p{color:${tag}}`,
    };
    const { compiled } = compile(
      { body_markdown: `**x** <span style="color:${tag}">y</span>` },
      layout,
      scope,
    );
    expect(compiled?.html.match(new RegExp(`color: ?${value}`, 'g'))).toHaveLength(4);
    expect(compiled?.html).not.toContain('theme.');
  });

  it('TAG-06 Liquid cannot make a theme tag, and theme values cannot make Liquid', () => {
    const { html } = fill(
      { body_markdown: '{{ "{{ theme.link_color }}" }} {{ person.fields.x }}' },
      contextFor({ fields: { x: '{{ theme.link_color }}{{ person.email }}' } }),
      bareLayout,
    );
    expect(html).toContain('{{ theme.link_color }}{{ person.email }}');
    expect(html).not.toContain('ada@example.com');
  });

  it.each([
    [{ css: 'a{color:{{ theme.link_colour }}}' }, 'css', 'unknown_theme_tag', '"link_color"'],
    [{ html: '\n{{ theme.nope }}{{ content }}' }, 'html', 'unknown_theme_tag', 'line 2'],
    [{ html: '<p>nothing</p>' }, 'html', 'content_missing', '{{ content }}'],
    [{ html: '{{ content }}{{content}}' }, 'html', 'content_repeated', '2 times'],
    [{ html: '<p title="{{ content }}">x</p>' }, 'html', 'invalid_html', 'not inside a tag'],
    [{ html: '{% raw %}{{ content }}{% endraw %}' }, 'html', 'content_missing', ''],
    [{ html: '{{ content | upcase }}' }, 'html', 'content_missing', ''],
    [{ html: '{{ content }}{% if %}' }, 'html', 'liquid_syntax', 'Line 1'],
    [{ html: '{{ content }}<a href="javascript:x()">y</a>' }, 'html', 'invalid_html', 'https'],
    [{ html: '{{ content }}<div class="' }, 'html', 'invalid_html', 'never closed'],
    [{ css: 'p{}</style><script>' }, 'css', 'css_markup', '</style>'],
    [{ css: '{% if person.id %}p{}{% endif %}' }, 'css', 'liquid_tag_in_css', '{% if'],
    [{ css: 'p{color:{{ x | nope }}}' }, 'css', 'unknown_filter', 'nope'],
  ])('TAG-07 %j is refused', (layout, path, code, word) => {
    const [error] = layoutErrors(layout);
    expect(error).toMatchObject({ path, code });
    expect(error?.message).toContain(word);
  });

  it('LAYOUT-01 wraps a body; a fragment becomes a whole document', () => {
    const { compiled } = compile({ body_markdown: 'Hi' });
    expect(compiled?.html).toMatch(
      /^<!DOCTYPE html><html>.*<main><p>Hi<\/p>\n<\/main><\/body><\/html>$/s,
    );
  });

  it('inlines rules, keeps at-rules and states, and lets them win over what was inlined', () => {
    const css = `/* c */ p, a:hover { color: red; background: url("a;b.png") }
      @import url("x.css");
      @media (max-width: 600px) { p { color: blue; margin: 0 !important } @supports (x: y) { b { top: 1px } } }
      @font-face { font-family: X; src: url(x.woff) }
      u + .body p { margin: 0 }`;
    const { compiled } = compile({ body_markdown: 'x' }, { ...bareLayout, css });
    const html = compiled?.html ?? '';
    expect(html).toContain(`<p style="color: red;background: url('a;b.png');">x</p>`);
    for (const kept of [
      'p, a:hover{color: red !important;background: url("a;b.png") !important;}',
      '@import url("x.css");',
      '@media (max-width: 600px){p{color: blue !important;margin: 0 !important;}@supports (x: y){b{top: 1px !important;}}}',
      '@font-face{font-family: X; src: url(x.woff)}',
      'u + .body p{margin: 0 !important;}',
    ]) {
      expect(html).toContain(kept);
    }
  });

  it('takes the style of a head, keeps values in CSS and a style with Liquid tags whole', () => {
    const layout = {
      html: '<html><head><style>p{color:{{ person.fields.plan }}}</style><style media="print">p{top:0}</style><style>{% if person.id %}i{left:0}{% endif %}</style></head><body>{{ content }}</body></html>',
      css: '',
    };
    const { html } = fill({ body_markdown: 'x' }, contextFor(), layout);
    expect(html).toContain('<p style="color: team;">x</p>');
    expect(html).toContain('@media print{p{top:0 !important;}}');
    expect(html).toContain('<style>i{left:0}</style>');
  });

  it('CSS that cannot be read is an error, no crash', () => {
    const { compiled, errors } = compile(
      { body_markdown: '<p style="oops">x</p>' },
      {
        ...bareLayout,
        css: 'p{color:red}',
      },
    );
    expect(compiled).toBeNull();
    expect(errors[0]).toMatchObject({ path: 'css', code: 'invalid_css' });
  });

  it('a prepared layout serves many emails and equals compiling each by itself', () => {
    const { prepared } = prepareLayout(defaultLayout, plainScope);
    if (!prepared) throw new Error('the default layout does not prepare');
    for (const body_markdown of ['one', '{% button label:"a" url:"https://x.com" %}', 'lqx0z']) {
      const email = { subject: 's', pre_header: 'p', body_markdown };
      const single = compileEmail(email, defaultLayout, plainScope, inlineCss);
      expect(compileInto(prepared, email, inlineCss, { checked: true })).toEqual(single);
    }
  });

  it('text that looks like a placeholder stays text', () => {
    const { html } = fill(
      { body_markdown: 'lqx0z lqxx1z <!--lqx0z--> {{ person.id }}' },
      contextFor(),
      bareLayout,
    );
    expect(html).toContain('<p>lqx0z lqxx1z <!--lqx0z--> 7</p>');
  });
});

describe('compiling', () => {
  it('reports subject, pre-header and body with their paths', () => {
    const { compiled, errors } = compile({
      subject: '{{ a | nope }}',
      pre_header: '{% nope %}',
      body_markdown: '{{ theme.nope }} {% if %}',
    });
    expect(compiled).toBeNull();
    expect(errors.map(({ path, code }) => [path, code])).toEqual([
      ['body_markdown', 'unknown_theme_tag'],
      ['subject', 'unknown_filter'],
      ['pre_header', 'unknown_tag'],
      ['body_markdown', 'liquid_syntax'],
    ]);
  });

  it('warns of unknown variables and of a missing unsubscribe link', () => {
    const { compiled, warnings } = compile({ body_markdown: '{{ person.frist_name }}' });
    expect(compiled).not.toBeNull();
    expect(warnings.map(({ code }) => code)).toEqual([
      'unknown_variable',
      'unsubscribe_link_missing',
    ]);
    // FIX-02
    expect(warnings[1]?.fix).toContain('{{ unsubscribe_url }}');
    expect(compile({ body_markdown: 'Hello' }, defaultLayout).warnings).toEqual([]);
  });

  it.each([
    [
      '{% if person.id %}\n<div class="a">\n{% else %}\n<div class="b">\n{% endif %}\nx\n</div>',
      true,
    ],
    ['{% if person.id %}\n<div>\n{% endif %}\nx', true],
    ['{% if person.id %}\n<div>\n{% endif %}\nx\n\n{% if person.id %}\n</div>\n{% endif %}', false],
    ['{% if person.id %}\n<div>x</div>\n{% else %}\n<p>y\n{% endif %}', false],
    ['{% for t in person.tags %}\n- *{{ t }}*\n{% endfor %}\n\n<div>x</div>', false],
    ['<div>x', false],
  ])('warns where branches of %j do not balance: %s', (body_markdown, warned) => {
    const { compiled, warnings } = compile({ body_markdown });
    expect(compiled).not.toBeNull();
    expect(warnings.some(({ code }) => code === 'unbalanced_html')).toBe(warned);
  });

  it('subject and pre-header are one line each', () => {
    const { compiled } = compile({ subject: ' a\r\n b ', pre_header: '\nc\n' });
    expect(compiled).toMatchObject({ subject: 'a b', pre_header: 'c' });
  });

  it('is JSON that reads back the same', () => {
    const { compiled } = compile(starterEmail, defaultLayout);
    expect(JSON.parse(JSON.stringify(compiled))).toEqual(compiled);
  });

  it('a brace before Liquid stays one, however it was written', () => {
    for (const brace of ['&#123;', '<b>{</b>', '`{`', '<i>&lbrace;</i>']) {
      const body_markdown = `${brace}{{ person.id }} and ${brace}{% if person.id %}x{% endif %}`;
      expect(fill({ body_markdown }).text).toMatch(/^\{7 and \{x/);
    }
    expect(fill({ body_markdown: '&#123;{{ person.id }}' }).html).toContain('&#123;7');
  });

  it('the starter content compiles cleanly, light and dark', async () => {
    const { compiled, errors, warnings } = compile(starterEmail, defaultLayout);
    expect([errors, warnings]).toEqual([[], []]);
    if (!compiled) return;
    const filled = prepareTemplate(compiled).fill(contextFor({}, { plan: 'team' }));
    await expect(filled.html).toMatchFileSnapshot('./golden/welcome.html');
    await expect(filled.text).toMatchFileSnapshot('./golden/welcome.txt');
    expect(filled.subject).toBe('Welcome, Ada');
    expect(filled.html).toContain('@media (prefers-color-scheme: dark)');
    expect(themeKey(starterThemeName)).toBe('default');
    expect(starterFlowDefinition(12).nodes[0]).toMatchObject({ type: 'send_email', email_id: 12 });
    expect(starterFlowKey).toMatch(/^[a-z]+$/);
  });

  it('the footer of the default layout shows the address only when there is one', () => {
    const blank = { ...contextFor(), mailing_address: '  ' };
    const without = fill({ body_markdown: 'x' }, blank);
    const withAddress = fill({ body_markdown: 'x' });
    expect(skeletonOf(withAddress.html).length).toBeGreaterThan(skeletonOf(without.html).length);
    expect(withAddress.html).toContain('1 Main Street<br>\nSpringfield');
    const links =
      /--\nUnsubscribe: https:\/\/mail\.example\.com\/u\/token\nPreferences: https:\S+\n$/;
    expect(without.text).toMatch(links);
    expect(withAddress.text).toContain('--\n1 Main Street\nSpringfield\nUnsubscribe: ');
  });

  it('the footer of the text part is apart from the body, however the body ends', () => {
    for (const end of ['{{ "x" -}}', '{%- if person.id -%} x {%- endif -%}']) {
      expect(fill({ body_markdown: `a ${end}` }).text).toMatch(/^a ?x\n\n--\n1 Main Street\n/);
    }
  });

  it('the default layout uses no fixed colours or fonts but theme tags', () => {
    expect(defaultLayout.css.match(/#[0-9a-f]{3,8}\b/gi)).toBeNull();
    expect(defaultLayout.css.match(/\{\{ theme\.dark\./g)?.length).toBeGreaterThan(8);
  });
});

describe('the plain-text twin', () => {
  it.each([
    ['# Hi *there*', 'Hi there'],
    [
      '[go](https://x.com) [https://y.com](https://y.com) [{{ a }}]({{ b }})',
      'go (https://x.com) https://y.com {{ a }} ({{ b }})',
    ],
    ['a  \nb\nc', 'a\nb\nc'],
    ['- a\n  - b\n- c\n\n1. x\n2. y', '- a\n  - b\n- c\n\n1. x\n2. y'],
    ['> a\n>\n> b', '> a\n>\n> b'],
    ['`a` **b** ~~c~~ ![alt](x.png)', 'a b c alt'],
    ['a\n\n---\n\nb', `a\n\n${'-'.repeat(20)}\n\nb`],
    ['| a | b |\n|---|---|\n| 1 | 2 |', 'a | b\n1 | 2'],
    ['```\nx <y>\n```', 'x <y>'],
    [
      '<div><p>A &amp; B<br>C</p><a href="https://x.com?a=1&amp;b=2">D</a></div>',
      'A & B\nC\nD (https://x.com?a=1&b=2)',
    ],
    ['a <a href="https://x.com">b</a><br>c <b>d</b>', 'a b (https://x.com)\nc d'],
    ['<style>p{}</style>\n\nx<!-- y -->', 'x'],
    ['\\{\\{ x }}', '{{ "{" }}{ x }}'],
    ['{% if a %}\nx\n{% else %}\ny\n{% endif %}\nz', '{% if a %}x\n\n{% else %}y\n\n{% endif %}z'],
    ['{% for a in b %}\n- {{ a }}\n{% endfor %}', '{% for a in b %}- {{ a }}\n{% endfor %}'],
    ['go <a href="https://x.com">\nhere\n</a> now', 'go\nhere\n (https://x.com) now'],
    ['<a href="https://x.com?a=1&amp;b&lt=2&copy;">go</a>', 'go (https://x.com?a=1&b&lt=2©)'],
    ['a <img src="https://x.com/y.png" alt="50% off"> b', 'a 50% off b'],
    ['<table><tr><th>A</th><th>B</th></tr><tr><td>1<td>2</tr></table>', 'A B\n1 2'],
    ['<div>a<p>b</p><ul><li>c<ul><li>d</li></ul></li></ul>e<hr>f</div>', 'a\nb\nc\nd\ne\nf'],
    [
      '<p>&copy; A&nbsp;B &mdash; &Uuml; &#8212; &amp;copy; &nope; &</p>',
      '© A B — Ü — &copy; &nope; &',
    ],
    [
      '<p>&#123;{{ a }}&lbrace;{% if a %}x{% endif %}</p>',
      '{{ "{" }}{{ a }}{{ "{" }}{% if a %}x{% endif %}',
    ],
  ])('%j reads as %j', (markdown, text) => {
    expect(plainTextFor(markdown)).toBe(text);
  });

  it('leaves values as they are', () => {
    const { text } = fill(
      { body_markdown: 'Hi {{ person.first_name }}' },
      contextFor({ first_name: '<b>&"' }),
    );
    expect(text).toContain('Hi <b>&"');
  });
});
