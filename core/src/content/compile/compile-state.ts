import type { Token } from 'markdown-it';
import type { LiquidPiece } from '../liquid/liquid-source.ts';
import type { PlainText } from '../markdown/plain-text.ts';
import type { ScannedHtml } from '../text/html-scanner.ts';
import type { EmailSource, InlineCss } from './email.ts';
import type { PreparedLayout } from './layout.ts';
import type { MarkupState } from './markup-rules.ts';

/**
 * The state of an email between markdown and the stored Liquid sources. Rules never change it; they
 * return a new one.
 */
export interface CompileState extends MarkupState {
  readonly layout: PreparedLayout;
  readonly inlineCss: InlineCss;
  readonly email: Required<Omit<EmailSource, 'translations' | 'language'>> &
    Pick<EmailSource, 'language'>;
  /** The body with its theme applied. */
  readonly body: string;
  /** Liquid pieces of the body; null if it cannot be cut. */
  readonly pieces: readonly LiquidPiece[] | null;
  /** The body with its Liquid and components masked. */
  readonly markdown: string;
  readonly tokens: readonly Token[];
  readonly text: PlainText;
  /** Liquid tags of the body as written: the same order later means the same nesting. */
  readonly tagOrder: string;
  /** The whole document with Liquid masked, before and after its styles are inlined. */
  readonly page: string;
  readonly inlined: ScannedHtml;
  /** The document as stored. */
  readonly document: string;
}

const noText: PlainText = { text: '', tagOrder: '' };

function oneLine(source: string): string {
  const lines = source.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

export function startOf(
  layout: PreparedLayout,
  { subject, pre_header, body_markdown, language, kind = 'marketing' }: EmailSource,
  inlineCss: InlineCss,
): CompileState {
  return {
    layout,
    inlineCss,
    email: {
      ...{ subject: oneLine(subject), pre_header: oneLine(pre_header) },
      ...{ body_markdown, language, kind },
    },
    scope: layout.scope,
    field: 'body_markdown',
    body: '',
    pieces: null,
    masks: layout.masks,
    markdown: '',
    tokens: [],
    text: noText,
    tagOrder: '',
    html: '',
    css: '',
    uses: [],
    usedButtons: layout.usedButtons,
    page: '',
    inlined: { html: '', parts: [] },
    document: '',
    errors: [],
    warnings: [],
    stopped: false,
  };
}
