import type { EncodedEmail } from '@postroad/core/content/render/template';
import { holdsConfirmLink } from '@postroad/core/content/text/confirm-link';
import { escapeHtml } from '@postroad/core/content/text/escape-html';
import { encodeQuotedPrintable } from '@postroad/core/content/text/quoted-printable';
import { formCopies } from '@postroad/core/forms/form-copies';
import type { PageLanguage } from '@postroad/core/subscribers/pages/page-copy';
import { buildMessage } from '@postroad/mail/message/mime';
import type { OutgoingMessage } from '@postroad/mail/providers/provider';
import type { ProfileRow } from '@postroad/store/account/profile';
import type { FormRow } from '@postroad/store/forms/form';
import type { SignUpRow } from '@postroad/store/forms/sign-up';
import { defaultSender, senderMailbox } from '../account/sender.ts';
import { type LoadedTemplate, templateFor } from '../content/compile/compiled-email-cache.ts';
import { mergeContext } from '../content/merge-context.ts';
import { type ComposeDeps, linkBase } from '../sending/compose.ts';
import { messageIdOf } from '../sending/message-id.ts';
import { signUpToken } from './sign-up-token.ts';

/** What a mail for confirmation is made of. */
export interface ConfirmMailParts {
  form: FormRow;
  signUp: SignUpRow;
  profile: ProfileRow;
  mailingAddress: string;
  /** The email of the form; null for the built-in one. */
  template: LoadedTemplate | null;
  now: Date;
}

/** The built-in mail (FORM-08): plain HTML that every client shows. */
function builtIn(
  language: PageLanguage,
  { form, profile, mailingAddress }: ConfirmMailParts,
  url: string,
): EncodedEmail {
  const copy = formCopies[language];
  const sender = profile.name.trim();
  const name = sender === '' ? form.name : `${sender}: ${form.name}`;
  const intro = copy.mail_intro.replace('{form}', () => name);
  const foot = [sender, mailingAddress.trim()].filter((line) => line !== '');
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${text}</p>`;
  // An address has no place to break, and would make the mail wider than a phone.
  const address = `<p style="margin:0 0 16px;word-break:break-all">${escapeHtml(url)}</p>`;
  const link = `<a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(copy.mail_button)}</a>`;
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(copy.mail_subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#16191d;background:#ffffff">
<div style="max-width:560px;margin:0 auto">
${paragraph(escapeHtml(intro))}
${paragraph(link)}
${address}
${paragraph(escapeHtml(copy.mail_ignore))}
<p style="margin:0;color:#525964;font-size:14px">${foot.map((line) => escapeHtml(line).replaceAll('\n', '<br>')).join('<br>')}</p>
</div></body></html>
`;
  const text = `${intro}\n\n${url}\n\n${copy.mail_ignore}\n${foot.length > 0 ? `\n${foot.join('\n')}\n` : ''}`;
  const subject = sender === '' ? copy.mail_subject : `${copy.mail_subject} · ${sender}`;
  const parts = { html: encodeQuotedPrintable(html), text: encodeQuotedPrintable(text) };
  return { subject, ...parts, unaddressed: [] };
}

/** The email of the form, filled in for somebody who is no person yet. */
function ownMail(template: LoadedTemplate, parts: ConfirmMailParts, url: string): EncodedEmail {
  const { signUp, profile, mailingAddress, now } = parts;
  const { first_name = null, last_name = null, fields } = signUp.answers;
  const context = mergeContext({
    person: { id: 0, email: signUp.address, first_name, last_name, timezone: null, fields },
    ...{ tags: [], event: null, now, profile, mailingAddress },
    ...{ unsubscribeUrl: '', preferencesUrl: '', confirmUrl: url },
  });
  const language = fields.language ?? signUp.language;
  const translated = templateFor(template, { language });
  // A translation without the link would leave its reader with nothing to confirm by.
  const { text, html } = translated.kept.compiled;
  const fitting = [text, html].every(holdsConfirmLink) ? translated : template;
  return fitting.template.fillEncoded(context);
}

/** A complete message with the link. Throws if the sender is none, or the email cannot be filled in. */
export function confirmMail(deps: ComposeDeps, parts: ConfirmMailParts): OutgoingMessage {
  const { form, signUp, profile, template, now } = parts;
  const token = signUpToken(deps.secretKey, { nonce: signUp.nonce, formId: form.id });
  const url = `${linkBase(deps, profile)}/confirm/${token}`;
  const from = template?.fromAddress ?? defaultSender(deps.config, profile);
  const mailbox = senderMailbox(from);
  if (mailbox === null) throw new Error(`The from address "${from}" is not an address.`);
  const filled =
    template === null ? builtIn(signUp.language, parts, url) : ownMail(template, parts, url);
  const data = buildMessage({
    from,
    to: signUp.address,
    replyTo: template?.replyTo ?? profile.reply_to,
    subject: filled.subject,
    date: now,
    messageId: messageIdOf(deps.secretKey, signUp.send_id, mailbox.address),
    headers: [['Auto-Submitted', 'auto-generated']],
    text: filled.text,
    html: filled.html,
  });
  return { sendId: signUp.send_id, from: mailbox.address, to: signUp.address, data };
}
