import type { OperationInput, OperationOutput } from '@postroad/core/catalog/catalog';
import type { CompiledEmail } from '@postroad/core/content/compile/email';
import { grants } from '@postroad/core/platform/operations/scope';
import { invalid, notFound, Refusal } from '@postroad/core/platform/refusal';
import { parseTimestamp } from '@postroad/core/platform/timestamp';
import { readContent } from '@postroad/mail/message/readable-mail';
import { findBroadcast } from '@postroad/store/broadcasts/broadcast';
import { type FileUse, filesOfMessages } from '@postroad/store/messages/message-file';
import type { Tx } from '@postroad/store/platform/transaction';
import { findContent } from '@postroad/store/queue/send-content';
import {
  findSend,
  listSends,
  type SendFilter,
  type SendView,
} from '@postroad/store/queue/send-view';
import { loadMailSettings } from '../../account/mail-settings.ts';
import { fingerprintOf } from '../../account/secret-keys.ts';
import { getEmail } from '../../content/get-email.ts';
import { createPublicToken } from '../../content/public-token.ts';
import { getFlow } from '../../flows/flow-view.ts';
import { FileForgotten } from '../../messages/stored-files.ts';
import { getPerson } from '../../people/get-person.ts';
import { type AccountTime, clockFor } from '../../platform/account-clock.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Handlers, read } from '../../platform/handler.ts';
import { pageOf, shownOf } from '../../platform/page.ts';
import { sendItems, shownSend } from '../send-items.ts';
import { contentFormat, type Kept, type KeptParts, makeAgain } from './keep-content.ts';
import { type SubmittedDeps, submittedContent } from './submitted-content.ts';

type SendsQuery = OperationInput<'list_sends'>;
type Content = OperationOutput<'get_send_content'>;

async function filterOf(tx: Tx, input: SendsQuery): Promise<SendFilter> {
  const { person, email_id, broadcast_id, flow_key } = input;
  if (broadcast_id !== undefined && flow_key !== undefined) {
    const message = 'Mail is of a broadcast or of a flow: give broadcast_id or flow_key, not both.';
    throw invalid([{ path: 'flow_key', code: 'value_invalid', message }]);
  }
  const flow = flow_key === undefined ? null : await getFlow(tx, flow_key);
  const kind = broadcast_id === undefined ? null : 'broadcast';
  // A slip in an id would read as mail that was never sent.
  if (email_id !== undefined) await getEmail(tx, email_id);
  if (broadcast_id !== undefined && (await findBroadcast(tx, broadcast_id)) === null) {
    throw notFound('broadcast', broadcast_id);
  }
  return {
    personId: person === undefined ? null : (await getPerson(tx, person)).id,
    emailId: email_id ?? null,
    sourceKind: flow === null ? kind : 'flow',
    sourceId: flow?.id ?? broadcast_id ?? null,
  };
}

/** The parts of the service that reading what was sent needs. */
export type SentDeps = AccountTime & SubmittedDeps;

export const sentHandlers: Pick<
  Handlers<SentDeps>,
  'list_sends' | 'get_send' | 'get_send_content'
> = {
  list_sends: read(async (input, { tx, deps }) => {
    const { status = null, since, until } = input;
    const filter = await filterOf(tx, input);
    const clock = await clockFor(tx, deps, [since, until]);
    const page = pageOf(input, 2);
    const rows = await listSends(tx, {
      ...filter,
      status,
      since: since === undefined ? null : parseTimestamp(since, clock),
      until: until === undefined ? null : parseTimestamp(until, clock),
      after: page.after ? [page.after[0] ?? 0, page.after[1] ?? 0] : null,
      descending: page.order === '-at',
      limit: page.read,
    });
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.at_us, row.id]);
    return { sends: await sendItems(tx, shown), next_cursor };
  }),
  get_send: read(({ send_id }, { tx }) => shownSend(tx, send_id)),
  get_send_content: read(async ({ send_id }, { tx, deps, actor }) => {
    const send = await findSend(tx, send_id);
    if (send === null) throw notFound('send', send_id);
    const kept = await keptContent(tx, send);
    return () =>
      'submitted' in kept
        ? contentOfSubmitted(deps, send, kept.submitted)
        : contentOf(deps, send, kept, actor);
  }),
};

