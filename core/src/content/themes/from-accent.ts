import { channelsOf, contrastOf, hexOf, leastContrast } from './contrast.ts';
import type { ThemeValues } from './values.ts';

const white = '#ffffff';
const ink = '#111827';

/** A colour between two; `share` is that of the first. */
function mixed(one: string, other: string, share: number): string {
  const [from, to] = [channelsOf(one), channelsOf(other)];
  const part = (at: 0 | 1 | 2) => from[at] * share + to[at] * (1 - share);
  return hexOf([part(0), part(1), part(2)]);
}

/** The nearest to a colour, on the way to another, that can be read on all of `grounds`. */
function readable(colour: string, towards: string, grounds: readonly string[]): string {
  const steps = Array.from({ length: 21 }, (_, step) => mixed(towards, colour, step / 20));
  const isReadable = (one: string) =>
    grounds.every((ground) => contrastOf(one, ground) >= leastContrast);
  return steps.find(isReadable) ?? towards;
}

/** Black or white, as it can be read better. */
function textOn(ground: string): string {
  return contrastOf(white, ground) >= contrastOf(ink, ground) ? white : ink;
}

/** A colour on which black or white can be read. */
function asGround(colour: string, towards: string): string {
  const steps = Array.from({ length: 21 }, (_, step) => mixed(towards, colour, step / 20));
  return steps.find((one) => contrastOf(textOn(one), one) >= leastContrast) ?? towards;
}

/**
 * A theme begun from one colour: links, buttons, grounds and lines in its shades, in light and dark,
 * with every text readable (LEFT-11).
 */
export function themeFromAccent(accent: string): ThemeValues {
  const light = { email: mixed(accent, '#f6f6f5', 0.05), content: white };
  const dark = { email: mixed(accent, '#0e1013', 0.06), content: mixed(accent, '#1b1f24', 0.08) };
  const lightGrounds = Object.values(light);
  const darkGrounds = Object.values(dark);
  const line = { light: mixed(accent, '#e7e7e5', 0.1), dark: mixed(accent, '#3a4048', 0.18) };
  const primary = { light: asGround(accent, ink), dark: readable(accent, white, darkGrounds) };
  const secondary = { light: mixed(accent, ink, 0.2), dark: mixed(accent, '#f4f5f6', 0.08) };
  const tertiary = { light: mixed(accent, '#ececea', 0.12), dark: mixed(accent, '#2c3239', 0.16) };
  const texts = (ground: { light: string; dark: string }) => ({
    light: textOn(ground.light),
    dark: textOn(ground.dark),
  });
  return {
    email_background_color: { light: light.email, dark: dark.email },
    content_background_color: { light: light.content, dark: dark.content },
    heading_color: {
      light: readable(mixed(accent, ink, 0.25), ink, lightGrounds),
      dark: mixed(accent, '#f9fafb', 0.06),
    },
    body_text_color: { light: '#1f2937', dark: '#e5e7eb' },
    muted_text_color: {
      light: readable(mixed(accent, '#6b7280', 0.15), ink, lightGrounds),
      dark: readable(mixed(accent, '#9ca3af', 0.15), white, darkGrounds),
    },
    link_color: {
      light: readable(accent, ink, lightGrounds),
      dark: readable(accent, white, darkGrounds),
    },
    hr_color: line,
    content_border_color: line,
    button_primary_background_color: primary,
    button_primary_text_color: texts(primary),
    button_secondary_background_color: secondary,
    button_secondary_text_color: texts(secondary),
    button_tertiary_background_color: tertiary,
    button_tertiary_text_color: texts(tertiary),
  };
}
