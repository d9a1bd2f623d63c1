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

/** A stretch of a source: plain text, `{{ … }}`, `{% … %}`, or a whole raw or comment block. */
export interface LiquidPiece {
  kind: LiquidPieceKind;
  text: string;
  start: number;
  /** Of a tag, for example `for`; empty otherwise. */
  name: string;
  /** What stands after a tag's name; empty otherwise. */
  args: string;
}

const OPAQUE_BLOCKS: ReadonlySet<string> = new Set(['raw', 'comment']);

/** LiquidJS looks for delimiters at every character of plain text; searching is ten times as fast. */
class QuickTokenizer extends Tokenizer {
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

interface Cut {
  source: string;
  pieces: readonly LiquidPiece[];
  /** Parsing uses them up. */
  tokens: TopLevelToken[] | null;
}

/** A source is cut, parsed and hidden right after each other: it is read once for all of that. */
let latest: Cut | null = null;

/** `liquid.parse` with the quicker tokenizer; throws as it does. */
export function parseLiquid(liquid: Liquid, source: string): Template[] {
  let tokens = latest?.source === source ? latest.tokens : null;
  if (tokens && latest) latest.tokens = null;
  tokens ??= new QuickTokenizer(source).readTopLevelTokens();
  return new Parser(liquid).parseTokens(tokens);
}

function isTag(token: TopLevelToken | undefined): token is TagToken {
  return token?.kind === TokenKind.Tag;
}

function pieceOf(token: TopLevelToken): LiquidPiece {
  const at = { text: token.input.slice(token.begin, token.end), start: token.begin };
  if (isTag(token)) return { kind: 'tag', ...at, name: token.name, args: token.args.trim() };
  return { kind: token.kind === TokenKind.Output ? 'output' : 'text', ...at, name: '', args: '' };
}

/**
 * Cuts a source where LiquidJS does. `{% raw %}` and `{% comment %}` blocks come as one piece.
 * Joined, the pieces are the source. Throws LiquidJS's TokenizationError for an unclosed tag.
 */
export function splitLiquid(source: string): readonly LiquidPiece[] {
  if (!source.includes('{{') && !source.includes('{%')) {
    return source === '' ? [] : [{ kind: 'text', text: source, start: 0, name: '', args: '' }];
  }
  if (latest?.source === source) return latest.pieces;
  const tokens = new QuickTokenizer(source).readTopLevelTokens();
  const pieces: LiquidPiece[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) continue;
    if (!isTag(token) || !OPAQUE_BLOCKS.has(token.name)) {
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
  latest = { source, pieces, tokens };
  return pieces;
}

/** Line and column, both from 1. */
export function positionOf(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset);
  const lastBreak = before.lastIndexOf('\n');
  return { line: before.split('\n').length, column: offset - lastBreak };
}
