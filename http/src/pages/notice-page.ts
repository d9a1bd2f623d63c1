import { settingRules } from '@postroad/core/account/settings';
import type { ShownCopy } from '@postroad/core/subscribers/pages/page-copy';
import { html, nothing } from './html.ts';
import { type PageDocument, pageDocument } from './page-document.ts';

/** The content of a page that concerns no subscriber. */
export interface Notice {
  kind: 'link' | 'preview' | 'busy' | 'fault';
  /** The URL to try again; null if that would not help. */
  again: string | null;
  /** The id of the request in the log. */
  reference: string | null;
}

/**
 * The page for an invalid link or a fault. It shows nothing about the account but its name, which
 * is empty where it could not be read.
 */
export function noticePage(
  copy: ShownCopy,
  { kind, again, reference }: Notice,
  sender: string,
): PageDocument {
  const title = copy.fixed(`${kind}_headline`);
  const body = html`<div class="panel"><h1>${title}</h1>
<p>${copy.fixed(kind)}</p>
${again === null ? nothing : html`<a class="button" href="${again}">${copy.fixed('try_again')}</a>`}
${reference === null ? nothing : html`<p class="reference">${copy.fixed('reference')}: ${reference}</p>`}</div>`;
  return pageDocument({
    language: copy.language,
    title,
    sender,
    buttonColor: settingRules['sending.unsubscribe_page.button_color'].default,
    body,
    redirectsOffSite: false,
  });
}
