import { createHash } from 'node:crypto';
import { type StaticText, staticText } from '../public/static-text.ts';

/**
 * Shows the HTML of a mail that the console hands over. Parsed apart, so no script in it runs even
 * without the policy; links open in a new tab. Tells the height, so that the frame can be as high. With
 * a scheme, light or dark, the mail looks as in that one, whatever the browser prefers.
 */
const script = `
const tell = (message) => parent.postMessage(message, '*');
const measure = () => tell({ type: 'height', height: Math.ceil(document.documentElement.getBoundingClientRect().height) });
const resized = new ResizeObserver(measure);
const prefer = (rules, scheme) => {
  for (const rule of rules) {
    if (rule.media?.mediaText.includes('prefers-color-scheme')) {
      const holds = (_, of) => of === scheme ? '(min-width: 0px)' : '(max-width: 0px)';
      rule.media.mediaText = rule.media.mediaText.replace(/\\(prefers-color-scheme: *(\\w+)\\)/g, holds);
    }
    if (rule.cssRules) prefer(rule.cssRules, scheme);
  }
};
addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.type !== 'show' || typeof data.html !== 'string') return;
  const mail = new DOMParser().parseFromString(data.html, 'text/html');
  for (const one of mail.querySelectorAll('meta[http-equiv], base, script, link')) one.remove();
  const base = mail.createElement('base');
  base.target = '_blank';
  mail.head.prepend(base);
  resized.disconnect();
  document.replaceChild(document.adoptNode(mail.documentElement), document.documentElement);
  if (data.scheme === 'light' || data.scheme === 'dark') {
    document.documentElement.style.colorScheme = data.scheme;
    for (const sheet of document.styleSheets) prefer(sheet.cssRules, data.scheme);
  }
  resized.observe(document.documentElement);
  tell({ type: 'shown' });
});
tell({ type: 'ready' });
`;

const markup = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Mail</title></head><body><script>${script}</script></body></html>
`;

const scriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

export const mailFrame: StaticText = staticText('text/html; charset=utf-8', Buffer.from(markup));

/**
 * Policy of the frame: an origin of its own, the one script, styles of the mail, and nothing of other
 * hosts but pictures, and these only where the person asked for them.
 */
export function mailFramePolicy(images: boolean): string {
  return [
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    `script-src ${scriptHash}`,
    "style-src 'unsafe-inline'",
    `img-src data:${images ? ' https: http:' : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}
