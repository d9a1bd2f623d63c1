import MarkdownIt, { type Token } from 'markdown-it';
import type { Masks } from '../html/masks.ts';
import { useAutolink } from './autolink.ts';
import { placeLiquidBlocks } from './markdown-blocks.ts';
import { prepareMarkdown } from './markdown-source.ts';

const markdown = new MarkdownIt({ html: true });
useAutolink(markdown);
/** URLs that normalising and encoding leave unchanged, as almost all are. */
const normal = /^https?:\/\/[a-z0-9.-]+(?:[/?#][\w\-./?=&#:+~,;@!$'()*]*)?$/;
const { normalizeLink } = markdown;
markdown.normalizeLink = (url) => (normal.test(url) ? url : normalizeLink.call(markdown, url));
// Indented code would swallow Liquid and lists that writers indent; fences remain.
markdown.disable('code');

/** The text of a reference such as `&copy;`; itself if there is no such one. */
export function readEntity(reference: string): string {
  return markdown.utils.unescapeAll(reference);
}

/**
 * Renders markdown with masked Liquid to HTML, and returns the tokens. Operators write the body, so
 * it may contain HTML.
 */
export function renderMarkdown(
  source: string,
  masks: Masks,
): { tokens: readonly Token[]; html: string } {
  const parsed = markdown.parse(prepareMarkdown(source, masks), {});
  const tokens = placeLiquidBlocks(parsed, masks);
  return { tokens, html: markdown.renderer.render(tokens, markdown.options, {}) };
}
