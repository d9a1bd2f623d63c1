import { settingRules } from '@postroad/core/account/settings';
import type { ShownCopy } from '@postroad/core/subscribers/pages/page-copy';
import { html, nothing } from './html.ts';
import { type PageDocument, pageDocument } from './page-document.ts';

/** What a page tells when there is nobody it could be about. */
export interface Notice {
  kind: 'link' | 'preview' | 'busy' | 'fault';
  /** Where to try again; null where that would not help. */
  again: string | null;
  /** By which the log knows the request. */
  reference: string | null;
}

/** A link that does not work, or a fault, told plainly; nothing is known of the account then. */
export function noticePage(copy: ShownCopy, { kind, again, reference }: Notice): PageDocument {
  const title = copy.fixed(`${kind}_headline`);
  const body = html`<div class="panel"><h1>${title}</h1>
<p>${copy.fixed(kind)}</p>
${again === null ? nothing : html`<a class="button" href="${again}">${copy.fixed('try_again')}</a>`}
${reference === null ? nothing : html`<p class="reference">${copy.fixed('reference')}: ${reference}</p>`}</div>`;
  return pageDocument({
    language: copy.language,
    title,
    sender: '',
    buttonColor: settingRules['sending.unsubscribe_page.button_color'].default,
    body,
    leadsElsewhere: false,
  });
}
