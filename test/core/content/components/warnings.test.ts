import { compileEmail } from '@postroad/core/content/compile/compile';
import { describe, expect, it } from 'vitest';
import { inlineCss, plainScope } from '../compile/compiling.ts';

const footer = '<a href="{{ unsubscribe_url }}">x</a>';
const layout = `<main>{{ content }}</main>{% if person.id %}${footer}{% endif %}`;

function warningsOf(body: string, components: Record<string, string> = {}, html = layout) {
  const scope = { ...plainScope, components: new Map(Object.entries(components)) };
  const email = { subject: 's', pre_header: '', body_markdown: body };
  const { compiled, errors, warnings } = compileEmail(email, { html, css: '' }, scope, inlineCss);
  expect(errors).toEqual([]);
  expect(compiled).not.toBeNull();
  return warnings;
}

describe('unknown variables in components and their arguments', () => {
  it.each([
    ['in a component', '{% component "card" %}', '<b>{{ person.frist_name }}</b>'],
    ['in its attributes', '{% component "card" %}', '<b title="{{ person.frist_name }}">x</b>'],
    ['in its conditions', '{% component "card" %}', '{% if person.frist_name %}x{% endif %}'],
    [
      'in its button',
      '{% component "card" %}',
      '{% button label:person.frist_name url:"https://x" %}',
    ],
    [
      'in what its own component is given',
      '{% component "card" %}',
      '{% component "inner" x:person.frist_name %}',
    ],
  ])('%s', (_, body, card) => {
    const [warning, ...more] = warningsOf(body, { card, inner: '{{ x }}' });
    expect(more).toEqual([]);
    expect(warning).toMatchObject({ path: 'components.card', code: 'unknown_variable' });
    expect(warning?.message).toContain('In the component "card": Line 1, column');
    expect(warning?.message).toContain('Did you mean "person.first_name"?');
  });

  it.each([
    ['{% component "card" title:person.frist_name %}', 'person.frist_name'],
    ['{% component "card" title:"Hi {{ person.frist_name }}" %}', 'person.frist_name'],
    ['{% button label:"Hi {{ person.frist_name }}" url:"https://x" %}', 'person.frist_name'],
  ])('an argument in %s is a warning of the body', (body) => {
    const [warning, ...more] = warningsOf(body, { card: '{{ title }}' });
    expect(more).toEqual([]);
    expect(warning).toMatchObject({ path: 'body_markdown', code: 'unknown_variable' });
    expect(warning?.message).toContain('"person.first_name"');
  });

  it('an argument that no tag passes is one, and names the nearest that is passed', () => {
    const [warning] = warningsOf('{% component "card" title:"x" %}', { card: '{{ titel }}' });
    expect(warning).toMatchObject({ path: 'components.card', code: 'unknown_variable' });
    expect(warning?.message).toContain('Did you mean "title"?');
  });

  it.each([
    '{{ title }}',
    '{% if subtitle %}{{ subtitle }}{% endif %}',
    '{{ subtitle | default: "none" }}',
    '{% unless subtitle == blank %}{{ subtitle.size }}{% endunless %}',
    '{% for x in person.tags %}{{ x }}{% endfor %}{% assign y = title %}{{ y }}',
    '{{ theme.link_color }}',
  ])('%s draws nothing', (card) => {
    expect(warningsOf('{% component "card" title:"x" %}', { card })).toEqual([]);
  });

  it('is reported once, wherever the component is', () => {
    const card = '{{ person.frist_name }}';
    const body = '{% component "card" %}\n\n{% component "card" x:1 %}';
    expect(warningsOf(body, { card }, `{% component "card" %}${layout}`)).toHaveLength(1);
  });

  it('in a layout has its path', () => {
    const [warning] = warningsOf('x', {}, `{{ account.nmae }}${layout}`);
    expect(warning).toMatchObject({ path: 'html', code: 'unknown_variable' });
    expect(warning?.message).toContain('"account.name"');
  });
});

describe('unbalanced HTML', () => {
  const BRANCHES = '{% if person.id %}<div class="a">{% else %}<div class="b">{% endif %}';

  it.each([
    ['body_markdown', `${BRANCHES}\nx\n</div>`, {}, layout],
    ['body_markdown', '<div>\n\nx', {}, `<div>${layout}</div>`],
    ['html', 'x', {}, `${BRANCHES}${layout}</div>`],
    ['components.card', 'x\n\n{% component "card" %}', { card: `${BRANCHES}x</div>` }, layout],
    ['components.card', 'x', { card: `${BRANCHES}x</div>` }, `{% component "card" %}${layout}`],
    [
      'components.inner',
      '{% component "outer" %}',
      { outer: '<p>{% component "inner" a:1 %}</p>', inner: `${BRANCHES}{{ a }}</div>` },
      layout,
    ],
    ['components.open', '{% component "open" %}', { open: '<section>{{ person.id }}' }, layout],
  ])('is given for %s', (path, body, components, html) => {
    const warnings = warningsOf(body, components, html);
    expect(warnings).toMatchObject([{ path, code: 'unbalanced_html' }]);
  });

  it('is not given for mails that balance', () => {
    const body =
      '{% if person.id %}\n<div>\n{% endif %}\nx\n\n{% if person.id %}\n</div>\n{% endif %}';
    expect(warningsOf(body, {}, layout)).toEqual([]);
    const card = '{% if person.id %}<div>x</div>{% else %}<p>y</p>{% endif %}';
    expect(warningsOf('{% component "card" %}', { card }, layout)).toEqual([]);
  });
});
