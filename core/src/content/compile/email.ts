import type { Issue } from '../../platform/issue.ts';

/**
 * `transactional` answers an act of its reader: it carries no link to unsubscribe and reaches people who
 * unsubscribed. Only flows and messages send it.
 */
export const emailKinds = ['marketing', 'transactional'] as const;

export type EmailKind = (typeof emailKinds)[number];

/** What a translation may say of its own; the rest is that of the email (LANG-01). */
export interface Translation {
  subject?: string | undefined;
  pre_header?: string | undefined;
  body_markdown?: string | undefined;
}

/** By language tag (BCP 47). */
export type Translations = Readonly<Record<string, Translation>>;

export interface EmailSource {
  /** `marketing` if it is left out. */
  kind?: EmailKind;
  subject: string;
  pre_header: string;
  body_markdown: string;
  /** The language of these words where they are a translation (BCP 47). */
  language?: string | undefined;
  /** None if it is left out. */
  translations?: Translations;
}

/** Liquid sources, stored with the email; `render/template.ts` renders them per person. */
export interface CompiledEmail {
  subject: string;
  pre_header: string;
  html: string;
  text: string;
  /** The language of a translation (BCP 47); left out in the email's own words. */
  language?: string;
  /** The same in each language of the email; left out where it has none. */
  translations?: Readonly<Record<string, CompiledEmail>>;
}

export interface Compilation {
  /** Null if there are errors. */
  compiled: CompiledEmail | null;
  errors: Issue[];
  warnings: Issue[];
}

/** Inlines the `<style>` elements of a document and removes them; throws on CSS it cannot read. */
export type InlineCss = (html: string) => string;
