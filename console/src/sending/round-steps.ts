/** Round values for lines across, from 0 to at least `most`. */
export function roundSteps(most: number, lines = 4): number[] {
  const rough = Math.max(1, most) / lines;
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 10 * power;
  const step = Math.max(1, nice);
  const count = Math.max(1, Math.ceil(Math.max(1, most) / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
