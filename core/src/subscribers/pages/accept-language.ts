import { limits } from '../../platform/limits.ts';

/**
 * The language of `known` that a browser prefers, by Accept-Language (RFC 9110 §12.5.4); a region
 * counts as its language. The first of `known` if none is acceptable.
 */
export function languageOf<Language extends string>(
  header: string | undefined,
  known: readonly [Language, ...Language[]],
): Language {
  let best: Language | undefined;
  let weight = 0;
  const ranges = (header ?? '').slice(0, limits.acceptLanguageChars).split(',');
  for (const range of ranges) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const language = known.find((one) => tag === one || tag.startsWith(`${one}-`));
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const asked = q === undefined ? 1 : Number(q.slice(2));
    if (language === undefined || !(asked > weight)) continue;
    best = language;
    weight = asked;
  }
  return best ?? known[0];
}
