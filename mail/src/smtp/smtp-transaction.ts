import { isAscii } from 'node:buffer';
import { parseAddress } from '@postroad/core/people/address';
import { limits } from '@postroad/core/platform/limits';
import { isHardBounce } from '@postroad/core/queue/hard-bounce';
import { type Streamed, streamOf } from '../message/attachment.ts';
import { endsWithLine, stuffDots } from '../message/dot-stuffing.ts';
import { isAsciiText, wireAddress } from '../message/wire-address.ts';
import {
  type Outcome,
  type OutgoingMessage,
  type RefusedCopy,
  unreadable,
  withheld,
} from '../providers/provider.ts';
import { type Reply, replyText } from './smtp-reply.ts';
import type { SmtpSession, SmtpTimeouts } from './smtp-session.ts';
import { WireError } from './smtp-wire.ts';

interface Step {
  name: string;
  /** Set for the recipient of a copy, whose refusal stops nobody else's mail. */
  copyTo?: string;
  line: string;
  ms: number;
}

/** The step that the server refused, and its reply. */
interface Failure {
  step: string;
  reply: Reply;
}

const queueIds = [
  /queued as ([\w.-]{1,200})/i,
  /\bid=([\w.-]{1,200})/i,
  /^(?:2\.\d\.\d )?ok ([\w-]{12,200})$/i,
];

/**
 * Sends one message over an open session, and never rejects. The outcome depends on the phase in
 * which a conversation breaks: `unreachable` before the first octet of the body is written, and
 * `uncertain` after it, unless the server has answered. If the conversation cannot continue, the
 * connection is destroyed. With PIPELINING a message costs two round trips, otherwise four.
 */
export async function transact(
  session: SmtpSession,
  message: OutgoingMessage,
  timeouts: SmtpTimeouts,
  mayProceed: () => boolean = () => true,
): Promise<Outcome> {
  if (!mayProceed()) return withheld;
  session.used += 1;
  const envelope = envelopeOf(session, message, timeouts);
  if (!Array.isArray(envelope)) return envelope;
  const copies: RefusedCopy[] = [];
  let bodyStarted = false;
  try {
    const failure = await sendEnvelope(session, envelope, { timeouts, copies });
    if (failure !== null) return refused(session, failure.reply, failure.step);
    const blocks = message.rest === undefined ? blocksOf(stuffDots(message.data)) : null;
    session.wire.requireOpen();
    // The last thing before the write, as a process can be suspended in between (HANDOFF-07).
    if (!mayProceed()) {
      session.wire.destroy();
      return withheld;
    }
    bodyStarted = true;
    const outcome =
      blocks === null
        ? await sendStream(session, streamOf(message), timeouts)
        : await sendBody(session, blocks, timeouts);
    return outcome.kind === 'accepted' && copies.length > 0
      ? { ...outcome, refused: copies }
      : outcome;
  } catch (error) {
    session.wire.destroy();
    if (error instanceof UnreadableError) return unreadable;
    const reason = error instanceof Error ? error.message : 'The message could not be sent.';
    return { kind: bodyStarted ? 'uncertain' : 'unreachable', reason };
  }
}

let lastSender: { text: string; address: string | null } = { text: '', address: null };

/** Keeps the last sender, since nearly all consecutive messages have the same. */
function senderAddress(text: string): string | null {
  if (lastSender.text !== text) lastSender = { text, address: parseAddress(text) };
  return lastSender.address;
}

/** The commands before the body, or a refusal if this server cannot take the message. */
function envelopeOf(
  session: SmtpSession,
  message: OutgoingMessage,
  { commandMs, dataMs }: SmtpTimeouts,
): Step[] | Outcome {
  const { features, wire } = session;
  const [from, to] = [senderAddress(message.from), parseAddress(message.to)];
  if (from === null) return impossible('The sender is not one address.', '5.1.7');
  if (to === null) return impossible('The recipient is not one address.', '5.1.3');
  const copies = [...(message.cc ?? []), ...(message.bcc ?? [])].map(parseAddress);
  if (copies.includes(null)) return impossible('An address of a copy is malformed.', '5.1.3');
  const [sender, recipient] = [wireAddress(from), wireAddress(to)];
  const further = copies.flatMap((copy) => (copy === null ? [] : [wireAddress(copy)]));
  const utf8 = ![sender, recipient, ...further].every(isAsciiText);
  if (utf8 && !features.utf8) {
    return impossible(`${wire.label} does not take addresses beyond ASCII (SMTPUTF8).`, '5.6.7');
  }
  const eightBit = message.rest?.eightBit === true || !isAscii(message.data);
  if (eightBit && !features.eightBit) {
    return impossible(`${wire.label} takes only 7-bit messages (no 8BITMIME).`, '5.6.3');
  }
  const { octets } = streamOf(message);
  if (features.largest !== null && octets > features.largest) {
    const sizes = `${octets} bytes are more than the ${features.largest}`;
    return impossible(`${sizes} that ${wire.label} takes.`, '5.3.4');
  }
  const options =
    (features.size ? ` SIZE=${octets}` : '') +
    (eightBit ? ' BODY=8BITMIME' : '') +
    (utf8 || (features.utf8 && hasUtf8Address(message)) ? ' SMTPUTF8' : '');
  const steps: Step[] = [
    { name: 'MAIL FROM', line: `MAIL FROM:<${sender}>${options}\r\n`, ms: commandMs },
    { name: 'RCPT TO', line: `RCPT TO:<${recipient}>\r\n`, ms: commandMs },
    ...further.map((copyTo) => ({
      name: 'RCPT TO',
      line: `RCPT TO:<${copyTo}>\r\n`,
      ms: commandMs,
      copyTo,
    })),
    { name: 'DATA', line: 'DATA\r\n', ms: dataMs },
  ];
  if (session.dirty) steps.unshift({ name: 'RSET', line: 'RSET\r\n', ms: commandMs });
  return steps;
}

