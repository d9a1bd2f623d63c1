import { readFile } from 'node:fs/promises';
import { initWasm, inline } from '@css-inline/css-inline-wasm';
import type { InlineCss } from '@postroad/core/content/compile/email';

const wasm = new URL('index_bg.wasm', import.meta.resolve('@css-inline/css-inline-wasm'));

// It warns of anything but an object, which its types do not know.
await initWasm({ module_or_path: await readFile(wasm) } as unknown as Parameters<
  typeof initWasm
>[0]);

/** Nothing is fetched from the network or from disk: links to stylesheets stay unchanged. */
export const inlineCss: InlineCss = (html) =>
  inline(html, { keepStyleTags: false, keepLinkTags: true, loadRemoteStylesheets: false });
