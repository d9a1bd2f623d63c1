import type { CompiledEmail } from '../compile/email.ts';
import { splitLiquid } from '../liquid/liquid-source.ts';

/** The variable itself, the filters that read it, and brackets, which can name it dynamically. */
const timed = /now|today|date|\[/i;

/** Whether the rendered mail certainly does not depend on the moment (`MergeContext.now`). */
export function isTimeless({ subject, pre_header, html, text }: CompiledEmail): boolean {
  return [subject, pre_header, html, text].every((source) =>
    splitLiquid(source).every((piece) => piece.kind === 'text' || !timed.test(piece.text)),
  );
}
