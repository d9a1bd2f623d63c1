import { compileEmail } from '@postroad/core/content/compile/compile';
import type { CompileScope } from '@postroad/core/content/components/component';
import { prepareTemplate } from '@postroad/core/content/render/template';
import { resolveTheme } from '@postroad/core/content/themes/values';
import { limits } from '@postroad/core/platform/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../support/property-tests.ts';
import {
  bareLayout,
  contextFor,
  decodeQuotedPrintable,
  inlineCss,
  plainScope,
  skeletonOf,
} from '../compile/compiling.ts';

function scopeOf(components: Record<string, string>): CompileScope {
  return { ...plainScope, components: new Map(Object.entries(components)) };
}

function compiled(body: string, scope: CompileScope, layout = bareLayout) {
  const email = { subject: 'S', pre_header: '', body_markdown: body };
  return compileEmail(email, layout, scope, inlineCss);
}

function filled(body: string, components: Record<string, string>, context = contextFor()) {
  const { compiled: made, errors } = compiled(body, scopeOf(components));
  if (!made) throw new Error(JSON.stringify(errors));
  const template = prepareTemplate(made);
  const { html, text } = template.fill(context);
  const encoded = template.fillEncoded(context);
  expect(decodeQuotedPrintable(encoded.html)).toBe(html);
  expect(decodeQuotedPrintable(encoded.text)).toBe(text);
  return {
    html: /<main>([\s\S]*)<\/main>/.exec(html)?.[1]?.trim() ?? html,
    text: text.slice(0, text.lastIndexOf('\n\n--\n')),
  };
}

function errorsOf(body: string, components: Record<string, string>) {
  return compiled(body, scopeOf(components)).errors;
}

describe('arguments', () => {
  const show = '<b>{{ x }}</b>';

  it.each([
    ['quoted text', 'x:"Tom & <i>"', '<b>Tom &amp; &lt;i&gt;</b>'],
    ['quotes in quotes', `x:'say "hi"'`, '<b>say &#34;hi&#34;</b>'],
    ['text with an output', 'x:"Hi {{ person.first_name }}!"', '<b>Hi Ada!</b>'],
    ['an output with a filter', 'x:"{{ person.nothing | default: \'you\' }}"', '<b>you</b>'],
    ['a variable', 'x:person.first_name', '<b>Ada</b>'],
    ['a number', 'x:42', '<b>42</b>'],
    ['an address', 'x:https://example.com/a?b=c', '<b>https://example.com/a?b=c</b>'],
    ['nothing', '', '<b></b>'],
    ['several, with commas', 'y:1, x:"two", z:3', '<b>two</b>'],
    ['a theme tag', 'x:"{{ theme.link_color }}"', '<b>#2563eb</b>'],
  ])('%s', (_what, args, html) => {
    expect(filled(`{% component "show" ${args} %}`, { show }).html).toBe(html);
  });

  it('keep their type where they are bare', () => {
    const list =
      '{% for tag in x %}<i>{{ tag }}</i>{% endfor %}{% if y %}yes{% else %}no{% endif %}';
    const { html } = filled('{% component "list" x:person.tags y:false %}', { list });
    expect(html).toBe('<i>vip</i><i>beta</i>no');
  });

  it('are local: nothing leaks in or out, and merge values are seen', () => {
    const inner =
      '{{ x }}{{ loose }}{{ item }}{% assign loose = "inside" %}{{ person.first_name }};';
    const body = [
      '{% assign loose = "outside" %}',
      '{% for item in person.tags %}{% component "inner" x:item %}{% endfor %}{{ loose }}{{ x }}',
    ].join('');
    expect(filled(body, { inner }).html).toContain('vipAda;betaAda;outside');
  });

  it('reach a component inside a component only when handed on', () => {
    const outer = '<i>{% component "inner" y:x %}{% component "inner" %}</i>';
    const inner = '[{{ x }}{{ y }}]';
    expect(filled('{% component "outer" x:"1" %}', { outer, inner }).html).toBe('<i>[1][]</i>');
  });

  it.each([
    ['person', 'x', 'cannot be named person'],
    ['x', 'a b', 'cannot read "b"'],
    ['x', '"{% if a %}b{% endif %}"', 'cannot read "if a"'],
    ['x', '1 x:2', 'one x, not two'],
    ['x', '', 'no value for x'],
    ['x', 'a|b', 'must be in quotes'],
    ['x', '"{{ a | nofilter }}"', 'nofilter'],
  ])('%s:%s is refused', (name, value, message) => {
    const [error] = errorsOf(`{% component "show" ${name}:${value} %}`, { show });
    expect(error).toMatchObject({ path: 'body_markdown' });
    expect(error?.message).toContain(message);
  });
});

