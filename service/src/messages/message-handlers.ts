import type { OperationInput } from '@postroad/core/catalog/catalog';
import type { Issue } from '@postroad/core/platform/issue';
import { limits } from '@postroad/core/platform/limits';
import { invalid, notFound, Refusal } from '@postroad/core/platform/refusal';
import { parseTimestamp } from '@postroad/core/platform/timestamp';
import { mailHeaderProblem } from '@postroad/core/queue/mail-header';
import type { EmailRow } from '@postroad/store/content/email';
import { whyStale } from '@postroad/store/content/stale-compile';
import {
  cancelMessage,
  findMessage,
  type HeaderPair,
  listMessages,
  type MessageView,
  type OwnWords,
} from '@postroad/store/messages/message';
import type { Tx } from '@postroad/store/platform/transaction';
import { senderWarnings } from '../account/sender.ts';
import { type Compile, compileFirst, compileSource } from '../content/compile/compile-emails.ts';
import { findNamedEmail } from '../content/email-source.ts';
import { archivedRefusal, blankRefusal } from '../content/get-email.ts';
import { withLayoutId } from '../content/named-layout.ts';
import type { CompileSource } from '../content/render/render-job.ts';
import type { Renderer } from '../content/render/renderer.ts';
import { getPerson } from '../people/get-person.ts';
import { type AccountTime, clockFor } from '../platform/account-clock.ts';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { countMail } from '../queue/count-mail.ts';
import { type AcceptDeps, acceptMessage } from './accept-message.ts';
import { attachFiles, checkAttachments } from './attachments.ts';
import { readMessageMailbox } from './message-sender.ts';
import { readRecipients } from './recipients.ts';

type Sending = OperationInput<'send_message'>;

const wordKeys = ['subject', 'body_markdown', 'template_id', 'template'] as const;

/** Whether it has words of its own. Throws a 422 unless there is exactly one source (MSG-06). */
function hasOwnWords(input: Sending): boolean {
  const emails = (['email_id', 'email'] as const).filter((key) => input[key] !== undefined);
  const words = wordKeys.filter((key) => input[key] !== undefined);
  const [first, second] = [...emails, ...words];
  if (first === undefined) {
    const message =
      'Say what to send: an email by email_id or by its key, or subject with body_markdown.';
    throw invalid([{ path: 'email_id', code: 'required', message }]);
  }
  if (emails.length > 1 || (emails.length > 0 && words.length > 0)) {
    const message = `A message has one source: send ${first} or ${second}, not both.`;
    throw invalid([{ path: second ?? first, code: 'value_invalid', message }]);
  }
  if (emails.length > 0) return false;
  const blank = (['subject', 'body_markdown'] as const).filter((key) => !input[key]?.trim());
  if (blank.length === 0) return true;
  throw invalid(
    blank.map((path): Issue => {
      const message = `${path} must not be blank: words of a message are subject and body_markdown.`;
      return { path, code: 'required', message };
    }),
  );
}

/** MSG-07. Words of one's own are transactional, an email is what it says. */
function checkKind({ transactional, tracking }: Sending, email: EmailRow | null): void {
  const kind = email?.kind ?? 'transactional';
  if (transactional !== undefined && transactional !== (kind === 'transactional')) {
    const message =
      email === null
        ? 'transactional is always true for subject and body_markdown; a marketing message sends a marketing email.'
        : `transactional is what the email says, and email ${email.id} is ${kind}. Leave it out, or set the kind of the email.`;
    throw invalid([{ path: 'transactional', code: 'value_invalid', message }]);
  }
  if (email === null && tracking === true) {
    const message =
      'tracking counts for an email, and subject and body_markdown have none. Leave tracking out, or send an email.';
    throw invalid([{ path: 'tracking', code: 'value_invalid', message }]);
  }
}

/** Further headers as they are written. Throws a 422 that names each that is not taken (MSG-12). */
function readHeaders(headers: Readonly<Record<string, string>>): HeaderPair[] {
  const pairs = Object.entries(headers);
  const names = new Set<string>();
  const faults = pairs.flatMap(([name, value]): Issue[] => {
    const twice = names.has(name.toLowerCase()) ? `The header ${name} is named twice.` : null;
    names.add(name.toLowerCase());
    const message = mailHeaderProblem(name, value) ?? twice;
    return message === null ? [] : [{ path: `headers.${name}`, code: 'header_invalid', message }];
  });
  if (faults.length > 0) throw invalid(faults.slice(0, limits.issuesListedMax));
  return pairs.map(([name, value]) => [name, value.trim()] as const);
}