const dayMs = 86_400_000;

/** Throws where nothing was handed over, and where it is not kept. */
async function keptContent(tx: Tx, send: SendView): Promise<Kept | { submitted: FileUse }> {
  const { keepContentDays: days } = await loadMailSettings(tx);
  const kept = await findContent<CompiledEmail, KeptParts, Kept['values']>(tx, send.id);
  // An attempt that was taken back, since nothing of it left, leaves its content.
  if (send.attempts === 0) {
    const detail = `Send ${send.id} is ${send.status}: no attempt was made since it was queued. preview_email shows what its email says to a person.`;
    throw new Refusal('conflict', detail);
  }
  if (days === 0) throw expired('the setting sending.keep_content_days is 0, which keeps none');
  const last = kept?.made_at ?? send.ended_at ?? send.due_at;
  if (last.getTime() < tx.now.getTime() - days * dayMs) {
    const kept = days === 1 ? 'day' : `${days} days`;
    throw expired(`it was sent longer ago than the ${kept} of sending.keep_content_days`);
  }
  if (send.person_id === null) throw expired('its person was erased, and with them what they got');
  if (kept === null) {
    const files = (await filesOfMessages(tx, [send.id])).get(send.id) ?? [];
    const submitted = files.find(({ filename }) => filename === null);
    if (submitted !== undefined) return { submitted };
    throw expired(
      'it was sent by an earlier release, or while sending.keep_content_days kept less',
    );
  }
  if (kept.lacks_event) {
    throw expired(
      'its event is no longer there (retention.events_days), and its values were of it',
    );
  }
  return kept;
}

async function contentOfSubmitted(
  deps: SubmittedDeps,
  send: SendView,
  whole: FileUse,
): Promise<Content> {
  try {
    return await submittedContent(deps, send, whole);
  } catch (error) {
    if (error instanceof FileForgotten) throw expired('it was removed while it was read');
    throw error;
  }
}

function expired(why: string): Refusal {
  return new Refusal('content_expired', `What this mail said is not kept: ${why}.`);
}

/** What the attempt handed over, made again from what was kept (SENT-02). */
async function contentOf(
  { acceptedKeys, renderer }: Pick<SentDeps, 'acceptedKeys' | 'renderer'>,
  send: SendView,
  kept: Kept,
  actor: Pick<Actor, 'scopes'>,
): Promise<Content> {
  const key = acceptedKeys.find((one) => fingerprintOf(one) === kept.parts.key);
  if (key === undefined) {
    throw expired('the key that signed its links is in neither SECRET_KEY nor SECRET_KEY_PREVIOUS');
  }
  if (kept.parts.format !== contentFormat) {
    throw expired('it was sent by an earlier release, which made mail in another way');
  }
  const personId = send.person_id ?? 0;
  const content = readContent(await makeAgain(renderer, key, send, personId, kept));
  if (grants(actor.scopes, 'write')) return content;
  const token = createPublicToken(key, { personId, emailId: send.email_id ?? 0, sendId: send.id });
  return withoutToken(content, token);
}

const hidden =
  'The links to unsubscribe: with them, a token that may only read could opt this person out.';

/** The content for who may only read, in whose hands the link of a person would be a write. */
function withoutToken({ subject, html, text, headers }: Content, token: string): Content {
  const without = (text: string) => text.replaceAll(token, 'hidden');
  const shown = Object.entries(headers).map(([name, value]) => [name, without(value)] as const);
  return {
    subject: without(subject),
    html: without(html),
    text: without(text),
    headers: Object.fromEntries(shown),
    hidden,
  };
}
