import type { LayoutSource } from './layout.ts';

// Blank characters after the pre-header keep the start of the body out of inbox previews.
const filler = '&#847;&zwnj;&nbsp;'.repeat(30);

const language = '{{ email.language | default: "en" }}';

// Outlook uses Times New Roman if it does not know the first font of a list; it reads aliases.
const layoutHtml = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>{{ email.subject }}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>
@font-face { font-family: system-ui; mso-font-alt: 'Segoe UI'; mso-generic-font-family: swiss; }
@font-face { font-family: -apple-system; mso-font-alt: 'Segoe UI'; mso-generic-font-family: swiss; }
td, p, h1, h2, h3, h4, li { mso-line-height-rule: exactly; }
</style><![endif]-->
</head>
<body class="page">
{% if pre_header != blank %}<div class="pre-header" aria-hidden="true">{{ pre_header }}${filler}</div>{% endif %}
<div role="article" aria-roledescription="email" aria-label="{{ email.subject }}" lang="${language}">
<table role="presentation" class="page" width="100%" border="0" cellpadding="0" cellspacing="0">
<tr>
<td align="center" class="margin">
<!--[if mso]><table role="presentation" align="center" border="0" cellpadding="0" cellspacing="0" style="width:{{ theme.content_max_width }}"><tr><td><![endif]-->
{% if account.name != blank %}<table role="presentation" class="column" align="center" width="100%" border="0" cellpadding="0" cellspacing="0">
<tr>
<td class="header">{{ account.name }}</td>
</tr>
</table>{% endif %}
<table role="presentation" class="column card" align="center" width="100%" border="0" cellpadding="0" cellspacing="0">
<tr>
<td class="content">
{{ content }}
</td>
</tr>
<tr>
<td class="footer">
<table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0">
<tr>
<td class="footer-text">
{% if mailing_address != blank %}<p class="footer-line">{{ mailing_address | strip | newline_to_br }}</p>{% endif %}
<p class="footer-line footer-links"><a class="footer-link" href="{{ unsubscribe_url }}">{{ unsubscribe_text }}</a> <a class="footer-link" href="{{ preferences_url }}">{{ preferences_text }}</a></p>
</td>
</tr>
</table>
</td>
</tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td>
</tr>
</table>
</div>
</body>
</html>
`;

// Tables with a role are for layout; tables without one hold data, as in markdown.
const layoutCss = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; width: 100%; -webkit-text-size-adjust: 100%; -ms-text-size-adjust: 100%; }
table[role] { border-collapse: separate; mso-table-lspace: 0; mso-table-rspace: 0; }
img { max-width: 100%; border: 0; }
.page { background-color: {{ theme.email_background_color }}; }
.pre-header { display: none; max-height: 0; max-width: 0; overflow: hidden; opacity: 0; font-size: 1px; line-height: 1px; color: {{ theme.body_text_color }}; mso-hide: all; }
.margin { padding: {{ theme.content_margin_top }} {{ theme.content_margin_sides }} {{ theme.content_margin_bottom }}; }
.column { max-width: {{ theme.content_max_width }}; margin: 0 auto; }
.header { padding: 0 {{ theme.content_padding_sides }} 16px; font-family: {{ theme.headline_font_stack }}; font-size: 17px; font-weight: 700; line-height: 1.4; text-align: left; color: {{ theme.heading_color }}; }
.card { background-color: {{ theme.content_background_color }}; border: {{ theme.content_border_thickness }} solid {{ theme.content_border_color }}; border-radius: {{ theme.content_border_radius }}; }
.content { padding: {{ theme.content_padding_top }} {{ theme.content_padding_sides }} {{ theme.content_padding_bottom }}; font-family: {{ theme.body_font_stack }}; font-size: 16px; line-height: 1.6; text-align: left; word-break: break-word; color: {{ theme.body_text_color }}; }
.content h1, .content h2, .content h3, .content h4 { margin: 28px 0 12px; font-family: {{ theme.headline_font_stack }}; font-weight: 700; line-height: 1.3; color: {{ theme.heading_color }}; }
.content h1 { margin-top: 0; font-size: 26px; }
.content h2 { font-size: 21px; }
.content h3 { font-size: 18px; }
.content h4 { font-size: 16px; }
.content p { margin: 0 0 16px; }
.content a { color: {{ theme.link_color }}; }
.content ul, .content ol { margin: 0 0 16px 24px; padding: 0; }
.content li { margin: 0 0 6px; }
.content li p { margin: 0 0 6px; }
.content li > ul, .content li > ol { margin: 6px 0 0 24px; }
.content blockquote { margin: 0 0 16px; padding: 2px 0 2px 16px; border-left: {{ theme.hr_thickness }} solid {{ theme.hr_color }}; color: {{ theme.muted_text_color }}; }
.content hr { height: 0; margin: 28px 0; border: 0; border-top: {{ theme.hr_thickness }} solid {{ theme.hr_color }}; }
.content code { padding: 2px 5px; border-radius: 4px; font-family: Menlo, Consolas, 'Courier New', monospace; font-size: 14px; background-color: {{ theme.email_background_color }}; }
.content pre { margin: 0 0 16px; padding: 14px 16px; border-radius: 4px; line-height: 1.5; white-space: pre-wrap; background-color: {{ theme.email_background_color }}; }
.content pre code { padding: 0; background-color: transparent; }
.content table:not([role]) { width: 100%; margin: 0 0 16px; border-collapse: collapse; }
.content table:not([role]) th { padding: 8px 12px 8px 0; border-bottom: 2px solid {{ theme.hr_color }}; text-align: left; color: {{ theme.heading_color }}; }
.content table:not([role]) td { padding: 8px 12px 8px 0; border-bottom: 1px solid {{ theme.hr_color }}; }
.content table:not([role]) th:last-child, .content table:not([role]) td:last-child { padding-right: 0; }
.content > h2:first-child, .content > h3:first-child, .content > h4:first-child { margin-top: 0; }
.content > p:last-child, .content blockquote > :last-child { margin-bottom: 0; }
.footer { padding: 0 {{ theme.content_padding_sides }} 24px; }
.footer-text { padding: 20px 0 0; border-top: 1px solid {{ theme.hr_color }}; text-align: left; }
.footer-line { margin: 0 0 6px; font-family: {{ theme.body_font_stack }}; font-size: 13px; line-height: 1.5; color: {{ theme.muted_text_color }}; }
.footer-links { margin-top: 12px; }
.footer-link { display: inline-block; margin-right: 24px; line-height: 28px; color: {{ theme.muted_text_color }}; text-decoration: underline; }
@media only screen and (max-width: 600px) {
  .margin { padding-left: 0; padding-right: 0; }
  .card { border-left-width: 0; border-right-width: 0; border-radius: 0; }
  .header, .content, .footer { padding-left: 20px; padding-right: 20px; }
  .content h1 { font-size: 24px; }
}
@media (prefers-color-scheme: dark) {
  .page { background-color: {{ theme.dark.email_background_color }}; }
  .pre-header { color: {{ theme.dark.body_text_color }}; }
  .card { background-color: {{ theme.dark.content_background_color }}; border-color: {{ theme.dark.content_border_color }}; }
  .content { color: {{ theme.dark.body_text_color }}; }
  .header, .content h1, .content h2, .content h3, .content h4, .content th { color: {{ theme.dark.heading_color }}; }
  .content a { color: {{ theme.dark.link_color }}; }
  .content blockquote, .footer-line, .footer-link { color: {{ theme.dark.muted_text_color }}; }
  .content hr, .content blockquote, .content th, .content td, .footer-text { border-color: {{ theme.dark.hr_color }}; }
  .content code, .content pre { background-color: {{ theme.dark.email_background_color }}; }
  .content pre code { background-color: transparent; }
}
[data-ogsb] .page { background-color: {{ theme.dark.email_background_color }}; }
[data-ogsb] .card { background-color: {{ theme.dark.content_background_color }}; }
[data-ogsb] .content code, [data-ogsb] .content pre { background-color: {{ theme.dark.email_background_color }}; }
[data-ogsc] .content { color: {{ theme.dark.body_text_color }}; }
[data-ogsc] .header, [data-ogsc] .content h1, [data-ogsc] .content h2, [data-ogsc] .content h3, [data-ogsc] .content h4, [data-ogsc] .content th { color: {{ theme.dark.heading_color }}; }
[data-ogsc] .content a { color: {{ theme.dark.link_color }}; }
[data-ogsc] .content blockquote, [data-ogsc] .footer-line, [data-ogsc] .footer-link { color: {{ theme.dark.muted_text_color }}; }
a[x-apple-data-detectors] { color: inherit; font: inherit; text-decoration: inherit; }
`;

/**
 * The built-in layout of a first start (contract §2, "Layout"): light and dark, wide and narrow.
 */
export const defaultLayout: LayoutSource & { name: string } = {
  name: 'Default',
  html: layoutHtml,
  css: layoutCss,
};
