import { createHash } from 'node:crypto';
import { operationNamed } from '@postroad/core/catalog/catalog';
import { parseAddress } from '@postroad/core/people/address';
import { limits } from '@postroad/core/platform/limits';
import { isAllowed } from '@postroad/core/platform/operations/allowed';
import { invalid, type Refusal } from '@postroad/core/platform/refusal';
import { steeringSentence } from '@postroad/core/queue/mail-header';
import { withMailLines } from '@postroad/mail/message/line-ends';
import {
  endOfHead,
  readSubmittedHead,
  type SubmittedHead,
} from '@postroad/mail/message/submitted-head';
import { type StoredFile, useFiles } from '@postroad/store/messages/message-file';
import { findSubmission, noteSubmission } from '@postroad/store/messages/submission';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { loadMailSettings } from '../account/mail-settings.ts';
import type { Actor } from '../platform/actor.ts';
import { retriedTransaction } from '../platform/retried-transaction.ts';
import { type AcceptDeps, acceptMessage } from './accept-message.ts';
import { checkMessageSender } from './message-sender.ts';
import { readRecipients, suppressedAmong, suppressedRefusal } from './recipients.ts';
import { type FileDeps, FileWriter } from './stored-files.ts';

/** The parts of the service that submission needs. */
export type SubmitDeps = AcceptDeps & FileDeps;

/** Whether this process may write. */
interface WriteCheck {
  /** Throws a Refusal unless it may. */
  refuseWrites(): void;
}

/** Mail as a program hands it over by SMTP. */
export interface SubmittedMail {
  actor: Actor;
  recipients: readonly string[];
  /** The whole message, with the dots of SMTP taken out. */
  content: AsyncIterable<Uint8Array>;
}

const nulByte =
  'The mail has a NUL byte, which mail cannot carry (RFC 5322). Encode such a part, as with base64.';

/** What is wrong with a mail itself, whatever program sends it. */
function unusable(message: string): Refusal {
  return invalid([{ path: 'content', code: 'value_invalid', message }]);
}

/** The headers of a mail as they arrive, maybe a line at a time. */
class BegunHead {
  readonly #chunks: Uint8Array[] = [];
  #last = Buffer.alloc(0);
  length = 0;

