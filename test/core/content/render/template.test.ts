import { engines } from '@postroad/core/content/liquid/liquid';
import { prepareTemplate } from '@postroad/core/content/render/template';
import { optimizedEngine } from '@postroad/core/content/render/template-engine';
import type { MergeContext } from '@postroad/core/content/text/merge-context';
import { limits } from '@postroad/core/platform/limits';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { runs } from '../../../support/property-tests.ts';
import {
  compile,
  contextFor,
  decodeQuotedPrintable,
  fill,
  hrefsOf,
  renderBody,
  skeletonOf,
} from '../compile/compiling.ts';
import { contextOf, template, values } from '../html/hostile-mail.ts';

/** The same sources through LiquidJS alone. */
function plainly(source: string, context: MergeContext): string {
  const email = { subject: 'Subject', pre_header: '' };
  return String(engines.html.parseAndRenderSync(source, { ...context, email, pre_header: '' }));
}

const fields = {
  ...{ plan: '<x>', url: 'https://x.com', bad: 'javascript:x' },
  ...{ blank: '', space: ' \u00a0\n', no: false },
};
const list = [
  { a: '<1>', b: { c: 'é' }, d: ['x', 'y'] },
  { a: null, b: 'text', d: 'text' },
  { a: false, b: [{ c: 1 }] },
  ...['text', 5, null, ['x']],
];
/** More than a loop writes without looking at the clock. */
const many = Array.from({ length: limits.optimizedLoopParts / 2 + 1 }, (_, number) => `${number}&`);

