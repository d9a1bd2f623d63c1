import type { WordKey } from '../words/en.ts';

/** What the palette found. */
export interface Hit {
  group: WordKey;
  title: string;
  detail: string;
  address: string;
}
