import { createRequire } from 'node:module';
import { themeCss } from '@postroad/core/content/themes/theme-tags';
import { resolveTheme } from '@postroad/core/content/themes/values';
import { mailButton, mailClosing, mailItem, mailOpening, mailParts } from './mail.ts';

type Mjml = (
  source: string,
  options: { fonts: object },
) => Promise<{ html: string; errors: unknown[] }>;

// MJML has no types.
const mjml: Mjml = createRequire(import.meta.url)('mjml');

/** Otherwise MJML would load Roboto, which the theme's fonts name. */
const noFonts = { fonts: {} };

const theme = resolveTheme({});
const light = (name: Parameters<typeof themeCss>[1]) => themeCss(theme, name);
const dark = (name: Parameters<typeof themeCss>[1]) => themeCss(theme, name, true);

const text = (kind: string, content: string) =>
  `<mj-text mj-class="${kind}" css-class="${kind}">${content}</mj-text>`;
const link = (url: string) =>
  `<a style="color:${light('link_color')}" href="${url.replaceAll('&', '&amp;')}">Read the guide</a>`;

/**
 * The mail as one writes MJML: a text for each heading and paragraph, with styles that MJML inlines
 * from attributes. `mj-style inline` would call juice, and a section for each part takes twice as
 * long.
 */
const source = `<mjml lang="en">
<mj-head>
<mj-title>{{ email.subject }}</mj-title>
<mj-preview>{{ pre_header }}</mj-preview>
<mj-attributes>
<mj-all font-family="${light('body_font_stack')}" />
<mj-class name="title" font-size="26px" font-weight="700" line-height="1.3" color="${light('heading_color')}" padding="0 30px 12px" />
<mj-class name="heading" font-size="21px" font-weight="700" line-height="1.3" color="${light('heading_color')}" padding="28px 30px 12px" />
<mj-class name="text" font-size="16px" line-height="1.6" color="${light('body_text_color')}" padding="0 30px 16px" />
<mj-class name="footer" font-size="13px" line-height="1.5" color="${light('muted_text_color')}" padding="0 30px 6px" />
</mj-attributes>
<mj-style>
@media (prefers-color-scheme: dark) {
  .page { background-color: ${dark('email_background_color')} !important; }
  .card { background-color: ${dark('content_background_color')} !important; }
  .title div, .heading div { color: ${dark('heading_color')} !important; }
  .text div { color: ${dark('body_text_color')} !important; }
  .text a { color: ${dark('link_color')} !important; }
  .footer div, .footer a { color: ${dark('muted_text_color')} !important; }
}
</mj-style>
</mj-head>
<mj-body css-class="page" width="${light('content_max_width')}" background-color="${light('email_background_color')}">
<mj-wrapper css-class="card" background-color="${light('content_background_color')}" border="1px solid ${light('content_border_color')}" border-radius="${light('content_border_radius')}" padding="30px 0">
<mj-section padding="0"><mj-column>
${text('title', mailOpening.title)}
${text('text', mailOpening.text)}
${mailParts.map((part) => text('heading', part.title) + text('text', part.text) + text('text', link(part.link))).join('\n')}
<mj-raw>{% for item in event.details.items %}</mj-raw>
${text('text', mailItem)}
<mj-raw>{% endfor %}</mj-raw>
<mj-button align="left" padding="8px 30px 24px" inner-padding="12px 24px" font-size="16px" font-weight="600" href="${mailButton.url}" color="${light('button_primary_text_color')}" background-color="${light('button_primary_background_color')}" border-radius="${light('button_border_radius')}">${mailButton.label}</mj-button>
${text('text', mailClosing)}
<mj-divider border-width="1px" border-color="${light('hr_color')}" padding="0 30px 20px" />
${text('footer', '{{ mailing_address | strip | newline_to_br }}')}
${text('footer', `<a style="color:${light('muted_text_color')}" href="{{ unsubscribe_url }}">Unsubscribe</a>`)}
</mj-column></mj-section>
</mj-wrapper>
</mj-body>
</mjml>`;

export async function compileWithMjml(): Promise<string> {
  return (await mjml(source, noFonts)).html;
}

/** The comparison is valid only while both mails have the same texts and links. */
export async function checkMjml(ours: string): Promise<void> {
  const { html, errors } = await mjml(source, noFonts);
  if (errors.length > 0) throw new Error(`MJML finds errors: ${JSON.stringify(errors)}`);
  const links = (page: string) => new Set(page.match(/href="(?:https:|\{)[^"]*"/g));
  const outputs = (page: string) => new Set(page.match(/\{\{[^}]*\}\}|Part \d+<|Unsubscribe/g));
  for (const found of [links, outputs]) {
    for (const piece of found(html)) {
      if (!ours.includes(piece.replace(/^href="|"$/g, '')))
        throw new Error(`Only MJML has ${piece}`);
    }
  }
  const wanted = mailParts.length + 2;
  if (links(html).size !== wanted) throw new Error(`MJML's mail has not ${wanted} links.`);
}
