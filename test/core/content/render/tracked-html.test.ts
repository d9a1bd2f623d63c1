import { prepareTemplate } from '@postroad/core/content/render/template';
import { trackHtml } from '@postroad/core/content/render/tracked-html';
import { locationOf, redirectUrl } from '@postroad/core/content/text/link-url';
import { limits } from '@postroad/core/platform/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../support/property-tests.ts';
import {
  compile,
  contextFor,
  decodeQuotedPrintable,
  fill,
  renderBody,
} from '../compile/compiling.ts';

const context = contextFor();
const tracking = {
  openUrl: 'https://t.example/o/TOKEN',
  clickUrl: 'https://t.example/c/TOKEN.',
  linkTo: (url: string) => `https://t.example/c/SIGNED?to=${encodeURIComponent(url)}`,
};

function send(body_markdown: string) {
  const { compiled, errors } = compile({ body_markdown });
  if (!compiled) throw new Error(JSON.stringify(errors));
  const template = prepareTemplate(compiled);
  const { html, text } = template.fillEncoded(context, tracking);
  return {
    html: decodeQuotedPrintable(html),
    text: decodeQuotedPrintable(text),
    urls: template.trackedUrls(),
  };
}

const hrefs = (html: string) => Array.from(html.matchAll(/href="([^"]*)"/g), (match) => match[1]);

describe('what is put into a mail', () => {
  it('QUEUE-03 leads links by way of the service and shows the pixel, and leaves the text alone', () => {
    const body = '[one](https://a.example/x?b=1&c=2) and [two](https://b.example/)';
    const { html, text, urls } = send(body);
    expect(urls).toEqual(['https://a.example/x?b=1&c=2', 'https://b.example/']);
    expect(hrefs(html)).toEqual(['https://t.example/c/TOKEN.0', 'https://t.example/c/TOKEN.1']);
    expect(html).toContain('<img src="https://t.example/o/TOKEN" width="1"');
    expect(text).toBe(fill({ body_markdown: body }).text);
  });

  it('numbers an address once, wherever it is', () => {
    const { html, urls } = send(
      '[a](https://a.example/) [b](https://b.example/) [c](https://a.example/)',
    );
    expect(urls).toHaveLength(2);
    expect(hrefs(html)).toEqual([0, 1, 0].map((number) => `https://t.example/c/TOKEN.${number}`));
  });

  it('signs addresses that merge values make, for each person', () => {
    const to = (url: string) => `https://t.example/c/SIGNED?to=${encodeURIComponent(url)}`;
    expect(
      hrefs(
        send(
          '[a]({{ person.fields.url }}) <a href="https://b.example/{{ person.id }}?q={{ person.first_name | url_encode }}&amp;r=1">b</a>',
        ).html,
      ),
    ).toEqual([to('https://example.com/ada'), to('https://b.example/7?q=Ada&r=1')]);
  });

  it('leaves pages of the person, other schemes and fragments as they are', () => {
    const kept = [
      '[a]({{ unsubscribe_url }}) [b]({{ preferences_url }}?x=1)',
      '[c](mailto:a@example.com) [d](tel:+123) [e](#top) [f](/relative)',
      '{% assign own = unsubscribe_url %}[g]({{ own }})',
      `[i](https://a.example/${'x'.repeat(limits.urlChars)})`,
    ];
    for (const body of kept) {
      const { html, urls } = send(body);
      expect(urls).toEqual([]);
      expect(hrefs(html)).toEqual(hrefs(renderBody(body, context)));
    }
  });

  it('leaves addresses as they are that readers of HTML could take for others', () => {
    for (const value of [
      'https://a.example/?x&copy',
      'https://a.example/?x&notit;',
      'https://a.example/&#x80;',
    ]) {
      expect(trackHtml(`<a href="${value}">x</a>`).urls).toEqual([]);
    }
    const sure = 'https://a.example/?a=1&b=2&amp;c=3&#34;&&lt=4';
    expect(trackHtml(`<a href="${sure}">x</a>`).urls).toEqual([
      'https://a.example/?a=1&b=2&c=3"&&lt=4',
    ]);
  });

  it('follows Liquid around links, and what is caught in between', () => {
    const body =
      '{% capture link %}<a href="https://a.example/">x</a>{% endcapture %}\n\n{{ link }}\n\n{% for tag in person.tags %}[{{ tag }}](https://b.example/{{ tag }})\n{% endfor %}\n\n<a {% if person.id > 1 %}href="https://c.example/"{% endif %}>y</a>';
    const { html } = send(body);
    expect(hrefs(html)).toEqual([
      'https://t.example/c/TOKEN.0',
      tracking.linkTo('https://b.example/vip'),
      tracking.linkTo('https://b.example/beta'),
      'https://t.example/c/TOKEN.1',
    ]);
  });

  it('gives authors none of its tags', () => {
    for (const tag of [
      '{% click_url %}',
      '{% open_url %}',
      '{% tracked_url %}{% endtracked_url %}',
    ]) {
      expect(compile({ body_markdown: tag }).errors[0]?.code).toBe('unknown_tag');
    }
  });

  it('puts the pixel before the end of the body, and bounds the links it counts', () => {
    const { html } = trackHtml('<html><body><p>x</p></body></html>');
    expect(html).toMatch(/<p>x<\/p><img src="\{% open_url %\}"[^>]*><\/body><\/html>$/);
    const many = Array.from(
      { length: limits.trackedLinks + 1 },
      (_, at) => `https://a.example/${at}`,
    );
    const tracked = trackHtml(many.map((url) => `<a href="${url}">x</a>`).join(''));
    expect(tracked.urls).toHaveLength(limits.trackedLinks);
    expect(tracked.html).toContain(`href="https://a.example/${limits.trackedLinks}"`);
  });
});

