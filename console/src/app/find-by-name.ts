/** What something is called, what else people call it (with commas between), and what else names it. */
export interface Names {
  title: string;
  also: string;
  rest: string;
}

/** Something found; `called` is the other name that was typed, where the title does not say it. */
export interface Found<Thing> {
  of: Thing;
  called: string | null;
}

/** The words of what was typed, without those that say nothing, such as "a" and "someone". */
export function wordsOf(text: string, fillers: string): string[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const empty = new Set(fillers.split(' '));
  const telling = words.filter((word) => !empty.has(word));
  return telling.length > 0 ? telling : words;
}

export function hasAll(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

function begins(text: string, word: string): boolean {
  return (
    text === word || text.startsWith(word) || /[\s,(„“"-]/.test(text.charAt(text.indexOf(word) - 1))
  );
}

/** How well one text has a word: 2 where a word of it begins so, 1 where it is within one, else 0. */
function fit(text: string, word: string): number {
  if (!text.includes(word)) return 0;
  return begins(text, word) ? 2 : 1;
}

interface Match {
  score: number;
  called: string | null;
}

/** How well names have every word; null where they lack one. */
function match({ title, also, rest }: Names, words: readonly string[]): Match | null {
  const called = title.toLowerCase();
  const others = also.toLowerCase().split(', ');
  let score = 0;
  for (const word of words) {
    const inOthers = Math.max(...others.map((one) => fit(one, word)));
    const best = Math.max(
      fit(called, word) * 4,
      inOthers * 3,
      rest.toLowerCase().includes(word) ? 1 : 0,
    );
    if (best === 0) return null;
    score += best;
  }
  const whole = others.findIndex((one) => hasAll(one, words));
  if (hasAll(called, words)) return { score: score + 4, called: null };
  if (whole === -1) return { score, called: null };
  return { score: score + 5, called: also.split(', ')[whole] ?? null };
}

/** The things whose names have every word, the best first. */
export function best<Thing>(
  things: readonly Thing[],
  words: readonly string[],
  namesOf: (thing: Thing) => Names,
): Found<Thing>[] {
  return things
    .flatMap((of) => {
      const matched = match(namesOf(of), words);
      return matched === null ? [] : [{ of, ...matched }];
    })
    .toSorted((one, other) => other.score - one.score)
    .map(({ of, called }) => ({ of, called }));
}