/**
 * Whether a header of our own mail has an address beyond ASCII, such as Reply-To (RFC 6531 §3.4): texts
 * and bodies are encoded. What a mail has that was submitted is left to its program.
 */
function hasUtf8Address({ data, rest }: OutgoingMessage): boolean {
  return rest?.files !== null && !isAscii(data);
}

/**
 * Sends the envelope. Returns null when the server is ready for the body. Rejects with a WireError
 * if the conversation cannot continue.
 */
async function sendEnvelope(
  session: SmtpSession,
  steps: Step[],
  { timeouts, copies }: { timeouts: SmtpTimeouts; copies: RefusedCopy[] },
): Promise<Failure | null> {
  session.dirty = true;
  const { wire } = session;
  // Nothing is sent ahead of DATA where a copy could be accepted of a mail that is refused.
  if (session.features.pipelining && steps.every(({ copyTo }) => copyTo === undefined)) {
    wire.write(steps.map(({ line }) => line).join(''));
    return readAnswers(session, steps, timeouts);
  }
  for (const step of steps) {
    wire.write(step.line);
    const reply = await wire.reply(step.name, step.ms);
    if (accepts(session, step, reply)) continue;
    if (step.copyTo === undefined) return { step: step.name, reply };
    copies.push({ address: step.copyTo, reason: replyText(reply, session.secrets) });
  }
  requireClean(session);
  return null;
}

/** Reads the replies to commands that were pipelined (RFC 2920 §3.1). */
async function readAnswers(
  session: SmtpSession,
  steps: Step[],
  timeouts: SmtpTimeouts,
): Promise<Failure | null> {
  const { wire } = session;
  let failure: Failure | null = null;
  for (const step of steps) {
    let reply: Reply;
    try {
      reply = await wire.reply(step.name, step.ms);
    } catch (error) {
      // A refusal counts even if the server then closes the connection.
      if (failure !== null) return failure;
      throw error;
    }
    if (failure === null) {
      if (!accepts(session, step, reply)) failure = { step: step.name, reply };
    } else if (step.name === 'DATA' && reply.code === 354) {
      await sendEmptyBody(session, failure, timeouts);
    }
  }
  if (failure === null) requireClean(session);
  return failure;
}

/** Sends an empty body to a server that refused the recipient and still waits for the message. */
async function sendEmptyBody(
  { wire }: SmtpSession,
  failure: Failure,
  timeouts: SmtpTimeouts,
): Promise<void> {
  if (failure.step !== 'RCPT TO') {
    wire.destroy();
    return;
  }
  try {
    wire.write('.\r\n');
    await wire.reply('the end of an empty message', timeouts.finalMs);
  } catch {
    wire.destroy();
  }
}

/**
 * Whether the server accepts the step. Throws a WireError for a reply that ends the conversation.
 */
function accepts(session: SmtpSession, step: Step, reply: Reply): boolean {
  const isExpected = step.name === 'DATA' ? reply.code === 354 : reply.code < 300;
  if (isExpected) return true;
  // 421 closes the connection (RFC 5321 §3.8); 530 requires a login or TLS first (RFC 4954, RFC
  // 3207), for which some servers answer 503 to the first command.
  const isFirst = step.name === 'MAIL FROM';
  const aboutSession = [421, 530].includes(reply.code) || (isFirst && reply.code === 503);
  const aboutMessage = reply.code >= 400 && !aboutSession;
  if (aboutMessage && step.name !== 'RSET') return false;
  throw new WireError(
    `${session.wire.label} answered ${step.name}: ${replyText(reply, session.secrets)}.`,
  );
}

/** A surplus reply would be taken for the answer to the body. */
function requireClean({ wire }: SmtpSession): void {
  if (!wire.clean) throw new WireError(`${wire.label} sent replies that nothing asked for.`);
}

