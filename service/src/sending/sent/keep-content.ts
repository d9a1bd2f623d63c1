import { createHash } from 'node:crypto';
import type { CompiledEmail } from '@postroad/core/content/compile/email';
import {
  type OwnValues,
  type PickedValues,
  pickValues,
  unpickValues,
} from '@postroad/core/content/render/used-values';
import { limits } from '@postroad/core/platform/limits';
import type { OutgoingMessage } from '@postroad/mail/providers/provider';
import type { FileUse } from '@postroad/store/messages/message-file';
import type { Tx } from '@postroad/store/platform/transaction';
import {
  type KeptContent,
  keepFrames,
  type NewContent,
  type SendFrame,
} from '@postroad/store/queue/send-content';
import { LRUCache } from 'lru-cache';
import type { MailSettings } from '../../account/mail-settings.ts';
import { fingerprintOf } from '../../account/secret-keys.ts';
import type { LoadedTemplate } from '../../content/compile/compiled-email-cache.ts';
import { KeptCompile } from '../../content/compile/kept-compile.ts';
import type { Renderer } from '../../content/render/renderer.ts';
import type { MessageParts } from '../../messages/message-parts.ts';
import { fileOf } from '../../messages/stored-files.ts';
import {
  type ComposeDeps,
  frameOf,
  type MailFrame,
  type MailParts,
  type MailSource,
  openMail,
} from '../compose.ts';

/** Grows when the same frame and values no longer make the same bytes. */
export const contentFormat = 1;

/** The parts of a frame besides its compile. */
export interface KeptParts extends MailFrame {
  format: number;
  /** Fingerprint of the key that signs links and the Message-ID. */
  key: string;
}

/**
 * The ids of frames that this process has seen, by digest. An id is used for a while without looking
 * whether the frame is still there, since frames are deleted long after their last noted use.
 */
export class KnownFrames {
  readonly #known = new LRUCache<string, { id: number; seenAt: number }>({
    max: limits.framesKnown,
  });

  /** The ids by digest; stores frames that are new. */
  async idsOf(tx: Tx, frames: readonly SendFrame[]): Promise<Map<string, number>> {
    const now = tx.now.getTime();
    const ids = new Map<string, number>();
    const unsure: SendFrame[] = [];
    for (const frame of frames) {
      const known = this.#known.get(frame.digest);
      const age = known === undefined ? Number.POSITIVE_INFINITY : Math.abs(now - known.seenAt);
      if (known !== undefined && age < limits.frameKnownMs) ids.set(frame.digest, known.id);
      else unsure.push(frame);
    }
    if (unsure.length === 0) return ids;
    const kept = await keepFrames(tx, unsure, new Date(now - limits.frameUseNotedMs));
    for (const [digest, id] of kept) ids.set(digest, id);
    // A frame of a transaction that is rolled back is not there.
    tx.work.afterCommit(() => {
      for (const [digest, id] of kept) this.#known.set(digest, { id, seenAt: now });
    });
    return ids;
  }
}

/** The parts of the service that keeping what is sent needs. */
export interface KeepDeps extends ComposeDeps {
  frames: KnownFrames;
}

/**
 * What mails are made of, to be stored with their attempts (SENT-04): a frame for each email, and
 * for each mail the values that its compile may read. Of an event, which never changes, its id is
 * enough while the account keeps it. Asks the database only about frames that this process has not
 * seen.
 */
export async function contentsOf(
  tx: Tx,
  deps: KeepDeps,
  mails: readonly MailParts[],
  { keepsEvents }: Pick<MailSettings, 'keepsEvents'>,
): Promise<NewContent[]> {
  const frames = new Map<LoadedTemplate, SendFrame>();
  for (const { email, profile, mailingAddress } of mails) {
    if (email === null || frames.has(email)) continue;
    frames.set(email, sendFrame(deps, email, frameOf(deps, email, { profile, mailingAddress })));
  }
  const byDigest = new Map([...frames.values()].map((frame) => [frame.digest, frame]));
  const ids = await deps.frames.idsOf(tx, [...byDigest.values()]);
  return mails.flatMap((mail) => {
    const { send, email } = mail;
    const frameId = email && ids.get(frames.get(email)?.digest ?? '');
    if (!email || !frameId) return [];
    const { used } = email.kept;
    const own = ownValuesOf(mail);
    const eventId = keepsEvents && own.event && used.has('event') ? send.event_id : null;
    const picked: Picked = {
      ...pickValues(used, eventId === null ? own : { ...own, event: null }),
      ...(eventId !== null && { event_id: eventId }),
      ...readerOf(mail),
    };
    return [{ send_id: send.id, frame_id: frameId, merge_values: JSON.stringify(picked) }];
  });
}

function sendFrame({ secretKey }: KeepDeps, { kept }: LoadedTemplate, frame: MailFrame): SendFrame {
  const parts: KeptParts = { format: contentFormat, key: fingerprintOf(secretKey), ...frame };
  const digest = createHash('sha256')
    .update(JSON.stringify([kept.digest, parts]))
    .digest('hex');
  return { digest, compiled: kept.compiled, parts };
}

function ownValuesOf({ person, tags, event, data, automation }: MailParts): OwnValues {
  const { id, email, first_name, last_name, timezone, fields } = person;
  return {
    person: { id, email, first_name, last_name, timezone, fields, tags },
    event,
    data: data ?? null,
    automation,
  };
}

/** Kept of a test that shows an email as it is for somebody else than its recipient. */
interface KeptReader {
  reader_id?: number;
  /** The address of the recipient. */
  to?: string;
  /** What the call of a message said. */
  message?: MessageParts;
  files?: readonly FileUse[];
}

function readerOf({ person, recipient, message, files }: MailParts): KeptReader {
  if (message !== null) {
    return { to: recipient.email, message, ...(files.length > 0 && { files }) };
  }
  return person.id === recipient.id ? {} : { reader_id: person.id, to: recipient.email };
}

/** The values of a mail as they are kept. */
type Picked = PickedValues & KeptReader & { event_id?: number };

/** All that was kept of a mail. */
export type Kept = KeptContent<CompiledEmail, KeptParts, Picked>;

/**
 * The message of a mail, made again with the key that signed it, byte for byte (SENT-02), in a thread.
 */
export async function makeAgain(
  renderer: Pick<Renderer, 'run'>,
  secretKey: Uint8Array,
  send: MailSource,
  personId: number,
  { made_at, compiled, parts, values }: Kept,
): Promise<OutgoingMessage> {
  const { reader_id, to, message = null, files = [] } = values;
  const { person, event, data, automation } = unpickValues(values, reader_id ?? personId);
  const { tags, ...rest } = person;
  const recipient = { id: personId, email: to ?? person.email };
  const own = {
    ...{ person: rest, recipient, message, tags, event, data, automation, now: made_at },
    // Its headers depend on them; what they hold is not asked for.
    files: files.map((use) => fileOf(use, unread)),
  };
  const mail = openMail(secretKey, parts, send, own);
  const key = new KeptCompile(compiled).digest;
  const answer = await renderer.run('mail', { ...mail.filling, key, compiled }, 'preview');
  if (answer.filled === null) throw new Error(`It cannot be made again: ${answer.failure}.`);
  return mail.close(answer.filled);
}

// biome-ignore lint/correctness/useYield: nothing is read of files whose mail is only shown
async function* unread(): AsyncIterable<Uint8Array> {
  throw new Error('The files of a mail are not made again.');
}
