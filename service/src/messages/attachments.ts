import type { OperationInput } from '@postroad/core/catalog/catalog';
import type { Issue } from '@postroad/core/platform/issue';
import { limits } from '@postroad/core/platform/limits';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { attachmentProblem } from '@postroad/core/queue/mail-attachment';
import { addChunk, beginFile, endFile, useFiles } from '@postroad/store/messages/message-file';
import type { Tx } from '@postroad/store/platform/transaction';
import type { FilesReceived } from '../platform/handler.ts';
import { isBase64 } from './received-files.ts';

type Attachments = NonNullable<OperationInput<'send_message'>['attachments']>;

/** Throws a 422 that names each file that a mail cannot carry, and a 413 where they are too large. */
export function checkAttachments(files: Attachments, received: FilesReceived | null): void {
  const contentIds = files.map((file) => file.content_id);
  const faults = files.flatMap((file, index): Issue[] => {
    const { filename, content_type: contentType, content_id: contentId = null } = file;
    const problem = attachmentProblem({ filename, contentType, contentId });
    const path = (member: string) => `attachments[${index}].${member}`;
    if (problem !== null) {
      return [{ path: path(problem.member), code: 'value_invalid', message: problem.message }];
    }
    if (contentId !== null && contentIds.indexOf(contentId) < index) {
      const first = `attachments[${contentIds.indexOf(contentId)}]`;
      const message = `content_id "${contentId}" is that of ${first}. Give each file one of its own.`;
      return [{ path: path('content_id'), code: 'value_invalid', message }];
    }
    const { content_base64: content } = file;
    const stored = received?.find(content);
    if (stored === undefined ? isBase64(content) : stored.id !== null) return [];
    const message = 'content_base64 must be base64 with its padding, without line breaks.';
    return [{ path: path('content_base64'), code: 'value_invalid', message }];
  });
  if (faults.length > 0) throw invalid(faults.slice(0, limits.issuesListedMax));
  let bytes = 0;
  for (const { content_base64: content } of files) {
    bytes += received?.find(content)?.octets ?? decodedBytes(content);
  }
  if (bytes <= limits.attachmentBytes) return;
  const detail = `The attachments hold ${bytes} bytes; a message takes ${limits.attachmentBytes}. Link to the files instead.`;
  throw new Refusal('payload_too_large', detail, { limit_bytes: limits.attachmentBytes });
}

function decodedBytes(content: string): number {
  const padding = content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0;
  return (content.length / 4) * 3 - padding;
}

/** Gives a message its files: those that are stored already, and those that its call holds (MSG-14). */
export async function attachFiles(
  tx: Tx,
  sendId: number,
  files: Attachments,
  received: FilesReceived | null,
): Promise<void> {
  const uses = [];
  for (const { filename, content_type, content_base64, content_id = null } of files) {
    const fileId = received?.find(content_base64)?.id ?? (await storeFile(tx, content_base64));
    uses.push({ file_id: fileId, filename, content_type, content_id });
  }
  await useFiles(tx, sendId, uses);
}

/** Stores a file in the transaction of its message, a chunk decoded at a time; answers its id. */
async function storeFile(tx: Tx, content: string): Promise<number> {
  const id = await beginFile(tx);
  const step = Math.floor(limits.fileChunkBytes / 3) * 4;
  for (let at = 0; at < content.length; at += step) {
    await addChunk(tx, id, at / step, Buffer.from(content.slice(at, at + step), 'base64'));
  }
  await endFile(tx, { id, octets: decodedBytes(content), eight_bit: false });
  return id;
}