/** What is written of a body at a time, and last the rest of it with the end of the message. */
interface Blocks {
  before: Buffer[];
  last: Buffer;
}

function blocksOf(body: Buffer): Blocks {
  const block = limits.smtpBlockBytes;
  const before: Buffer[] = [];
  let start = 0;
  for (; body.length - start > block; start += block)
    before.push(body.subarray(start, start + block));
  const closing = endsWithLine(body) ? '.\r\n' : '\r\n.\r\n';
  const rest = body.length - start;
  // One buffer costs a copy; two cost a gathering write, which is dearer for a mail of usual size.
  const last = Buffer.allocUnsafe(rest + closing.length);
  body.copy(last, 0, start);
  last.write(closing, rest, 'latin1');
  return { before, last };
}

async function sendBody(
  session: SmtpSession,
  { before, last }: Blocks,
  { blockMs, finalMs }: SmtpTimeouts,
): Promise<Outcome> {
  for (const block of before) {
    const early = await writeBlock(session, block, blockMs);
    if (early !== null) return early;
  }
  return sendEnd(session, last, finalMs);
}

/** Writes what ends the message and reads what the server makes of it. */
async function sendEnd(session: SmtpSession, last: Buffer, finalMs: number): Promise<Outcome> {
  const { wire } = session;
  wire.writeLast(last);
  const reply = await wire.reply('the end of the message', finalMs);
  if (reply.code < 300) {
    session.dirty = false;
    return { kind: 'accepted', providerId: queueId(reply) };
  }
  return refused(session, reply, 'the message');
}

/** What follows the beginning of a message cannot be read, so its end is never sent. */
class UnreadableError extends Error {}

/** Sends a message that is read while it is sent, in blocks. */
async function sendStream(
  session: SmtpSession,
  message: Streamed,
  { blockMs, finalMs }: SmtpTimeouts,
): Promise<Outcome> {
  let atLineStart = true;
  let ending = '';
  let sent = 0;
  for await (const chunk of readable(message)) {
    if (chunk.length === 0) continue;
    sent += chunk.length;
    const stuffed = stuffDots(chunk, atLineStart);
    ending = (ending + chunk.toString('latin1', Math.max(0, chunk.length - 2))).slice(-2);
    atLineStart = ending.endsWith('\n');
    for (let start = 0; start < stuffed.length; start += limits.smtpBlockBytes) {
      const block = stuffed.subarray(start, start + limits.smtpBlockBytes);
      const early = await writeBlock(session, block, blockMs);
      if (early !== null) return early;
    }
  }
  if (sent !== message.octets) throw new UnreadableError();
  return sendEnd(
    session,
    Buffer.from(ending === '\r\n' ? '.\r\n' : '\r\n.\r\n', 'latin1'),
    finalMs,
  );
}

async function* readable(message: Streamed): AsyncIterable<Buffer> {
  const chunks = message.read()[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch(() => {
        throw new UnreadableError();
      });
      if (next.done) return;
      yield Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    }
  } finally {
    await chunks.return?.();
  }
}

/**
 * Writes one block of the body. A server may refuse in the middle of the body and close the
 * connection; that refusal is the outcome.
 */
async function writeBlock(
  session: SmtpSession,
  block: Buffer,
  ms: number,
): Promise<Outcome | null> {
  const { wire } = session;
  let broken: unknown = null;
  try {
    await wire.writeBlock(block, ms);
  } catch (error) {
    broken = error;
  }
  const reply = wire.takeReply();
  if (reply !== null) {
    wire.destroy();
    return refused(session, reply, 'the message');
  }
  if (broken !== null) throw broken;
  return null;
}

/** The outcome of a refusal. Throws a WireError for a reply that neither accepts nor refuses. */
function refused(session: SmtpSession, reply: Reply, step: string): Outcome {
  const { wire, secrets } = session;
  const reason = `${wire.label} answered ${step}: ${replyText(reply, secrets)}`;
  if (reply.code < 400) throw new WireError(`${reason}.`);
  if (reply.code === 421) wire.destroy();
  // What a server says of a recipient before it has heard of one is about the sender.
  const isMistaken = step === 'MAIL FROM' && isHardBounce(reply.enhanced, false);
  return {
    kind: 'refused',
    permanent: reply.code >= 500,
    status: reply.code,
    enhanced: isMistaken ? null : reply.enhanced,
    reason,
  };
}

function impossible(reason: string, enhanced: string): Outcome {
  return { kind: 'refused', permanent: true, status: null, enhanced, reason };
}

/** The server's queue id for the message, in the forms that common servers use. */
function queueId(reply: Reply): string | null {
  const text = reply.lines.join(' ').slice(0, limits.smtpReasonChars);
  for (const form of queueIds) {
    const id = form.exec(text)?.[1];
    if (id !== undefined) return id;
  }
  return null;
}
