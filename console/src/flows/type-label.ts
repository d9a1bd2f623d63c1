import { t } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';
import { stepTypes } from './steps.ts';

const isType = (type: string) => (stepTypes as readonly string[]).includes(type);

/** What a type of step is called; any other name as it is. */
export function typeLabel(type: string): string {
  return isType(type) ? t(`canvas.type.${type}` as WordKey) : type;
}
