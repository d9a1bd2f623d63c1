import { limits } from '../platform/limits.ts';

const allowed = /^(?:x-[a-z0-9][a-z0-9-]{0,47}|in-reply-to|references|auto-submitted)$/i;
/** Headers by which mail servers and this service know a mail again. */
const reserved = /^x-(?:postroad|envelope)-/i;
/**
 * Headers by which SendGrid, SparkPost, Mandrill, Mailgun and Mailjet add recipients or put a template
 * in place of the words, which the checks here never see. Those that tag or count go out as they are.
 */
const steering =
  /^x-(?:smtpapi|msys-api|mc-bccaddress|mc-template|mailgun-template-name|mj-templateid)$/i;
const notOneLine = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** What a line of a mail holds, less room for the name of the header. */
const wordMax = limits.mailLineOctets - 61;

/**
 * What is wrong with a header that a message adds (MSG-12), as a sentence; null if nothing is. The
 * rule of mail itself is stricter nowhere: what passes here can be written.
 */
export function mailHeaderProblem(name: string, value: string): string | null {
  if (!allowed.test(name)) {
    return `The header ${shown(name)} is not taken: a message adds X-*, In-Reply-To, References and Auto-Submitted.`;
  }
  if (reserved.test(name)) return `Headers such as ${name} are set by Postroad itself.`;
  if (isSteeringHeader(name)) return steeringSentence(name);
  if (notOneLine.test(value)) {
    return `The header ${name} must be one line, without control characters.`;
  }
  if (value.trim() === '') return `The header ${name} has no value.`;
  if (value.length > limits.messageHeaderChars) {
    return `The header ${name} has ${value.length} characters; at most ${limits.messageHeaderChars} are taken.`;
  }
  if (value.split(' ').some((word) => word.length > wordMax)) {
    return `The header ${name} has a word of more than ${wordMax} characters, which no line of a mail holds.`;
  }
  return null;
}

/** Whether a provider would take the header as an order, in place of handing it on. */
export function isSteeringHeader(name: string): boolean {
  return steering.test(name);
}

/** Why mail with such a header is refused. */
export function steeringSentence(name: string): string {
  return `The header ${name.slice(0, 60)} is not taken: a mail provider follows it, and it can change who gets the mail and what it says.`;
}

/** A name from outside, cut and in one line. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 60));
}
