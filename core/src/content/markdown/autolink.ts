import type { MarkdownIt, StateCore, Token } from 'markdown-it';

const addressPattern = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"'`]+/giu;

/** Punctuation after a URL belongs to the sentence; so does an unmatched bracket. */
function withoutTail(address: string): string {
  const round = address.includes('(');
  const square = address.includes('[');
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? '';
    if (/[.,;:!?*_~]/.test(last)) continue;
    if (last === ')' && !round) continue;
    if (last === ']' && !square) continue;
    break;
  }
  return address.slice(0, end);
}

function linked(text: Token, state: StateCore): Token[] {
  const parts: Token[] = [];
  let copied = 0;
  const plain = (end: number) => {
    if (end <= copied) return;
    const token = new state.Token('text', '', 0);
    token.content = text.content.slice(copied, end);
    parts.push(token);
  };
  for (const match of text.content.matchAll(addressPattern)) {
    const address = withoutTail(match[0]);
    const href = state.md.normalizeLink(address);
    if (!/:\/\/./.test(address) || !state.md.validateLink(href)) continue;
    plain(match.index);
    const open = new state.Token('link_open', 'a', 1);
    open.attrs = [['href', href]];
    open.info = 'auto';
    const label = new state.Token('text', '', 0);
    label.content = address;
    parts.push(open, label, new state.Token('link_close', 'a', -1));
    copied = match.index + address.length;
  }
  plain(text.content.length);
  return parts;
}

/** Turns URLs in text into links, except inside links and raw `<a>` elements. */
function autolink(state: StateCore): void {
  for (const block of state.tokens) {
    if (block.type !== 'inline' || !block.children || !block.content.includes('://')) continue;
    let depth = 0;
    block.children = block.children.flatMap((token) => {
      if (token.type === 'link_open' || /^<a[\s>]/i.test(token.content)) depth += 1;
      else if (token.type === 'link_close' || /^<\/a\s*>/i.test(token.content)) depth -= 1;
      const bare = token.type === 'text' && depth <= 0 && token.content.includes('://');
      return bare ? linked(token, state) : [token];
    });
  }
}

/** Markdown-it's own linkify costs as much as the rest of parsing and links too much. */
export function useAutolink(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'postroad_autolink', autolink);
}
