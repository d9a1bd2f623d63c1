import { starterEmail } from '@postroad/core/content/compile/starter';
import { describe, expect, it } from 'vitest';
import { everyConstruct, sampleHtml } from '../../../support/sample-mail.ts';
import {
  mailFeatures,
  readClientSupport,
  sheetFeatures,
  styleFeatures,
} from './client-features.ts';

const support = readClientSupport();

/** Older than the list, which does not have them: HTML 4 and CSS 1, read by all. */
const baseline = new Set(
  [
    ...'html head title body br a meta'.split(' ').map((name) => `html-${name}`),
    ...'class style-attribute href src alt name content charset border bgcolor'
      .split(' ')
      .map((name) => `html-${name}`),
    ...['css-color', 'css-font-family'],
  ].filter((feature) => !support.known.has(feature)),
);

/** What some do not support, with what they show instead. */
const progressive: Record<string, string> = {
  'html-doctype': 'clients set their own; nothing depends on the mode',
  'html-body': 'webmail drops it; the table of the page has its colour too',
  'html-style': 'Gmail drops sheets it cannot read; all but dark and narrow is inlined',
  'html-aria-label': 'names the mail to screen readers; elsewhere the subject does',
  'html-aria-hidden': 'the pre-header is not displayed anyway',
  'html-aria-roledescription': 'says "email" to screen readers instead of "article"',
  'html-role': 'where it is dropped, screen readers guess which tables lay out',
  'html-lang': 'where it is dropped, screen readers use their own language',
  'html-lists': 'indentation differs by some pixels',
  'html-strike': 'struck text reads as plain text in old Gmail apps',
  'html-width': 'only 100 % is used, in a table of fixed width for Outlook',
  'css-at-media': 'without it the wide form is shown; it shrinks, as all widths are fluid',
  'css-at-media-prefers-color-scheme': 'the light form, or the darkening of the client',
  'css-color-scheme': 'the client decides on its own whether to darken',
  'css-supported-color-schemes': 'older name of the same',
  'css-important': 'only needed in sheets, where those who read sheets read it',
  'css-selector-class': 'sheets only; the Gmail app with other accounts reads none',
  'css-selector-descendant': 'the same',
  'css-selector-grouping': 'the same',
  'css-selector-type': 'the same',
  'css-selector-attribute': 'only in the sheet for Outlook.com and Apple Mail',
  'css-border': 'Outlook draws borders of cells and tables, not of inline elements',
  'css-border-radius': 'square corners in Outlook',
  'css-max-width': 'Outlook gets a table of that width in a conditional comment',
  'css-width': 'Outlook takes it on tables and cells, where it is used',
  'css-height': 'a rule is as high as its border in Outlook',
  'css-margin': 'Outlook takes it on paragraphs and tables; no negative ones are used',
  'css-padding': 'Outlook takes it on cells; buttons have mso-padding-alt',
  'css-display': 'inline-block of a button; Outlook pads its cell',
  'css-display-none': 'Outlook has mso-hide for the pre-header',
  'css-opacity': 'hides the pre-header once more',
  'css-overflow': 'hides the pre-header once more',
  'css-max-height': 'hides the pre-header once more',
  'css-font-size': 'absolute sizes only, which all take',
  'css-font-weight': 'Outlook knows normal and bold; 600 is bold',
  'css-line-height': 'Outlook rounds up to what fits',
  'css-sytem-ui': 'the next font of the list; Outlook gets aliases',
  'css-text-align': 'left and center only; start and end are what some lack',
  'css-text-decoration': 'plain values only',
  'css-white-space': 'a client that drops it joins the lines of code',
  'css-word-break': 'a very long word widens the mail in Yahoo',
  'css-mso-padding-alt': 'Outlook only',
  'css-mso-table-lspace': 'Outlook only',
  'css-mso-table-rspace': 'Outlook only',
  'css-mso-hide': 'Outlook only',
  'css--webkit-text-size-adjust': 'keeps Apple Mail from enlarging text',
  'css--ms-text-size-adjust': 'kept Windows phones from enlarging text',
};

const mails = { starter: starterEmail, 'every construct': everyConstruct };
const names = ['starter', 'every construct'] as const;
const allNeeded = new Set(
  names.flatMap((name) => [...mailFeatures(sampleHtml(mails[name])).features]),
);

/** Gmail reads sheets up to this length, and clips mails from about 102 KB on. */
const gmailSheetChars = 8_192;
const gmailMailBytes = 102_000;

describe('what mail clients support', () => {
  it.each(names)('%s needs nothing that a client lacks, but what degrades', (name) => {
    const needed = [...mailFeatures(sampleHtml(mails[name])).features];
    const excused = (feature: string) => baseline.has(feature) || feature in progressive;
    expect(needed.filter((need) => !support.everywhere.has(need) && !excused(need))).toEqual([]);
  });

  it('excuses nothing that is not needed or that all support', () => {
    const idle = Object.keys(progressive).filter(
      (feature) => !allNeeded.has(feature) || support.everywhere.has(feature),
    );
    expect(idle).toEqual([]);
    expect([...baseline].filter((feature) => !allNeeded.has(feature))).toEqual([]);
  });

  it.each(names)('%s has sheets that Gmail reads', (name) => {
    const html = sampleHtml(mails[name]);
    const { sheets } = mailFeatures(html);
    const [first = '', ...others] = sheets;
    expect(sheets.join('').length).toBeLessThan(gmailSheetChars);
    expect(Buffer.byteLength(html)).toBeLessThan(gmailMailBytes);
    for (const sheet of sheets) expect(sheet).not.toMatch(/@import|url\(|<!--|expression\(/);
    // One selector that Gmail cannot read takes the whole sheet with it.
    expect(sheetFeatures(first)).not.toContain('css-selector-attribute');
    expect(first).toContain('prefers-color-scheme');
    expect(others.join('')).not.toContain('@media');
    expect(html).not.toMatch(/<(?:link|script|base|form|iframe|object|embed|svg|video)\b/i);
  });

  it('would see what a client lacks', () => {
    expect(styleFeatures('display:flex;gap:1rem; color: RED !important')).toEqual([
      'css-display',
      'css-gap',
      'css-unit-rem',
      'css-color',
      'css-important',
    ]);
    expect(sheetFeatures('@supports (x:y){a:hover > b.c.d{width:calc(1px + 2%)}}')).toEqual([
      'css-at-supports',
      'css-selector-child',
      'css-selector-chaining',
      'css-selector-class',
      'css-selector-type',
      'css-pseudo-class-hover',
      'css-width',
      'css-unit-px',
      'css-unit-percent',
      'css-function-calc',
    ]);
    const { features } = mailFeatures('<video src="x"></video><a href="#top">x</a>');
    expect([...features].filter((need) => support.known.has(need))).toEqual([
      'html-doctype',
      'html-video',
      'html-anchor-links',
    ]);
  });
});
