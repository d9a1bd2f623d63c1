import { inline } from '@css-inline/css-inline';
import type { InlineCss } from '@postroad/core/content/compile/email';

/** Nothing is fetched from the network or from disk: links to stylesheets stay unchanged. */
export const inlineCss: InlineCss = (html) =>
  inline(html, { keepStyleTags: false, keepLinkTags: true, loadRemoteStylesheets: false });
