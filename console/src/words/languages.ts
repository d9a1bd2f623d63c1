/** Loads the words of one part of the console. */
export type WordsLoader = () => Promise<{ words: Readonly<Record<string, string>> }>;

/**
 * Every language but English, by its code. The build puts in one for each file of this folder
 * (`console/bin/plugins.mjs`); the sources themselves speak English.
 */
export const otherLanguages: Readonly<Record<string, WordsLoader>> = {};