/** MSG-15. */
async function checkEmail(tx: Tx, email: EmailRow): Promise<void> {
  const { id } = email;
  if (email.archived_at !== null) throw archivedRefusal(id, 'Restore it, or send another.');
  if (email.subject.trim() === '' || email.body_markdown.trim() === '') throw blankRefusal(id);
  const broken = await whyStale(tx, id);
  if (broken === null) return;
  throw new Refusal('conflict', `Email ${id} no longer compiles: ${broken}`);
}

async function ownSource(tx: Tx, given: Sending) {
  const { subject = '', body_markdown = '', template_id } = await withLayoutId(tx, given);
  const layoutId = template_id ?? null;
  const words = { subject, pre_header: '', body_markdown, kind: 'transactional' as const };
  const source: CompileSource = await compileSource(tx, words, layoutId);
  return { source, subject, body_markdown, layout_id: layoutId };
}

async function ownWords(tx: Tx, input: Sending, compile: Compile) {
  const { source, subject, ...rest } = await ownSource(tx, input);
  const { compiled, warnings } = await compile(source);
  const own: OwnWords = { ...rest, compiled };
  return { own, subject, warnings };
}

function acceptedView(row: MessageView) {
  return {
    id: row.id,
    status: row.status,
    to: row.to_address,
    person_id: row.person_id,
    email_id: row.email_id,
    subject: row.subject ?? '',
    due_at: row.due_at.toISOString(),
  };
}

/** A message as lists show it. */
export function messageRow(row: MessageView) {
  return {
    ...acceptedView(row),
    hold_reason: row.hold_reason,
    attempts: row.attempts,
    last_error: row.last_error,
    created_at: row.created_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

async function getMessage(tx: Tx, id: number): Promise<MessageView> {
  const row = await findMessage(tx, id);
  if (row === null) throw notFound('message', id);
  return row;
}

const endedWords: Partial<Record<MessageView['status'], string>> = {
  sending: 'is being handed over',
  uncertain: 'may have arrived already',
};

export const messageHandlers: Pick<
  Handlers<AcceptDeps & AccountTime & { renderer: Renderer }>,
  'send_message' | 'list_messages' | 'get_message' | 'cancel_message'
> = {
  send_message: compileFirst({
    async expect(input, { tx }) {
      return hasOwnWords(input) ? (await ownSource(tx, input)).source : null;
    },
    async write(input, { tx, deps, files: received }, compile) {
      const isOwn = hasOwnWords(input);
      const recipients = readRecipients(input);
      const from = readMessageMailbox(input.from, 'from');
      const replyTo = readMessageMailbox(input.reply_to, 'reply_to');
      const files = input.attachments ?? [];
      checkAttachments(files, received);
      const email = isOwn ? null : await findNamedEmail(input, tx);
      checkKind(input, email);
      if (email !== null) await checkEmail(tx, email);
      const words = isOwn ? await ownWords(tx, input, compile) : null;
      const clock = await clockFor(tx, deps, [input.send_at]);
      const asked = parseTimestamp(input.send_at ?? '', clock);
      const { id, settings } = await acceptMessage(tx, deps, {
        recipients,
        from,
        replyTo,
        email,
        own: words?.own ?? null,
        subject: words?.subject ?? email?.subject ?? '',
        data: input.data ?? null,
        headers: readHeaders(input.headers ?? {}),
        tracking: input.tracking ?? null,
        dueAt: asked !== null && asked > tx.now ? asked : tx.now,
      });
      await attachFiles(tx, id, files, received);
      const sender = from ?? email?.from_address ?? null;
      const warnings = [
        ...(words?.warnings ?? []),
        ...senderWarnings(deps.config, settings.profile, [sender]),
      ];
      const message = acceptedView(await getMessage(tx, id));
      return { message, ...(warnings.length > 0 && { warnings }) };
    },
  }),
  list_messages: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const person = input.person === undefined ? null : await getPerson(tx, input.person);
    const rows = await listMessages(tx, { personId: person?.id ?? null, page: idPageOf(page) });
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return { messages: shown.map(messageRow), next_cursor };
  }),
  get_message: read(async ({ message_id }, { tx }) => {
    const row = await getMessage(tx, message_id);
    return {
      message: {
        ...messageRow(row),
        from: row.from_address,
        reply_to: row.reply_to,
        cc: row.cc ?? [],
        bcc: row.bcc ?? [],
        headers: Object.fromEntries(row.headers ?? []),
      },
    };
  }),
  cancel_message: transaction(async ({ message_id }, { tx }) => {
    const found = await getMessage(tx, message_id);
    if (!(await cancelMessage(tx, message_id))) {
      const { status } = await getMessage(tx, message_id);
      const state = endedWords[status] ?? `is ${status}`;
      throw new Refusal('conflict', `Message ${message_id} ${state}, so it cannot be canceled.`);
    }
    countMail(tx, [{ email_id: found.email_id, source_kind: 'message', source_id: null }]);
    return { message: messageRow(await getMessage(tx, message_id)) };
  }),
};
