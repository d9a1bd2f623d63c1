import { prepareTemplate } from '@postroad/core/content/render/template';
import { liquidEngine, optimizedEngine } from '@postroad/core/content/render/template-engine';
import { describe, expect, it } from 'vitest';
import { contextFor, decodeQuotedPrintable } from '../compile/compiling.ts';

const inherited = [
  ...['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'toJSON'],
  ...['isPrototypeOf', 'toLocaleString', '__defineGetter__', 'liquidMethodMissing', 'html', 'next'],
  ...['constructor.name', 'constructor.prototype', '__proto__.constructor'],
];

describe.each([
  ['LiquidJS', liquidEngine],
  ['the optimized engine', optimizedEngine],
])('SEC-24 with %s a template reads nothing of a class', (_, engine) => {
  const rendered = (html: string, fields: Record<string, unknown> = {}) => {
    const template = prepareTemplate(
      { subject: 'x', pre_header: '', html, text: html },
      { engine },
    );
    const context = contextFor({ fields });
    const plain = template.fill(context);
    const encoded = template.fillEncoded(context);
    const decoded = [encoded.html, encoded.text].map(decodeQuotedPrintable);
    return [plain.html, plain.text, ...decoded].map((one) => one.trim());
  };

  const drops = [
    ['a captured value', '{% capture a %}<b>{% endcapture %}', 'a', ''],
    ['markup', '{% assign a = "x" | newline_to_br %}', 'a', ''],
    ['a loop', '{% for i in (1..1) %}', 'forloop', '{% endfor %}'],
    ['nil, empty and blank', '{% assign a = blank %}{% assign b = empty %}', 'a', ''],
    ['a person', '', 'person', ''],
    ['a list', '', 'person.tags', ''],
    ['a text', '', 'person.email', ''],
  ] as const;

  it.each(drops)('of %s', (_what, before, owner, after) => {
    for (const name of inherited) {
      const reads = `[{{ ${owner}.${name} }}{{ ${owner}["${name}"] }}{{ ${owner} | map: "${name}" }}]`;
      const source = `${before}${reads}{% if ${owner}.${name} %}!{% endif %}${after}`;
      for (const one of rendered(source)) expect(one, source).toBe('[]');
    }
  });

  it('whatever name a value gives', () => {
    for (const called of inherited) {
      const source =
        '{% capture a %}x{% endcapture %}[{{ a[person.fields.called] }}{{ person[person.fields.called] }}{{ person.fields[person.fields.called] }}]';
      for (const one of rendered(source, { called })) expect(one, called).toBe('[]');
    }
  });

  it('but what is meant for it', () => {
    const members = ['index', 'index0', 'rindex', 'rindex0', 'first', 'last', 'length'];
    const loop = `{% for i in (5..6) %}${members.map((name) => `{{ forloop.${name} }}`).join(' ')};{% endfor %}`;
    for (const one of rendered(loop)) {
      expect(one).toBe('1 0 2 1 true false 2;2 1 1 0 false true 2;');
    }
    const [html] = rendered('{% capture a %}<b>{% endcapture %}{{ a }}{{ a | json }}');
    expect(html).toBe('<b>&#34;&lt;b&gt;&#34;');
  });

  it('also where a variable, a loop or a field has such a name', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'valueOf']) {
      const own = JSON.parse(`{"${name}":"own"}`) as Record<string, unknown>;
      const source = `{{ person.fields.${name} }}{% assign ${name} = "set" %}{{ ${name} }}{% for ${name} in (1..2) %}{{ ${name} }}{% endfor %}{% capture ${name} %}c{% endcapture %}{{ ${name} }}`;
      for (const one of rendered(source, own)) expect(one).toBe('ownset12c');
    }
  });
});
