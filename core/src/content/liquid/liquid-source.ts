import {
  type Liquid,
  Parser,
  type TagToken,
  type Template,
  Tokenizer,
  TokenKind,
  type TopLevelToken,
} from 'liquidjs';

export type LiquidPieceKind = 'text' | 'output' | 'tag' | 'opaque';

/** A piece of a source: plain text, `{{ … }}`, `{% … %}`, or a whole raw or comment block. */
export interface LiquidPiece {
  kind: LiquidPieceKind;
  text: string;
  start: number;
  /** Name of a tag, for example `for`; otherwise empty. */
  name: string;
  /** The text after a tag's name; otherwise empty. */
  args: string;
}

const opaqueBlocks: ReadonlySet<string> = new Set(['raw', 'comment']);

/**
 * LiquidJS looks for delimiters at every character of plain text; searching is ten times as fast.
 */
class SearchingTokenizer extends Tokenizer {
  override readHTMLToken() {
    const delimiter = /\{[{%]/g;
    delimiter.lastIndex = this.p;
    const whole = this.N;
    this.N = delimiter.exec(this.input)?.index ?? whole;
    const token = super.readHTMLToken([]);
    this.N = whole;
    return token;
  }
}

function tokensOf(source: string): TopLevelToken[] {
  return new SearchingTokenizer(source).readTopLevelTokens();
}

/** `liquid.parse` with the faster tokenizer; throws the same errors. */
export function parseLiquid(liquid: Liquid, source: string): Template[] {
  return new Parser(liquid).parseTokens(tokensOf(source));
}

function isTag(token: TopLevelToken | undefined): token is TagToken {
  return token?.kind === TokenKind.Tag;
}

function pieceOf(token: TopLevelToken): LiquidPiece {
  const at = { text: token.input.slice(token.begin, token.end), start: token.begin };
  if (isTag(token)) return { kind: 'tag', ...at, name: token.name, args: token.args.trim() };
  return { kind: token.kind === TokenKind.Output ? 'output' : 'text', ...at, name: '', args: '' };
}

function piecesOf(source: string, tokens: readonly TopLevelToken[]): LiquidPiece[] {
  const pieces: LiquidPiece[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) continue;
    if (!isTag(token) || !opaqueBlocks.has(token.name)) {
      pieces.push(pieceOf(token));
      continue;
    }
    const closing = `end${token.name}`;
    let end = token.end;
    while (index + 1 < tokens.length) {
      index += 1;
      const next = tokens[index];
      end = next?.end ?? end;
      if (isTag(next) && next.name === closing) break;
    }
    const text = source.slice(token.begin, end);
    pieces.push({ kind: 'opaque', text, start: token.begin, name: token.name, args: '' });
  }
  return pieces;
}

/**
 * Cuts a source where LiquidJS does. `{% raw %}` and `{% comment %}` blocks are one piece. The
 * joined pieces are the source. Throws LiquidJS's TokenizationError for an unclosed tag.
 */
export function splitLiquid(source: string): readonly LiquidPiece[] {
  if (!source.includes('{{') && !source.includes('{%')) {
    return source === '' ? [] : [{ kind: 'text', text: source, start: 0, name: '', args: '' }];
  }
  return piecesOf(source, tokensOf(source));
}

/**
 * Reads a source once for pieces and parsing; call `parse` at most once, because it consumes the
 * tokens.
 */
export function cutLiquid(source: string): {
  pieces: readonly LiquidPiece[];
  parse: (liquid: Liquid) => Template[];
} {
  const tokens = tokensOf(source);
  const pieces = piecesOf(source, tokens);
  return { pieces, parse: (liquid) => new Parser(liquid).parseTokens(tokens) };
}

/** Tags that contain others up to their `end…`. */
const blockTags: ReadonlySet<string> = new Set(
  'for if unless case capture component_scope'.split(' '),
);

/** +1 for a tag that opens a block, -1 for one that closes it, otherwise 0. */
export function nestingOf(piece: { kind: string; name: string } | undefined): number {
  if (piece?.kind !== 'tag') return 0;
  if (blockTags.has(piece.name)) return 1;
  return piece.name.startsWith('end') ? -1 : 0;
}
