import { buttonColors, contrast } from '@postroad/core/subscribers/pages/button-colors';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const grounds = [
  { card: '#ffffff', text: '#16191d' },
  { card: '#17191e', text: '#eceef1' },
];

const colors = fc
  .tuple(fc.constantFrom(3, 6), fc.integer({ min: 0, max: 0xffffff }))
  .map(([digits, value]) => `#${value.toString(16).padStart(6, '0').slice(-digits)}`);

it.each([
  ['#000', '#ffffff', 21],
  ['#FFFFFF', '#fff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#2563eb', '#fff', 5.17],
])('knows the contrast of %s and %s', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBeCloseTo(ratio, 2);
});

it('SET-17 keeps the label of any color readable and its parts apart from the card', () => {
  fc.assert(
    fc.property(colors, fc.constantFrom(...grounds), (color, ground) => {
      const { button, label, edge, accent, onAccent } = buttonColors(color, ground);
      expect(button).toBe(color);
      expect(contrast(label, button)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(edge, ground.card)).toBeGreaterThanOrEqual(3);
      expect(contrast(accent, ground.card)).toBeGreaterThanOrEqual(3);
      expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});
