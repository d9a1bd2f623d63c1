import { parseButtonArguments } from '@postroad/core/content/liquid/button-arguments';
import { resolveTheme } from '@postroad/core/content/themes/values';
import { buttonStyles } from '@postroad/core/content/themes/vocabulary';
import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  compile,
  contextFor,
  fill,
  hrefsOf,
  plainScope,
  plainTextFor,
  renderBody,
  skeletonOf,
} from '../compile/compiling.ts';

const darkScheme = '@media (prefers-color-scheme: dark)';

describe('buttons', () => {
  it.each([
    ['label:"Open" url:"https://x.com"', { label: 'Open', url: 'https://x.com', style: 'primary' }],
    [
      "label:'It\\'s' , url: 'https://x.com', style: secondary",
      { label: "It's", url: 'https://x.com', style: 'secondary' },
    ],
    [
      'style:"tertiary" url:person.fields.url label:person.first_name',
      { label: '{{ person.first_name }}', url: '{{ person.fields.url }}', style: 'tertiary' },
    ],
    [
      'label:"Hi {{ person.first_name }}" url:https://x.com/{{ person.id }}?a=1, style:primary',
      {
        label: 'Hi {{ person.first_name }}',
        url: 'https://x.com/{{ person.id }}?a=1',
        style: 'primary',
      },
    ],
    ['url:mailto:a@b.c label:"Write"', { label: 'Write', url: 'mailto:a@b.c', style: 'primary' }],
  ])('TAG-09 reads %s', (source, expected) => {
    expect(parseButtonArguments(source)).toEqual(expected);
  });

  it.each([
    ['', 'needs a label'],
    ['label:"x"', 'needs a url'],
    ['label:"" url:"https://x"', 'needs a label'],
    ['label:"x" url:"https://x" style:big', 'primary, secondary, tertiary'],
    ['label:"x" url:"https://x" colour:red', 'not "colour"'],
    ['label:"x" label:"y" url:"https://x"', 'one label'],
    ['label:Open {{ now }} url:"https://x"', 'quotes'],
    ['label:"x" url:"https://x" | upcase', 'cannot read'],
    ['"Go" url:"https://x"', 'a button needs a name before "Go" url:'],
  ])('refuses %j', (source, message) => {
    expect(() => parseButtonArguments(source)).toThrow(message);
  });

  it.each(buttonStyles)('TAG-09, TAG-10 renders a %s button, light and dark', async (style) => {
    const button = `{% button label:"Open & see" url:"https://x.com/?a=1&b=2" style:${style} %}`;
    const body = `${button}\n\nAmong ${button} words\n\n<div align="center">${button}</div>`;
    const { compiled } = compile({ body_markdown: body });
    const styles = compiled?.html.match(/<style>[\s\S]*?<\/style>/g) ?? [];
    const golden = [...styles, bodyOf(body), ''].join('\n');
    await expect(golden).toMatchFileSnapshot(`../compile/golden/button-${style}.html`);
  });

  it('TAG-09 is primary when the style is omitted', () => {
    expect(bodyOf('{% button label:"a" url:"https://x.com" %}')).toBe(
      bodyOf('{% button label:"a" url:"https://x.com" style:primary %}'),
    );
  });

  const B = '{% button label:"go" url:"https://x.com" %}';
  const form = (html: string) => {
    if (!html.includes('class="button-table"')) return 'words';
    return html.includes('inline-table') ? 'block' : 'line';
  };

  it.each([
    [B, 'line'],
    [`> ${B}`, 'line'],
    [`<p>${B}</p>`, 'line'],
    [`{% if person.id %}\n${B}\n{% endif %}`, 'line'],
    [`- ${B}`, 'block'],
    [`| a |\n|---|\n| ${B} |`, 'line'],
    [`<div>${B}</div>`, 'block'],
    [`<div>\n<p>x</p>\n${B}\n</div>`, 'line'],
    [`<div><p>x</p>${B}</div>`, 'block'],
    [`<table role="none"><tr><td align="center">${B}</td></tr></table>`, 'block'],
    [`<div>{% if person.id %}${B}{% endif %}</div>`, 'block'],
    [`<div><!-- call -->${B}<!--[if mso]>x<![endif]--></div>`, 'block'],
    [`Now ${B} there`, 'words'],
    [`${B} ${B}`, 'line'],
    [`<div>${B} ${B}</div>`, 'words'],
    [`<div>${B}<br></div>`, 'words'],
    [`<div>{{ person.id }}${B}</div>`, 'words'],
    [`<p align="center">${B}</p>`, 'words'],
    [`## ${B}`, 'words'],
  ])('is placed in %j as %s', (markdown, expected) => {
    const html = bodyOf(markdown);
    expect(form(html)).toBe(expected);
    expect(skeletonOf(html)).toEqual(skeletonOf(renderBody(markdown)));
  });

  it.each([
    ['{% button label:"go" url:target %}', 'block'],
    ['<div>\n{% button label:"go" url:target %}\n</div>', 'block'],
    ['<p>Now {% button label:"go" url:target %}</p>', 'words'],
  ])('in a component %j it is placed as %s', (component, expected) => {
    const scope = { ...plainScope, components: new Map([['cta', component]]) };
    const html = bodyOf('Hi\n\n{% component "cta" target:"https://x.com" %}\n\nBye', scope);
    expect(form(html)).toBe(expected);
    expect(html).toContain('{{ target }}');
    expect(html).not.toMatch(/<p>\s*<table/);
  });

  it('in a paragraph a component and its button stay among the words', () => {
    const component = '{% button label:"go" url:"https://x.com" %}';
    const scope = { ...plainScope, components: new Map([['cta', component]]) };
    const html = bodyOf('Hi {% component "cta" %} there', scope);
    expect(html).toMatch(
      /^<p>Hi [^<]*<a [^>]*href="https:\/\/x\.com"[^>]*>.*<\/a>[^<]* there<\/p>$/,
    );
  });

  it('of a layout is alone in its cell', () => {
    const html = `<table role="none"><tr><td>${B}</td></tr></table>{{ content }}`;
    const { compiled } = compile({ body_markdown: 'x' }, { html, css: '' });
    expect(form(compiled?.html ?? '')).toBe('block');
  });

  it('TAG-10, TAG-11 only styles whose colours differ in the dark get a rule', () => {
    const same = { light: '#123456', dark: '#123456' };
    const scope = (values: object) => ({ theme: resolveTheme(values), themesByKey: new Map() });
    const css = (values: object, style = 'primary') => {
      const body = `{% button label:"a" url:"https://x.com" style:${style} %}`;
      const { compiled } = compile({ body_markdown: body }, undefined, scope(values));
      return compiled?.html ?? '';
    };
    expect(css({})).toContain(
      `${darkScheme}{.button-primary,.button-primary a{background-color:#a3ceff`,
    );
    expect(css({})).not.toContain('.button-secondary');
    const alike = { button_primary_background_color: same, button_primary_text_color: same };
    expect(css(alike)).not.toContain('@media');
    expect(css(alike)).not.toContain('<style>');
    expect(css(alike, 'secondary')).toContain('.button-secondary');
    expect(css({ button_primary_background_color: same })).toContain(darkScheme);
    expect(css({ button_primary_text_color: same })).toContain(darkScheme);
  });

  it('a mail without buttons has no rule for them', () => {
    expect(compile({ body_markdown: 'Hi' }).compiled?.html).not.toContain('@media');
  });

  it('works in loops and with values, escaped', () => {
    const context = contextFor(
      { first_name: '<Ada> & "co"' },
      { items: [{ u: 'https://a.b/?x=1&y' }] },
    );
    const html = renderBody(
      '{% for i in event.details.items %}\n{% button label:"For {{ person.first_name }}" url:i.u %}\n{% endfor %}',
      context,
    );
    expect(html).toContain('For &lt;Ada&gt; &amp; &#34;co&#34;');
    expect(hrefsOf(html)).toEqual(['https://a.b/?x=1&amp;y']);
  });

  it.each([
    ['label:Open', 'Open'],
    ['label:Open now', 'Open now'],
    ['style:secondary label:Open it, now', 'Open it, now'],
    ['label:first', 'Ada'],
    ['label:person.first_name', 'Ada'],
    ['label:person.last_name', ''],
    ['label:"{{ first }} & co"', 'Ada & co'],
  ])('TAG-09 %s is labelled %j', (argument, label) => {
    const body = `{% assign first = person.first_name %}{% button ${argument} url:https://x.com/a %}`;
    const context = contextFor({ first_name: 'Ada', last_name: null });
    const { text, html } = fill({ body_markdown: body }, context);
    expect(text.split('--')[0]?.trim()).toBe(`${label}: https://x.com/a`);
    expect(html).toContain(`>${label.replace('&', '&amp;')}</span>`);
    expect(html).toContain('href="https://x.com/a"');
  });

  it('reads as label and address in plain text', () => {
    expect(plainTextFor('{% button label:"Open" url:"https://x.com/{{ person.id }}" %}')).toBe(
      'Open: https://x.com/{{ person.id }}',
    );
  });

  it('doubles short hex for bgcolor and drops alpha there', () => {
    const values = { button_primary_background_color: { light: '#abc', dark: '#11223344' } };
    const scope = { theme: resolveTheme(values), themesByKey: new Map() };
    const html = bodyOf('{% button label:"a" url:"https://x.com" %}', scope);
    expect(html).toContain('bgcolor="#aabbcc"');
    expect(html).toContain('background-color:#abc');
  });
});