const hostile = fc
  .tuple(
    fc.constantFrom('https://', 'http://', 'HTTPS://', 'https:/\\'),
    fc.constantFrom(
      'a.example',
      'a.example:8080',
      'user:pa@a.example',
      'xn--bcher-kva.example',
      '例え.jp',
    ),
    fc.string({
      unit: fc.oneof(
        fc.constantFrom(...'/?#&=%"\'<>{}[]|\\^` ;:@,()*~!$+.-\t\r\n'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
      maxLength: 60,
    }),
  )
  .map(([scheme, host, rest]) => `${scheme}${host}/${rest}`);

describe('addresses', () => {
  it('QUEUE-03 come through a redirect as a browser would have followed them', () => {
    fc.assert(
      fc.property(hostile, (url) => {
        const redirect = redirectUrl(url);
        if (redirect === null) return;
        const location = locationOf(redirect);
        expect(location).toMatch(/^[\u0021-\u007e]+$/);
        if (/^[\u0021-\u007e]+$/.test(url)) expect(location).toBe(url);
        if (URL.canParse(url)) expect(new URL(location).href).toBe(new URL(url).href);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('QUEUE-03 of hostile links survive compiling and filling in', () => {
    const escaped = (url: string) => url.replace(/[&<>"'{]/g, (char) => `&#${char.charCodeAt(0)};`);
    fc.assert(
      fc.property(hostile, (url) => {
        const { html, urls } = trackHtml(`<p><a title="href=x" href="${escaped(url)}">x</a></p>`);
        const redirect = redirectUrl(url);
        if (urls.length === 0) expect(html).toContain(`href="${escaped(url)}"`);
        else expect(urls).toEqual([redirect]);
      }),
      { numRuns: runs(500) },
    );
  });

  it('that depend on where they are, or lead elsewhere than the web, are never led to', () => {
    const never = [
      'javascript:alert(1)',
      'data:text/html,x',
      'https:a',
      '//a.example',
      'ftp://a',
      '',
      'mailto:a@b',
    ];
    for (const url of never) expect(redirectUrl(url)).toBeNull();
  });
});
