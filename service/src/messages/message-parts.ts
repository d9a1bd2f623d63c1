import type { CompiledEmail } from '@postroad/core/content/compile/email';
import { prepareTemplate } from '@postroad/core/content/render/template';
import { skipReasons } from '@postroad/core/queue/hold-reasons';
import { type KeptMessage, readMessages } from '@postroad/store/messages/message';
import { type FileUse, filesOfMessages, firstChunks } from '@postroad/store/messages/message-file';
import type { Tx } from '@postroad/store/platform/transaction';
import type { ClaimedSend } from '@postroad/store/queue/send';
import type { LoadedTemplate } from '../content/compile/compiled-email-cache.ts';
import { KeptCompile } from '../content/compile/kept-compile.ts';
import type { SuppressionKeys } from '../people/suppression-hash.ts';
import { suppressedAmong } from './recipients.ts';

/** What a mail has that its email does not say, since the call of a message said it. */
export interface MessageParts {
  to: string;
  /** A mailbox; null: as the frame says. */
  from: string | null;
  replyTo: string | null;
  cc: readonly string[];
  bcc: readonly string[];
  headers: readonly (readonly [name: string, value: string])[];
  /** Null: as the frame says. */
  tracking: boolean | null;
}

/** A message with its own template, where it has words of its own. */
export interface LoadedMessage {
  parts: MessageParts;
  data: Record<string, unknown> | null;
  own: LoadedTemplate | null;
  /** Its files; of mail that was submitted, the whole of it. */
  files: readonly FileUse[];
  /** The headers of mail that was submitted; null where the service makes the mail. */
  head: Buffer | null;
}

export type LoadedMessages = ReadonlyMap<number, LoadedMessage>;

/** Loads what the messages of a chunk are made of, by send; other mail costs nothing here. */
export async function loadMessages(tx: Tx, sends: readonly ClaimedSend[]): Promise<LoadedMessages> {
  const messages = sends.filter(({ source_kind }) => source_kind === 'message');
  if (messages.length === 0) return new Map();
  const ids = messages.map(({ id }) => id);
  const [kept, files] = await Promise.all([
    readMessages<CompiledEmail>(tx, ids),
    filesOfMessages(tx, ids),
  ]);
  const heads = await headsOf(
    tx,
    [...files.values()].flat().filter(({ filename }) => filename === null),
  );
  return new Map(
    [...kept].map(([id, message]) => {
      const uses = files.get(id) ?? [];
      const head = heads.get(uses[0]?.file_id ?? 0) ?? null;
      return [id, { ...loadedMessage(message), files: uses, head }];
    }),
  );
}

/** The headers of submitted mail, which are its first chunk, by file. */
async function headsOf(tx: Tx, whole: readonly FileUse[]): Promise<Map<number, Buffer>> {
  if (whole.length === 0) return new Map();
  const chunks = await firstChunks(
    tx,
    whole.map(({ file_id }) => file_id),
  );
  return new Map(chunks.map(({ file_id, bytes }) => [file_id, Buffer.from(bytes)]));
}

function loadedMessage(message: KeptMessage<CompiledEmail>): Omit<LoadedMessage, 'files' | 'head'> {
  const { to_address, from_address, reply_to, cc, bcc, headers, tracking, compiled } = message;
  return {
    parts: { to: to_address, from: from_address, replyTo: reply_to, cc, bcc, headers, tracking },
    data: message.data,
    own: compiled && ownTemplate(compiled),
  };
}

/** Words of a message as the template of an email: transactional, and nothing in them is counted. */
function ownTemplate(compiled: CompiledEmail): LoadedTemplate {
  return {
    emailId: null,
    version: 0,
    fromAddress: null,
    replyTo: null,
    archived: false,
    blank: false,
    labels: [],
    stale: false,
    broken: null,
    quarantined: false,
    template: prepareTemplate(compiled),
    kept: new KeptCompile(compiled),
    tracking: false,
    kind: 'transactional',
    linkSet: 0,
    languages: new Map(),
  };
}

/**
 * Why messages are skipped, by send: a copy would go to somebody who must get no mail since the message
 * was accepted (MSG-10).
 */
export async function suppressedCopies(
  tx: Tx,
  keys: SuppressionKeys,
  sends: readonly ClaimedSend[],
  messages: LoadedMessages,
  passesBy: (send: ClaimedSend) => boolean,
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const transactional of [true, false]) {
    const asked = sends.filter((send) => messages.has(send.id) && passesBy(send) === transactional);
    const copies = asked.flatMap(({ id }) => copiesOf(messages, id));
    if (copies.length === 0) continue;
    const suppressed = await suppressedAmong(tx, keys, [...new Set(copies)], transactional);
    for (const { id } of asked) {
      const address = copiesOf(messages, id).find((copy) => suppressed.has(copy));
      if (address === undefined) continue;
      found.set(id, skipReasons.copySuppressed(`${address} (${suppressed.get(address) ?? ''})`));
    }
  }
  return found;
}

function copiesOf(messages: LoadedMessages, id: number): string[] {
  const parts = messages.get(id)?.parts;
  return parts ? [...parts.cc, ...parts.bcc] : [];
}
