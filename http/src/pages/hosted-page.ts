import { hostedParts } from './hosted-parts.ts';
import type { HostedView } from './hosted-view.ts';
import { type PageDocument, pageDocument } from './page-document.ts';

/** The page of one subscriber, with its headers. */
export function hostedPage(view: HostedView): PageDocument {
  return pageDocument(hostedParts(view));
}
