import { engines } from '@postroad/core/content/liquid/liquid';
import { splitLiquid } from '@postroad/core/content/liquid/liquid-source';
import fc from 'fast-check';
import { Tokenizer } from 'liquidjs';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../support/property-tests.ts';
import { contextFor } from '../compile/compiling.ts';

const html = (source: string, context: object = contextFor()) =>
  String(engines.html.parseAndRenderSync(source, context));
const text = (source: string, context: object = contextFor()) =>
  String(engines.text.parseAndRenderSync(source, context));

describe('the Liquid engine', () => {
  const hostile = contextFor({ first_name: '<b>"A" & \'B\'</b>' });

  it('escapes in HTML and leaves text as it is', () => {
    expect(html('{{ person.first_name }}', hostile)).toBe(
      '&lt;b&gt;&#34;A&#34; &amp; &#39;B&#39;&lt;/b&gt;',
    );
    expect(text('{{ person.first_name }}', hostile)).toBe('<b>"A" & \'B\'</b>');
  });

  it.each([
    ['{{ person.first_name | escape }}', '&lt;b&gt;&#34;A&#34; &amp; &#39;B&#39;&lt;/b&gt;'],
    ['{{ "&amp; &" | escape_once }}', '&amp; &amp;'],
    ['{{ "a\n<b>" | newline_to_br }}', 'a<br>\n&lt;b&gt;'],
    ['{% capture c %}<i>{{ person.id }} &amp;</i>{% endcapture %}{{ c }}', '<i>7 &amp;</i>'],
    ['{% capture c %}x{% endcapture %}{% if c == "x" %}same{% endif %}{{ c.size }}', 'same'],
    ['{% cycle person.first_name %}', '&lt;b&gt;&#34;A&#34; &amp; &#39;B&#39;&lt;/b&gt;'],
    ['{% echo person.first_name %}', '&lt;b&gt;&#34;A&#34; &amp; &#39;B&#39;&lt;/b&gt;'],
    ['{% liquid echo "<" %}', '&lt;'],
    ['{{ person.tags }}{{ person.tags | join: ", " }}', 'vipbetavip, beta'],
    ['{{ person.fields }}{{ nothing.at.all }}{{ person.last_name.nothing }}', ''],
  ])('renders %s without doubling or dropping an escape', (source, expected) => {
    expect(html(source, hostile)).toBe(expected);
  });

  it.each(['escape', 'h', 'xml_escape', 'escape_once', 'newline_to_br'])(
    'text is as raw behind %s, which HTML has need of',
    (filter) => {
      expect(text(`{{ person.first_name | ${filter} }}|{{ "a\nb" | ${filter} }}`, hostile)).toBe(
        '<b>"A" & \'B\'</b>|a\nb',
      );
      expect(text(`{{ person.tags | ${filter} | size }}{{ nil | ${filter} }}`)).not.toContain('[');
    },
  );

  it.each([
    ['{{ person.nickname | default: "there" }}', 'there'],
    ['{{ "  " | default: "there" }}', 'there'],
    ['{{ person.first_name | default: "there" }}', 'Ada'],
    ['{{ 0 | default: 5 }}', '0'],
    ['{{ false | default: "x" }}{{ false | default: "x", allow_false: true }}', 'xfalse'],
    ['{{ 24050 | money_without_currency }}{{ nil | money_without_currency }}', '240.50'],
    ['{{ "2027-01-15T02:30:00Z" | date: "%b %-d %H:%M" }}', 'Jan 14 21:30'],
    ['{{ "2027-01-15T02:30:00Z" | date: "%H:%M", "Asia/Tokyo" }}', '11:30'],
    ['{{ "2027-01-15" | date }}', 'January 15, 2027'],
    ['{{ "now" | date: "%Y-%m-%d" }} {{ now | date: "%H" }}', '2027-03-14 11'],
    ['{{ "not a date" | date: "%Y" }}{{ nil | date: "%Y" }}', 'not a date'],
    ['{{ "a,b" | split: "," | last | upcase }}', 'B'],
  ])('%s is %s', (source, expected) => {
    expect(text(source)).toBe(expected);
  });

  it('writes dates in the zone of the person before that of the account', () => {
    const context = contextFor({ timezone: 'Asia/Tokyo' });
    expect(text('{{ "2027-01-15T02:30:00Z" | date: "%H" }}', context)).toBe('11');
    const wrong = contextFor({ timezone: 'Mars/Olympus' });
    expect(text('{{ "2027-01-15T02:30:00Z" | date: "%H" }}', wrong)).toBe('21');
  });

  it('reaches no prototype', () => {
    for (const owner of ['person', 'person.fields', 'person.tags', 'person.first_name', 'event']) {
      for (const name of [
        'constructor',
        '__proto__',
        'toString',
        'valueOf',
        'hasOwnProperty',
        '__defineGetter__',
        'prototype',
      ]) {
        expect(html(`{{ ${owner}.${name} }}{{ ${owner}["${name}"] }}{{ ${name} }}`)).toBe('');
      }
    }
  });

  it('survives values whose own members shadow the prototype', () => {
    const details = JSON.parse('{"a": {"toString": "x", "valueOf": 1, "constructor": null}}');
    const context = contextFor({}, details);
    expect(html('{{ event.details.a }}{{ event.details.a.toString }}', context)).toBe('x');
  });

  it.each([
    '{% for i in (1..1000000000) %}x{% endfor %}',
    '{% for i in (1..100000) %}{% for j in (1..100000) %}x{% endfor %}{% endfor %}',
    '{% assign s = "x" %}{% for i in (1..60) %}{% assign s = s | append: s %}{% endfor %}{{ s }}',
    '{{ "x" | replace: "", "0123456789" | split: "" | join: "0123456789" | times: 9 }}{% for i in (1..9999999) %}{% endfor %}',
  ])('stops %s at its limits', (source) => {
    expect(() => html(source)).toThrow(/limit|Invalid/);
  });

  it('cuts sources where LiquidJS does', () => {
    const piece = fc.constantFrom(
      ...['{{', '}}', '{%', '%}', '-', ' ', '"', "'", '{', '}', '%', 'a', '\n', '|'],
      ...[
        '{% raw %}',
        '{% endraw %}',
        '{%- comment -%}',
        '{% endcomment %}',
        '{{ x }}',
        '{% if %}',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const source = pieces.join('');
        let expected: string[] | null;
        try {
          expected = new Tokenizer(source).readTopLevelTokens().map((token) => token.getText());
        } catch {
          expected = null;
        }
        if (expected === null) {
          expect(() => splitLiquid(source)).toThrow();
          return;
        }
        const cut = splitLiquid(source);
        expect(cut.map((part) => part.text).join('')).toBe(source);
        expect(cut.every((part) => source.startsWith(part.text, part.start))).toBe(true);
        const simple = cut.filter(({ kind }) => kind !== 'opaque').map((part) => part.text);
        const all = new Set(expected);
        expect(simple.every((part) => all.has(part))).toBe(true);
      }),
      { numRuns: runs(3_000) },
    );
  });
});
