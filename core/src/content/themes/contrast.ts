import type { ThemeVariableName } from './vocabulary.ts';

export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

/** What WCAG 2.2 asks of text (1.4.3, AA). */
export const leastContrast = 4.5;

type Rgb = readonly [number, number, number];

/** The channels of a colour in hex; its transparency is left out. */
export function channelsOf(hex: string): Rgb {
  const digits = hex.trim().replace('#', '');
  const size = digits.length < 6 ? 1 : 2;
  const channel = (at: number) => {
    const text = digits.slice(at * size, at * size + size);
    return Number.parseInt(size === 1 ? text + text : text, 16) || 0;
  };
  return [channel(0), channel(1), channel(2)];
}

export function hexOf(channels: Rgb): string {
  const text = channels.map((one) => Math.round(one).toString(16).padStart(2, '0')).join('');
  return `#${text}`;
}

function luminance(hex: string): number {
  const [red, green, blue] = channelsOf(hex).map((channel) => {
    const part = channel / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours as WCAG has it, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Texts of a mail in the default layout, each with its background. */
export const textPairs: readonly { text: ThemeVariableName; on: ThemeVariableName }[] = [
  { text: 'heading_color', on: 'content_background_color' },
  { text: 'heading_color', on: 'email_background_color' },
  { text: 'body_text_color', on: 'content_background_color' },
  { text: 'muted_text_color', on: 'content_background_color' },
  { text: 'link_color', on: 'content_background_color' },
  ...(['primary', 'secondary', 'tertiary'] as const).map((style) => ({
    text: `button_${style}_text_color` as const,
    on: `button_${style}_background_color` as const,
  })),
];
