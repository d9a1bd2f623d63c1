import { nestingOf } from '../liquid/liquid-source.ts';
import { type ScannedHtml, scanHtml } from '../text/html-scanner.ts';
import type { Masks } from './masks.ts';

/** Elements whose end tag a parser may safely add or move. */
const lenient: ReadonlySet<string> = new Set(
  'html head body p li dt dd option tr td th thead tbody tfoot colgroup area base br col embed hr img input link meta param source track wbr'.split(
    ' ',
  ),
);

/** For each part between Liquid block tags: opening minus closing tags by element. */
function balances({ html, parts }: ScannedHtml, masks: Masks): Map<string, number>[] {
  let current = new Map<string, number>();
  const all = [current];
  for (const part of parts) {
    if (part.kind === 'tag') {
      if (part.conditional || part.selfClosing || lenient.has(part.name)) continue;
      current.set(part.name, (current.get(part.name) ?? 0) + (part.closing ? -1 : 1));
    } else if (part.kind === 'comment') {
      const inside = masks.within(html.slice(part.start, part.end));
      const branches = inside.some(
        (piece) => nestingOf(piece) !== 0 || piece.name === 'else' || piece.name === 'elsif',
      );
      if (!branches) continue;
      current = new Map();
      all.push(current);
    }
  }
  return all;
}

function firstDifference(before: Map<string, number>[], after: Map<string, number>[]) {
  for (const [index, counts] of before.entries()) {
    const other = after[index] ?? new Map<string, number>();
    for (const name of new Set([...counts.keys(), ...other.keys()])) {
      if ((counts.get(name) ?? 0) !== (other.get(name) ?? 0)) return name;
    }
  }
  return null;
}

/**
 * An element around Liquid tags that a parser closed in another place than written, or null. A
 * parser takes two branches that each open a `<div>` for nested ones.
 */
export function movedElement(
  written: ScannedHtml,
  parsed: ScannedHtml,
  masks: Masks,
): string | null {
  const before = balances(written, masks);
  return before.length === 1 ? null : firstDifference(before, balances(parsed, masks));
}

/** Whether a parser closes an element of this part of a mail in another place than written. */
export function isUnbalanced(written: string, parsed: string, masks: Masks): boolean {
  const [before, after] = [written, parsed].map((html) =>
    balances({ html, parts: scanHtml(html) }, masks),
  );
  return firstDifference(before ?? [], after ?? []) !== null;
}
