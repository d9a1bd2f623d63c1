import MarkdownIt, { type Token } from 'markdown-it';
import type { Placeholders } from '../html/placeholders.ts';
import { useAutolink } from './autolink.ts';
import { placeLiquidBlocks } from './markdown-blocks.ts';
import { prepareMarkdown } from './markdown-source.ts';

const markdown = new MarkdownIt({ html: true });
useAutolink(markdown);
/** Addresses that normalising and encoding leave as they are, as almost all are. */
const NORMAL = /^https?:\/\/[a-z0-9.-]+(?:[/?#][\w\-./?=&#:+~,;@!$'()*]*)?$/;
const { normalizeLink } = markdown;
markdown.normalizeLink = (url) => (NORMAL.test(url) ? url : normalizeLink.call(markdown, url));
// Indented code would swallow Liquid and lists that writers indent; fences remain.
markdown.disable('code');

/**
 * Parses markdown whose Liquid is hidden by placeholders. Operators author the body, so HTML in
 * it is allowed.
 */
export function parseMarkdown(source: string, hidden: Placeholders): Token[] {
  return placeLiquidBlocks(markdown.parse(prepareMarkdown(source, hidden), {}), hidden);
}

export function renderMarkdown(tokens: Token[]): string {
  return markdown.renderer.render(tokens, markdown.options, {});
}
