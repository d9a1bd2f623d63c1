import { defaultLayout } from '@postroad/core/content/compile/default-layout';
import { limits } from '@postroad/core/platform/limits';
import { describe, expect, it } from 'vitest';
import { compile, plainScope } from '../compile/compiling.ts';

function warningsOf(body_markdown: string) {
  return compile({ body_markdown }, defaultLayout).warnings;
}

describe('addresses that lead nowhere in a mail', () => {
  it.each([
    ['[a](www.example.com)', 'link "www.example.com"', 'https://www.example.com'],
    [
      '[a](example.com/prices?a=1)',
      'link "example.com/prices?a=1"',
      'https://example.com/prices?a=1',
    ],
    ['[a](//example.com/x)', 'link "//example.com/x"', 'https://example.com/x'],
    ['[a](ada@example.com)', 'link "ada@example.com"', 'mailto:ada@example.com'],
    ['[a](/docs)', 'link "/docs"', undefined],
    ['[a](docs.html)', 'link "docs.html"', undefined],
    ['[a][ref]\n\n[ref]: docs', 'link "docs"', undefined],
    ['[a](/u/{{ person.id }})', 'link "/u/{{ person.id }}"', undefined],
    ['<A HREF="/docs">a</A>', 'link "/docs"', undefined],
    ['{% button label:"Go" url:"/x" %}', 'link "/x"', undefined],
    ['![a](logo.png)', 'image "logo.png"', undefined],
    ['<img src="/logo.png">', 'image "/logo.png"', undefined],
  ])('warns of %s', (body, called, meant) => {
    const [warning, ...others] = warningsOf(body);
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ path: 'body_markdown', code: 'address_not_whole' });
    expect(warning?.message).toContain(`the ${called} is not a whole address, so`);
    expect(warning?.did_you_mean).toBe(meant);
  });

  it.each([
    ['Hello.\n\nSee [a](/docs).', 'Line 3, column 9: the link "/docs"'],
    ['See <a href="/docs">a</a>.', 'Line 1, column 14: the link "/docs"'],
    ['{% component "foot" %}', 'The link "/foot"'],
  ])('names the place in %j, unless a component has it', (body_markdown, beginning) => {
    const components = new Map([['foot', '<a href="/foot">Foot</a>']]);
    const scope = { ...plainScope, components };
    const { warnings } = compile({ body_markdown }, defaultLayout, scope);
    expect(warnings.map(({ message }) => message)).toEqual([
      `${beginning} is not a whole address, so it leads nowhere in a mail.`,
    ]);
  });

  it('warns of a link without any address, once', () => {
    expect(warningsOf('[a]() [b]()').map(({ message }) => message)).toEqual([
      'Line 1, column 4: a link has no address, so it leads nowhere in a mail.',
    ]);
  });

  it.each([
    '[a](https://example.com) [b](mailto:ada@example.com) [c](tel:+3212345) [d](#top)',
    '[a]({{ unsubscribe_url }}) <a href="{{ preferences_url }}/docs">b</a> <a name="top">c</a>',
    '{% button label:"Go" url:unsubscribe_url %} <img src="cid:logo"> https://example.com',
    '`[a](b c)` and \\[c\\](d e)',
  ])('says nothing of %s', (body) => {
    expect(warningsOf(body)).toEqual([]);
  });

  it('warns of them in a layout under its HTML', () => {
    const { warnings } = compile(
      { body_markdown: 'Hello' },
      { html: '{{ content }}<a href="/x">x</a>{{ unsubscribe_url }}', css: '' },
    );
    expect(warnings.map(({ path, code }) => [path, code])).toEqual([['html', 'address_not_whole']]);
  });
});

describe('links in markdown that cannot be read', () => {
  it.each([
    ['[a](javascript:alert(1))', 'An address begins with https, http, mailto or tel.'],
    ['[a](some page)', 'An address holds no spaces; write them as %20.'],
    ['[a](https://example.com/some page)', 'An address holds no spaces; write them as %20.'],
  ])('warns of %s', (body, fix) => {
    const [warning, ...others] = warningsOf(`Read **this**: ${body}.`);
    expect(others).toEqual([]);
    expect(warning).toEqual({
      ...{ path: 'body_markdown', code: 'link_unread', fix },
      message: `Line 1, column 16: "${body}" is not a link that can be read, so people see it as it is written.`,
    });
  });
});

it.each([
  ['addresses', (at: number) => `![a](${at}.png) `],
  ['links', (at: number) => `[a](b ${at})\n`],
])('SEC-16 lists as many %s as anybody reads', (_what, write) => {
  const many = Array.from({ length: limits.issuesListedMax + 1 }, (_, at) => write(at));
  expect(warningsOf(many.join(''))).toHaveLength(limits.issuesListedMax);
});
