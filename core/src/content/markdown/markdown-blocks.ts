import type { Token } from 'markdown-it';
import type { Masks } from '../html/masks.ts';
import { nestingOf } from '../liquid/liquid-source.ts';

/** A markdown-it block with its content; a leaf has neither children nor a closing token. */
interface Block {
  open: Token;
  children: Block[];
  close: Token | null;
}

function treeOf(tokens: Token[]): Block[] {
  const roots: Block[] = [];
  const stack: Block[] = [];
  for (const token of tokens) {
    const siblings = stack.at(-1)?.children ?? roots;
    if (token.nesting === 1) {
      const block: Block = { open: token, children: [], close: null };
      siblings.push(block);
      stack.push(block);
    } else if (token.nesting === -1) {
      const block = stack.pop();
      if (block) block.close = token;
    } else siblings.push({ open: token, children: [], close: null });
  }
  return roots;
}

function flatten(blocks: Block[], into: Token[] = []): Token[] {
  for (const { open, children, close } of blocks) {
    into.push(open);
    flatten(children, into);
    if (close) into.push(close);
  }
  return into;
}

function isList({ open }: Block): boolean {
  return open.type === 'bullet_list_open' || open.type === 'ordered_list_open';
}

function sameList(first: Block | undefined, second: Block | undefined): boolean {
  if (!first || !second || !isList(first)) return false;
  return first.open.type === second.open.type && first.open.markup === second.open.markup;
}

class Joiner {
  readonly #masks: Masks;
  /** Lists next to a Liquid tag; only these merge with a list that follows. */
  readonly #joined = new WeakSet<Block>();

  constructor(masks: Masks) {
    this.#masks = masks;
  }

  #isTags({ open }: Block): boolean {
    if (open.type !== 'html_block') return false;
    const written = new Set<string>(['output', 'button', 'component']);
    const bare = this.#masks.replace(open.content, ({ kind }, word, asComment) =>
      asComment && !written.has(kind) ? '' : word,
    );
    return bare.trim() === '' && this.#masks.has(open.content);
  }

  #depth({ open }: Block): number {
    return this.#masks.within(open.content).reduce((sum, piece) => sum + nestingOf(piece), 0);
  }

  /** The end of the Liquid block that opens at `start`; -1 if it does not close here. */
  #groupEnd(blocks: Block[], start: number): number {
    let depth = 0;
    for (let at = start; at < blocks.length; at += 1) {
      const block = blocks[at];
      if (!block || !this.#isTags(block)) continue;
      depth += this.#depth(block);
      if (depth <= 0) return at > start ? at : -1;
    }
    return -1;
  }

  /** A loop around the items of one list repeats the items, not the list; adjacent lists merge. */
  lists(blocks: Block[]): Block[] {
    const result: Block[] = [];
    for (let at = 0; at < blocks.length; at += 1) {
      const block = blocks[at];
      if (!block) continue;
      const last = result.at(-1);
      if (!this.#isTags(block)) {
        block.children = this.lists(block.children);
        if (last && this.#joined.has(last) && sameList(last, block)) {
          last.children.push(...block.children);
        } else result.push(block);
        continue;
      }
      const end = this.#depth(block) > 0 ? this.#groupEnd(blocks, at) : -1;
      const group = blocks.slice(at, end + 1);
      const list = end < 0 ? null : this.#asList(group, last, blocks[end + 1]);
      if (!list) {
        result.push(block);
        continue;
      }
      if (sameList(last, list) && last) {
        last.children.push(...list.children);
        this.#joined.add(last);
      } else {
        result.push(list);
        this.#joined.add(list);
      }
      at = end;
    }
    return result;
  }

  #asList(group: Block[], before: Block | undefined, after: Block | undefined): Block | null {
    const content = group.filter((block) => !this.#isTags(block));
    const first = content[0];
    if (!first || !content.every((block) => sameList(block, first))) return null;
    const loops = this.#masks.within(group[0]?.open.content ?? '')[0]?.name === 'for';
    if (!loops && !sameList(before, first) && !sameList(after, first)) return null;
    const children = group.flatMap((block) =>
      this.#isTags(block) ? [block] : this.lists(block.children),
    );
    return { ...first, children };
  }

  /** Replaces a row with only tags in its first cell by the tags. */
  rows(blocks: Block[]): Block[] {
    return blocks.map((block) => {
      if (block.open.type !== 'tr_open') return { ...block, children: this.rows(block.children) };
      const [first = '', ...rest] = block.children.map(
        (cell) => cell.children[0]?.open.content.trim() ?? '',
      );
      const tags = this.#masks.isTagsOnly(first) && rest.every((text) => text === '');
      const inline = block.children[0]?.children[0]?.open;
      if (!tags || !inline) return block;
      inline.type = 'html_block';
      inline.children = null;
      inline.content = this.#masks.replace(first, (_, word) => `<!--${word}-->`);
      return { open: inline, children: [], close: null };
    });
  }
}

/** Puts Liquid tags between the items of lists and the rows of tables. */
export function placeLiquidBlocks(tokens: Token[], masks: Masks): Token[] {
  const concerned = tokens.some(
    ({ type, content }) =>
      (type === 'html_block' && masks.has(content)) ||
      (type === 'inline' && masks.isTagsOnly(content)),
  );
  if (!concerned) return tokens;
  const joiner = new Joiner(masks);
  return flatten(joiner.rows(joiner.lists(treeOf(tokens))));
}