describe('where a component is placed', () => {
  const card = '<div class="card">\n\n  <p>{{ x }}</p>\n\n    <p>*raw*</p>\n</div>\n';

  it('a line of its own is a block whose markup no markdown touches', () => {
    const { html, text } = filled('Before\n\n{% component "card" x:"In" %}\n\nAfter', { card });
    expect(html.replace(/\s+/g, '')).toBe(
      '<p>Before</p><divclass="card"><p>In</p><p>*raw*</p></div><p>After</p>',
    );
    expect(text).toBe('Before\n\nIn\n*raw*\n\nAfter');
  });

  it('within text it is part of the line', () => {
    const { html, text } = filled('So {% component "badge" x:"new" %} and **on**', {
      badge: '<em>{{ x | upcase }}</em>',
    });
    expect(html).toBe('<p>So <em>NEW</em> and <strong>on</strong></p>');
    expect(text).toBe('So NEW and on');
  });

  it('in layouts, attributes and tables', () => {
    const layout = {
      html: '{% component "head" %}<main>{{ content }}</main><a href="{% component "home" p:"x" %}">home</a>',
      css: '',
    };
    const scope = scopeOf({
      head: '<h1>{{ account.name }}</h1>',
      home: 'https://example.com/{{ p }}',
      row: '<tr><td>{{ n }}</td></tr>',
    });
    const body = '<table>{% for t in person.tags %}{% component "row" n:t %}{% endfor %}</table>';
    const { compiled: made } = compiled(body, scope, layout);
    const { html } = prepareTemplate(
      made ?? { subject: '', pre_header: '', html: '', text: '' },
    ).fill(contextFor());
    expect(html).toContain('<h1>Acme</h1>');
    expect(html).toContain('href="https://example.com/x"');
    expect(html).toContain('<tr><td>vip</td></tr><tr><td>beta</td></tr>');
  });

  it('buttons in it work, in HTML and in the text', () => {
    const cta = '<p>{% button label:"{{ x }}" url:"https://example.com/{{ x }}" %}</p>';
    const { html, text } = filled('{% component "cta" x:"Go" %}', { cta });
    expect(html).toContain('href="https://example.com/Go"');
    expect(text).toBe('Go: https://example.com/Go');
  });

  it('a style element of its own is inlined', () => {
    const { html } = filled('{% component "c" %}', {
      c: '<style>.c{color:red}</style><i class="c">x</i>',
    });
    expect(html).toBe('<i class="c" style="color: red;">x</i>');
  });
});

it('TAG-08 theme tags in a component resolve with the theme of the layout around the body', () => {
  const components = new Map([
    ['outer', '<i style="color:{{ theme.link_color }}">{% component "inner" %}</i>'],
    ['inner', '<b style="color:{{ theme.other.dark.link_color }}">x</b>'],
  ]);
  const other = resolveTheme({ link_color: { light: '#333333', dark: '#444444' } });
  for (const light of ['#111111', '#222222']) {
    const theme = resolveTheme({ link_color: { light, dark: light } });
    const scope = { theme, themesByKey: new Map([['other', other]]), components };
    const html = compiled('{% component "outer" %}', scope).compiled?.html;
    expect(html).toMatch(new RegExp(`<i style="color: ?${light};?">`));
    expect(html).toMatch(/<b style="color: ?#444444;?">/);
  }
});

describe('refusals', () => {
  it.each([
    ['an unknown key', 'a\n\n{% component "notise" %}', /^Line 3: .*"notise".*"notice"/],
    ['no quotes', '{% component notice %}', /key in quotes/],
    ['an unknown key inside', '{% component "bad" %}', /^Line 2 of the component "bad": .*"gone"/],
    ['itself', '{% component "self" %}', /self → self/],
    ['a circle', '{% component "a" %}', /a → b → c → a/],
    ['inside {% liquid %}', '{% liquid\ncomponent "notice"\n%}', /tag of its own/],
    ['a theme tag that is not known', '{% component "theme" %}', /"theme".*theme\.nothing/],
    ['markup never closed', '{% component "open" %}', /never closed/],
    ['a script', '{% component "script" %}', /scripts/],
  ])('%s', (_what, body, message) => {
    const errors = errorsOf(body, {
      notice: '<p>x</p>',
      bad: '<p>x</p>\n{% component "gone" %}',
      self: '{% component "self" %}',
      a: '{% component "b" %}',
      b: '{% component "c" %}',
      c: '{% component "a" %}',
      theme: '{{ theme.nothing }}',
      open: '<p class="',
      script: '<script>1</script>',
    });
    expect(errors[0]?.path).toBe('body_markdown');
    expect(errors.map((error) => error.message).join('\n')).toMatch(message);
  });

  it('too deep, and as deep as may be', () => {
    const chain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, index) => [
          `c${index}`,
          index + 1 < length ? `{% component "c${index + 1}" %}` : '{{ person.first_name }}',
        ]),
      );
    expect(filled('{% component "c0" %}', chain(limits.componentDepth)).html).toBe('Ada');
    const [error] = errorsOf('{% component "c0" %}', chain(limits.componentDepth + 1));
    expect(error?.message).toContain('10 deep');
  });

  it('what doubles at every level is stopped', () => {
    const bomb = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [
        `c${index}`,
        `{% component "c${index + 1}" %}`.repeat(50),
      ]),
    );
    const errors = errorsOf('{% component "c0" %}', { ...bomb, c9: '' });
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toContain('more than');
  });
});

it('no value of an argument leaves its place', () => {
  const components = {
    card: '<p title="{{ x }}"><a href="{{ x }}">{{ x }}</a>{% if x %}<b>{{ x | upcase }}</b>{% endif %}</p>',
  };
  const at = (value: string) =>
    filled(
      '{% component "card" x:person.fields.v %} {% component "card" x:"- {{ person.fields.v }}" %}',
      components,
      contextFor({ fields: { v: value } }),
    ).html;
  const calm = skeletonOf(at('x'));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ minLength: 1 }),
        fc.constantFrom(
          '"><script>',
          "'--><b>",
          '{% endcomponent_scope %}',
          '{{ person.email }}',
          'javascript:1',
        ),
      ),
      (value) => {
        fc.pre(value.trim() !== '');
        expect(skeletonOf(at(value))).toEqual(calm);
      },
    ),
    { numRuns: runs(60) },
  );
});