describe('filling in', () => {
  it.each([
    '{{ person.first_name }}{{person.fields.plan}}{{- person.id -}} {{ person.tags }}',
    '{{ person.last_name | default: "a b" }}{{ person.nope | default: \'c\' }}{{ nope.nope }}',
    '{{ person.first_name.size }}{{ person.first_name.length }}{{ person.tags.first }}{{ person.tags.length }}',
    '{% for t in person.tags %}{{ forloop.index }}{{ forloop.last }}{{ t }}{{ t.size }}{% endfor %}',
    '{% for person in person.tags %}{{ person }}{{ person.first_name }}{% endfor %}{{ person.id }}',
    '{% assign person = "x" %}{{ person }}{{ person.id }}{% assign n = person.size %}{{ n }}',
    '{% capture mailing_address %}<b>{{ person.id }}</b>{% endcapture %}{{ mailing_address }}',
    '{% liquid\nassign account = person\necho account.id %}{{ account.first_name }}',
    '{{ true }}{{ nil }}{{ "x" }}{{ 5 }}{{ blank }}{{ event }}{{ event.details.deep.er }}',
    '{% if person.id %}{{ person.id }}{% break %}{% endif %}after',
    '{% for t in person.tags %}{{ t }}{% continue %}never{% endfor %}',
    '{% unless person.nope %}{{ person.id }}{% else %}x{% endunless %}',
    '{% case person.id %}{% when 7 %}{{ person.email }}{% else %}{{ nope }}{% endcase %}',
    '{% for t in person.tags %}{{ t }}{{ t.nope }}{{ t | default: "x" }}, {% endfor %}{{ t }}',
    '{% for o in event.details.list %}{{ o.a }}{{ o.b.c }}{{ o.d }}{% if o.a %}y{% endif %};{% endfor %}',
    '{% for o in event.details.list %}{{ o.a.size }}{{ o.d.first }}{% endfor %}',
    '{%- for o in event.details.list -%} {{ o }} {%- if o.a == blank -%} b {%- endif -%} {%- endfor -%}',
    '{% for o in event.details.many %}{{ o }}{% endfor %}{% for o in event.details.none %}{{ o }}{% else %}e{% endfor %}',
    '{% for o in event.details.text %}{{ o }}{% endfor %}{% for o in person.fields %}{{ o }}{% endfor %}{% for o in nope %}{{ o }}{% endfor %}',
    '{% for a in event.details.list %}{% for b in person.tags %}{{ a.a }}{{ b }}{{ forloop.index }}{% endfor %}{% endfor %}',
    '{% for a in person.tags %}{{ forloop.index }}{% for b in person.tags %}{{ forloop.index }}{% endfor %}{% endfor %}',
    '{% for a in person.tags %}{% for b in person.tags %}{{ b }}{{ a }}{% endfor %}{% for a in person.tags %}{{ a }}{% endfor %}{{ a }}{% endfor %}',
    '{% for a in event.details.many limit:3 %}{{ a }}{% endfor %}{% for a in event.details.many offset:continue %}{{ a }}{% endfor %}',
    '{% for a in event.details.many reversed %}{{ a }}{% endfor %}{% for a in (1..3) %}{{ a }}{% endfor %}',
    '{% for a in person.tags %}{{ a }}{% if a == "vip" %}{% break %}{% endif %}{% endfor %}{{ person.id }}',
    '{% for person in person.tags %}{% if person %}{{ person }}{% endif %}{% endfor %}',
    '{% assign list = event.details.list %}{% for o in list %}{{ o.a }}{% endfor %}{% for list in list %}{{ list.a }}{% endfor %}',
    '{% capture html %}<i>{{ person.id }}</i>{% endcapture %}{% for t in person.tags %}{{ html }}{{ t }}{% endfor %}{% if html != blank %}{{ html }}{% endif %}',
    '{% if person.id %}{{ person.id }}{% else %}no{% endif %}{% if person.timezone %}z{% else %}no{% endif %}{% if nope.nope %}x{% endif %}',
    '{% if person.fields.blank != blank %}a{% else %}b{% endif %}{% if person.fields.space == blank %}a{% endif %}{% if person.fields.no == blank %}a{% endif %}',
    '{% if event.details.none == blank %}a{% endif %}{% if event.details.list != blank %}b{% endif %}{% if event.details.empty == blank %}c{% endif %}{% if person.fields != blank %}d{% endif %}{% if person.id != blank %}e{% endif %}',
    '{% if person.id == 7 and person.email %}a{% elsif person.id %}b{% endif %}{% if person.id == 8 %}c{% elsif person.email != blank %}{{ person.email }}{% endif %}',
    '{% if true %}a{% endif %}{% if nil %}b{% endif %}{% if blank == blank %}c{% endif %}{% if person.tags.size %}d{% endif %}{% if "x" %}e{% endif %}',
    '{% if person.id %}{% if event %}{% for t in person.tags %}{{ t }}{% endfor %}{% endif %}{{ person.id }}{% endif %}',
    '{% if person.fields.url %}<a href="{% safe_url %}{{ person.fields.url }}{% endsafe_url %}">{% endif %}{% for t in person.tags %}{% safe_url %}https://x.com/{{ t }}{% endsafe_url %}{% endfor %}',
    '{% safe_url %}{{ person.fields.url }}?a={{ person.id }}{% endsafe_url %}',
    '{% safe_url %}{{ person.fields.url | append: "x" }}{% endsafe_url %}',
    '{% safe_url loaded %}{{ person.fields.bad }}{% endsafe_url %}',
    '{{ not }}{{ and }}{{ or.a }}{{ contains }}{{ size }}{% if not %}n{% endif %}{{ person["id"] }}',
  ])('writes what LiquidJS writes: %s', (html) => {
    const context = contextFor(
      { fields },
      { deep: { er: [1, '&'] }, list, many, none: [], empty: {}, text: 'one & only' },
    );
    const wanted = plainly(html, context);
    const ready = prepareTemplate({ subject: 'Subject', pre_header: '', html, text: '' });
    expect(ready.fill(context).html).toBe(wanted);
    expect(decodeQuotedPrintable(ready.fillEncoded(context).html)).toBe(wanted);
  });

  it('a subject is filled in the same way', () => {
    const subject =
      '{% if person.timezone %}{{ person.timezone }}{% else %}No {{ person.nope | default: "zone" }}{% endif %}:{% for t in person.tags %} {{ t }}{% endfor %}{% for t in person.tags %} {{ t | upcase }}{% endfor %}';
    const ready = prepareTemplate({ subject, pre_header: subject, html: '', text: '' });
    const { subject: line, pre_header } = ready.fill(contextFor({ tags: ['<a>', 'b'] }));
    expect([line, pre_header]).toEqual(Array(2).fill('No zone: <a> b <A> B'));
  });

  it('encoded and plain are the same mail, whatever the values', () => {
    fc.assert(
      fc.property(values, (given) => {
        const context = contextOf((name) => (given[name] ?? 'x').toWellFormed());
        const plain = template.fill(context);
        const encoded = template.fillEncoded(context);
        expect(encoded.subject).toBe(plain.subject);
        for (const part of ['html', 'text'] as const) {
          expect(decodeQuotedPrintable(encoded[part])).toBe(plain[part]);
          for (const line of encoded[part].split('\r\n')) {
            expect(line).toMatch(/^(?!\.)[\t -~]{0,76}$/);
            expect(line).not.toMatch(/[ \t]$/);
          }
          expect(encoded[part].endsWith('=')).toBe(false);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('hostile values leave the DOM the same as the value "x"', () => {
    const wanted = skeletonOf(template.fill(contextOf(() => 'x')).html);
    fc.assert(
      fc.property(values, (given) => {
        // Line ends in a field become <br> by its filter, and blank values take their default.
        const context = contextOf((name) => (given[name] ?? 'x').replace(/[\r\n]/g, ''));
        const { html } = template.fill(context);
        expect(skeletonOf(html)).toEqual(wanted);
        for (const href of hrefsOf(html)) {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip these
          const read = href.replace(/[\t\n\r]/g, '').replace(/^[\u0000-\u0020]+/, '');
          const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(read)?.[1];
          expect(['http', 'https', 'mailto', undefined]).toContain(scheme?.toLowerCase());
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('hostile values bring nothing into the subject but text on one line', () => {
    fc.assert(
      fc.property(values, (given) => {
        const { subject, pre_header } = template.fill(contextOf((name) => given[name] ?? 'x'));
        expect(subject + pre_header).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      }),
    );
    const { subject } = template.fill(contextFor({ first_name: 'A\r\nBcc: evil@example.com' }));
    expect(subject).toBe('Hi A Bcc: evil@example.com');
  });

  it.each([
    ['javascript:alert(1)', '#'],
    [' JAVASCRIPT:alert(1)', '#'],
    ['java\nscript:alert(1)', '#'],
    ['\u0001javascript:x', '#'],
    ['data:text/html,<b>', '#'],
    ['vbscript:x', '#'],
    ['file:///etc/passwd', '#'],
    ['tel:+123', 'tel:+123'],
    ['mailto:a@b.c', 'mailto:a@b.c'],
    ['HTTPS://x.com', 'HTTPS://x.com'],
    ['/relative', '/relative'],
    ['&#106;avascript:x', '&amp;#106;avascript:x'],
  ])('a link to %j goes to %j', (url, href) => {
    const context = contextFor({ fields: { url } });
    for (const body of [
      '[x]({{ person.fields.url }})',
      '<a href={{ person.fields.url }}>x</a>',
      '{% button label:"x" url:person.fields.url %}',
      '{% capture u %}{{ person.fields.url }}{% endcapture %}[x]({{ u }})',
      '<a {% if person.id %}href="{{ person.fields.url }}"{% endif %}>x</a>',
      '<a href="{% if person.id %}{{ person.fields.url }}{% endif %}">x</a>',
    ]) {
      expect(hrefsOf(renderBody(body, context)), body).toEqual([href]);
    }
  });

  it('a scheme put together from text and value is seen whole', () => {
    const context = contextFor({ fields: { a: 'script:alert(1)', b: 'ascript:alert(1)' } });
    const body = '<a href="java{{ person.fields.a }}">x</a> [y](jav{{ person.fields.b }})';
    expect(hrefsOf(renderBody(body, context))).toEqual(['#', '#']);
  });

  it('pictures may be attached or inline, nothing else', () => {
    const source = (url: string) =>
      renderBody('![x]({{ person.fields.url }})', contextFor({ fields: { url } }));
    expect(source('cid:logo')).toContain('src="cid:logo"');
    expect(source('data:image/png;base64,AAAA')).toContain('src="data:image/png;base64,AAAA"');
    expect(source('data:image/svg+xml,<svg>')).toContain('src="#"');
    expect(source('javascript:x')).toContain('src="#"');
  });

  it('cuts a subject that values make endless, between characters', () => {
    const long = '😀'.repeat(limits.filledLineChars);
    const { subject } = template.fill(contextFor({ first_name: long }));
    expect(subject.length).toBeLessThanOrEqual(limits.filledLineChars);
    expect(subject).toMatch(/^Hi (?:😀)+…$/u);
  });

  it('makes the filled subject and pre-header available to the body', () => {
    const body_markdown = '{{ email.subject }} / {{ email.pre_header }} / {{ pre_header }}';
    const subject = 'Hi {{ person.first_name }}';
    const { html } = fill({ subject, pre_header: 'Pre {{ person.id }}', body_markdown });
    expect(html).toMatch(/<p style="[^"]*">Hi Ada \/ Pre 7 \/ Pre 7<\/p>/);
    expect(html).toContain('<title>Hi Ada</title>');
  });

  it('PREVIEW-10 renewal variables render blank without a renewal, and with one by their names', () => {
    const body =
      '{{ automation.subscription.product }}|{{ automation.days_before }}|{{ automation.subscription.renewal_amount_cents | money_without_currency }}|{{ automation.subscription.next_renewal_at | date: "%F" }}';
    expect(renderBody(body)).toBe('<p>|||</p>');
    const subscription = {
      external_id: 's1',
      product: 'pro',
      interval: 'yearly',
      status: 'active',
      renewal_amount_cents: 24_000,
      currency: 'EUR',
      next_renewal_at: '2027-12-02T01:00:00Z',
      started_at: null,
      ended_at: null,
      cancel_at_period_end: false,
    };
    const automation = {
      ...{ subscription, target_at: '2027-11-25T09:00:00Z', days_before: 7 },
      ...{ renewal_date: null, renewal_at: null, renewal_timezone: null },
    };
    expect(renderBody(body, { ...contextFor(), automation })).toBe(
      '<p>pro|7|240.00|2027-12-01</p>',
    );
  });

  it('changes nothing in the context it is given', () => {
    const context = contextOf(() => 'x');
    const before = structuredClone(context);
    template.fill(context);
    template.fillEncoded(context);
    expect(context).toEqual(before);
  });

  it('SEC-14 the time of a mail begins once its email is parsed, so that the first is not slow', () => {
    const { compiled } = compile({
      subject: 'Hi {{ person.first_name }}',
      body_markdown: '{{ person.id }}',
    });
    if (!compiled) throw new Error('does not compile');
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const slowly = prepareTemplate(compiled, {
        engine(sources, options) {
          vi.advanceTimersByTime(limits.mailRenderMs + 1);
          return optimizedEngine(sources, options);
        },
      });
      expect(slowly.fillEncoded(contextFor(), null, { ms: limits.mailRenderMs }).subject).toBe(
        'Hi Ada',
      );
    } finally {
      vi.useRealTimers();
    }
  });

  it('SEC-14 a mail whose thread waited for its turn has the time that is left', () => {
    const html = '{% for i in (1..9) %}{{ i }}{% endfor %}';
    const ready = prepareTemplate({ subject: 'x', pre_header: '', html, text: '' });
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 10;
      return now;
    });
    const left = [5, 5, 40, 5];
    const time = { ms: 10, more: () => left.shift() ?? 0 };
    const context = contextOf(() => 'x');
    expect(() => ready.fillEncoded(context, null, time)).toThrow('template render limit exceeded');
    expect(left).toEqual([]);
    const { html: made } = ready.fillEncoded(context, null, { ms: 10, more: () => 5 });
    expect(decodeQuotedPrintable(made)).toBe('123456789');
    vi.restoreAllMocks();
  });

  it('a template that fails on its values throws, and the next one is filled', () => {
    const body_markdown =
      '{% for i in (1..100000) %}{% for j in (1..100000) %}x{% endfor %}{% endfor %}';
    const endless = compile({ body_markdown }).compiled;
    if (!endless) throw new Error('does not compile');
    expect(() => prepareTemplate(endless).fill(contextFor())).toThrow(/limit/);
    expect(template.fill(contextFor()).subject).toBe('Hi Ada');
  });
});
