import type { Issue } from '../../platform/issue.ts';

export interface EmailSource {
  subject: string;
  pre_header: string;
  body_markdown: string;
}

/** Liquid sources, stored beside the email; `render/template.ts` fills them in per person. */
export interface CompiledEmail {
  subject: string;
  pre_header: string;
  html: string;
  text: string;
}

export interface Compilation {
  /** Null where there are errors. */
  compiled: CompiledEmail | null;
  errors: Issue[];
  warnings: Issue[];
}

/** Inlines the `<style>` elements of a document and takes them out; throws on CSS it cannot read. */
export type InlineCss = (html: string) => string;
