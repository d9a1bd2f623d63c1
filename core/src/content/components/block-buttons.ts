import type { Masks } from '../html/masks.ts';
import { scanHtml } from '../text/html-scanner.ts';

const blocks: ReadonlySet<string> = new Set(
  'article aside blockquote body center dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td th thead tr ul'.split(
    ' ',
  ),
);
/** Blocks that cannot contain a table. */
const phrases: ReadonlySet<string> = new Set(['p', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

interface ButtonPiece {
  kind: 'button';
  word: string;
  start: number;
  end: number;
}

type Piece =
  | { kind: 'open' | 'close'; name: string; bare: boolean; start: number; end: number }
  | ButtonPiece
  | { kind: 'words' };

function* textPieces(text: string, offset: number, masks: Masks): Generator<Piece> {
  let at = offset;
  for (const word of text.split(new RegExp(`(${masks.mark}\\d+z)`))) {
    const start = at;
    at += word.length;
    const kind = masks.within(word)[0]?.kind;
    if (kind === 'button') yield { kind: 'button', word, start, end: at };
    else if (kind === undefined ? word.trim() !== '' : kind !== 'tag') yield { kind: 'words' };
  }
}

/** The visible parts of a markup in order; skips Liquid tags, comments and blanks. */
function* piecesOf(html: string, masks: Masks): Generator<Piece> {
  for (const part of scanHtml(html)) {
    if (part.kind === 'comment') {
      const inside = masks.within(html.slice(part.start, part.end))[0];
      if (inside && inside.kind !== 'tag') yield { kind: 'words' };
    } else if (part.kind === 'text' && part.rawIn === '' && !part.conditional) {
      yield* textPieces(html.slice(part.start, part.end), part.start, masks);
    } else if (part.kind === 'tag' && !part.conditional) {
      const { name, start, end } = part;
      const bare = part.attributes.length === 0;
      if (!blocks.has(name)) yield { kind: 'words' };
      else yield { kind: part.closing ? 'close' : 'open', name, bare, start, end };
    }
  }
}

export interface BlockButton {
  /** The placeholder. */
  word: string;
  /** Whether it replaces the whole paragraph around it. */
  inParagraph: boolean;
  start: number;
  end: number;
}

/** The button between two parts, if both are edges of blocks that can contain a table. */
function aloneBetween(
  before: Piece | undefined,
  button: ButtonPiece,
  after: Piece | undefined,
): BlockButton | null {
  const { word, start, end } = button;
  if (before?.kind === 'words' || before?.kind === 'button') return null;
  if (after?.kind === 'words' || after?.kind === 'button') return null;
  const opened = before?.kind === 'open' ? before : null;
  const closed = after?.kind === 'close' ? after : null;
  if (opened?.name === 'p' && opened.bare && closed?.name === 'p') {
    return { word, inParagraph: true, start: opened.start, end: closed.end };
  }
  if (phrases.has(opened?.name ?? '') || phrases.has(closed?.name ?? '')) return null;
  return { word, inParagraph: false, start, end };
}

/**
 * The buttons that are alone in their block, in order; the Liquid of the markup is masked. Buttons
 * that markdown put on their own line are comments and not included.
 */
export function blockButtons(html: string, masks: Masks): BlockButton[] {
  if (!masks.hasWord(html, 'button')) return [];
  const pieces = [...piecesOf(html, masks)];
  return pieces.flatMap((piece, index) => {
    if (piece.kind !== 'button') return [];
    return aloneBetween(pieces[index - 1], piece, pieces[index + 1]) ?? [];
  });
}
