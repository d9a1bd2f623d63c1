import type { Issue } from '../../platform/issue.ts';

/** A filled mail, as far as something that every mail needs can be missing from it. */
interface Filled {
  subject: string;
  /** The links whose address came out empty, each as its email has it. */
  unaddressed: readonly string[];
}

const example = '{{ event.details.url | default: "https://example.com" }}';

/**
 * Why a mail is not sent whose values leave it without a subject or with a link that leads nowhere:
 * the end of a sentence, without a period. Null if nothing is missing.
 */
export function missingPart({ subject, unaddressed: [link] }: Filled): string | null {
  if (subject === '') {
    return 'its subject is empty for this person; give the values in it a default, and retry it';
  }
  if (link === undefined) return null;
  return `the link to ${link} has no address for this person; give the value a default, and retry it`;
}

/** The same for who writes the email and sees it as this person. */
export function missingPartWarnings({ subject, unaddressed }: Filled, source: string): Issue[] {
  const links = unaddressed.map((link) => ({
    path: 'body_markdown',
    code: 'link_empty',
    message: `The link to ${link} has no address for this person, whose mail would fail.`,
    fix: `Give the value a default, as in ${example}, or put the link between {% if %} and {% endif %}.`,
  }));
  // Without a source it is empty for everybody, which a save has warned of.
  if (subject !== '' || source.trim() === '') return links;
  const message = 'The subject is empty for this person, whose mail would fail.';
  const fix = 'Give the values in it a default, as in {{ person.first_name | default: "you" }}.';
  return [{ path: 'subject', code: 'subject_empty', message, fix }, ...links];
}
