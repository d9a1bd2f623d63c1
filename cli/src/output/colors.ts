import type { CommonOptions } from '../commands/common-options.ts';
import type { Terminal } from './terminal.ts';

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export type Color = keyof typeof codes;
export type Paint = (color: Color, text: string) => string;

/** Colours text for a terminal, unless NO_COLOR (no-color.org) or a flag forbids it. */
export function painter(
  { env, outIsTty, errIsTty }: Terminal,
  { color }: Pick<CommonOptions, 'color'>,
  stream: 'out' | 'err' = 'out',
): Paint {
  const isTty = stream === 'out' ? outIsTty : errIsTty;
  const enabled = isTty && color !== false && !env.NO_COLOR && env.TERM !== 'dumb';
  if (!enabled) return (_color, text) => text;
  return (name, text) => `\u001b[${codes[name]}m${text}\u001b[0m`;
}
