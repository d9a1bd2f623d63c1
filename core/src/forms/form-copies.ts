import type { PageLanguage } from '../subscribers/pages/page-copy.ts';
import { de } from './copy/de.ts';
import { en } from './copy/en.ts';
import { es } from './copy/es.ts';
import { fr } from './copy/fr.ts';
import { nl } from './copy/nl.ts';
import { pt } from './copy/pt.ts';
import type { FormCopy } from './form-copy.ts';

/** The texts of forms by language; a language without a text does not compile. */
export const formCopies: Readonly<Record<PageLanguage, FormCopy>> = { en, de, es, fr, nl, pt };