  /** Answers where the headers end, which is after the empty line; -1 if that has not arrived. */
  add(bytes: Uint8Array): number {
    // The empty line may be parted between two chunks.
    const seen = Buffer.concat([this.#last, bytes]);
    const end = endOfHead(seen);
    const from = this.length - this.#last.length;
    this.#chunks.push(bytes);
    this.length += bytes.length;
    this.#last = Buffer.from(seen.subarray(-3));
    return end < 0 ? -1 : from + end;
  }

  octets(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

/**
 * Takes mail from programs that speak SMTP (SUBM-04 to SUBM-07). Each recipient gets a message of its
 * own, and all share one stored file. The answer comes after the commit.
 */
export class MailSubmission {
  readonly #deps: SubmitDeps;
  readonly #check: WriteCheck;

  constructor(deps: SubmitDeps, check: WriteCheck) {
    this.#deps = deps;
    this.#check = check;
  }

  /** Whether the scopes of a token let it submit. */
  mayUse(actor: Actor): boolean {
    return isAllowed(operationNamed('send_message'), actor.scopes, {});
  }

  /** Throws a Refusal unless mail may come from this address. */
  async checkSender(address: string): Promise<void> {
    await this.#read(async (tx) => {
      checkMessageSender(this.#deps.config, await loadMailSettings(tx), address, null);
    });
  }

  /** Throws a Refusal unless mail may go to this address. */
  async checkRecipient(to: string): Promise<void> {
    const recipients = readRecipients({ to });
    const suppressed = await this.#read((tx) =>
      suppressedAmong(tx, this.#deps, [recipients.to], true),
    );
    if (suppressed.size > 0) throw suppressedRefusal(suppressed, recipients);
  }

  /** Accepts a mail for all its recipients or for none. Throws a Refusal, and what the content throws. */
  async accept({ actor, recipients, content }: SubmittedMail): Promise<void> {
    this.#check.refuseWrites();
    const file = await FileWriter.open(this.#deps);
    try {
      const { head, hash } = await this.#store(file, content);
      const stored = await file.end();
      const mode = { testClock: this.#deps.config.testClock };
      await retriedTransaction(this.#deps.database, mode, async (tx) => {
        for (const to of recipients) await this.#acceptFor(tx, { actor, to, head, hash, stored });
      });
    } finally {
      // What stays is swept, and what became of the mail is known.
      await file.drop().catch(() => {});
    }
  }

  /** Stores the headers as the first chunk and the body behind it. */
  async #store(
    file: FileWriter,
    content: AsyncIterable<Uint8Array>,
  ): Promise<{ head: SubmittedHead; hash: string }> {
    const body = createHash('sha256');
    const begun = new BegunHead();
    let head: SubmittedHead | null = null;
    const writeBody = async (bytes: Uint8Array) => {
      body.update(bytes);
      await file.write(bytes);
    };
    for await (const bytes of withMailLines(content)) {
      if (bytes.includes(0)) throw unusable(nulByte);
      if (head !== null) {
        await writeBody(bytes);
        continue;
      }
      const end = begun.add(bytes);
      if (end < 0 && begun.length <= limits.submissionHeadBytes) continue;
      const octets = begun.octets();
      head = this.#headOf(octets, end);
      await file.write(head.octets);
      await file.flush();
      await writeBody(octets.subarray(end));
    }
    if (head === null) {
      head = this.#headOf(begun.octets(), begun.length);
      await file.write(head.octets);
      await file.flush();
    }
    return { head, hash: body.update(head.subject).digest('hex') };
  }

  #headOf(begun: Buffer, end: number): SubmittedHead {
    if (end < 0 || end > limits.submissionHeadBytes) {
      throw unusable(`The headers have more than ${limits.submissionHeadBytes} bytes.`);
    }
    const head = readSubmittedHead(begun.subarray(0, end), new Date());
    if (head.hasTooMany) {
      throw unusable(`The mail has more than ${limits.messageHeaders} headers.`);
    }
    if (head.steering !== null) throw unusable(steeringSentence(head.steering));
    if (head.from === null) throw unusable('The mail must have one From header with one address.');
    if (head.senders.length > 1 || head.senders.includes(null)) {
      throw unusable('The mail may have one Sender header, with one address.');
    }
    return head;
  }

  async #acceptFor(
    tx: Tx,
    {
      actor,
      to,
      head,
      hash,
      stored,
    }: { actor: Actor; to: string; head: SubmittedHead; hash: string; stored: StoredFile },
  ): Promise<void> {
    const address = parseAddress(to) ?? to;
    const { messageId } = head;
    const named = { actor: actor.id, address, body_hash: hash };
    const submission = messageId === null ? null : { ...named, message_id: messageId };
    if (submission !== null) {
      const after = new Date(tx.now.getTime() - limits.submissionHours * 3_600_000);
      const known = await findSubmission(tx, submission, after);
      if (known === hash) return;
      if (known !== null) {
        throw unusable(
          `Another mail to ${address} was accepted under this Message-ID. Give each mail its own.`,
        );
      }
    }
    // Mail programs show it beside From.
    for (const sender of head.senders) {
      checkMessageSender(this.#deps.config, await loadMailSettings(tx), sender, null);
    }
    const { id } = await acceptMessage(tx, this.#deps, {
      recipients: readRecipients({ to }),
      from: head.from,
      replyTo: null,
      email: null,
      own: null,
      subject: head.subject.slice(0, limits.subjectChars),
      data: null,
      headers: [],
      tracking: false,
      dueAt: tx.now,
    });
    const whole = { file_id: stored.id, filename: null, content_type: null, content_id: null };
    await useFiles(tx, id, [whole]);
    if (submission !== null) await noteSubmission(tx, submission, id);
  }

  #read<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    const mode = { readOnly: true, testClock: this.#deps.config.testClock };
    return transaction(this.#deps.database, mode, body);
  }
}
