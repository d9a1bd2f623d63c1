/** Contrast required by WCAG 2.2 for text (1.4.3) and for parts that show a state (1.4.11). */
const textContrast = 4.5;
const partContrast = 3;

const darkText = '#000000';
const lightText = '#ffffff';

/** One color scheme of the pages: the card, and the text on it. */
export interface Ground {
  card: string;
  text: string;
}

/** The operator's color adapted to a scheme. */
export interface ButtonColors {
  button: string;
  /** Text on the button. */
  label: string;
  /** Border of the button, for a color that is hard to see on the card. */
  edge: string;
  /** Rings, marks and switches that are on: the color, if it contrasts enough with the card. */
  accent: string;
  /** Text and marks on the accent. */
  onAccent: string;
}

/** `color` is `#rgb` or `#rrggbb`, as the setting takes it (SET-17). */
export function buttonColors(color: string, { card, text }: Ground): ButtonColors {
  const accent = seenOn(card, color, text);
  return {
    button: color,
    label: readableOn(color),
    edge: accent,
    accent,
    onAccent: readableOn(accent),
  };
}

/**
 * The color itself or, if it is hard to see on the card, mixed with as little text color as needed.
 */
function seenOn(card: string, color: string, text: string): string {
  for (const share of [0, 0.15, 0.3, 0.45, 0.6, 0.8]) {
    const mixed = share === 0 ? color : mix(color, text, share);
    if (contrast(mixed, card) >= partContrast) return mixed;
  }
  return text;
}

function mix(color: string, other: string, share: number): string {
  const others = channels(other);
  const parts = channels(color).map((value, index) =>
    Math.round(value + ((others[index] ?? 0) - value) * share),
  );
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * White if it is readable, because people expect it on a button; otherwise black, which then is.
 */
function readableOn(color: string): string {
  return contrast(lightText, color) >= textContrast ? lightText : darkText;
}

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): number[] {
  const digits = color.slice(1);
  const size = digits.length === 3 ? 1 : 2;
  return [0, 1, 2].map((index) => {
    const part = digits.slice(index * size, (index + 1) * size);
    return Number.parseInt(size === 1 ? part.repeat(2) : part, 16);
  });
}
