import type { OperationInput } from '@postroad/core/catalog/catalog';
import type { Issue } from '@postroad/core/platform/issue';
import { limits } from '@postroad/core/platform/limits';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { attachmentProblem } from '@postroad/core/queue/mail-attachment';
import { addChunk, beginFile, endFile, useFiles } from '@postroad/store/messages/message-file';
import type { Tx } from '@postroad/store/platform/transaction';

type Attachments = NonNullable<OperationInput<'send_message'>['attachments']>;

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Throws a 422 that names each file that a mail cannot carry, and a 413 where they are too large. */
export function checkAttachments(files: Attachments): void {
  const faults = files.flatMap((file, index): Issue[] => {
    const { filename, content_type: contentType, content_id: contentId = null } = file;
    const problem = attachmentProblem({ filename, contentType, contentId });
    const path = (member: string) => `attachments[${index}].${member}`;
    if (problem !== null) {
      return [{ path: path(problem.member), code: 'value_invalid', message: problem.message }];
    }
    const { content_base64: content } = file;
    if (content.length % 4 === 0 && base64.test(content)) return [];
    const message = 'content_base64 must be base64 with its padding, without line breaks.';
    return [{ path: path('content_base64'), code: 'value_invalid', message }];
  });
  if (faults.length > 0) throw invalid(faults.slice(0, limits.issuesListedMax));
  let bytes = 0;
  for (const { content_base64 } of files) bytes += decodedBytes(content_base64);
  if (bytes <= limits.attachmentBytes) return;
  const detail = `The attachments hold ${bytes} bytes; a message takes ${limits.attachmentBytes}. Link to the files instead.`;
  throw new Refusal('payload_too_large', detail, { limit_bytes: limits.attachmentBytes });
}

function decodedBytes(content: string): number {
  const padding = content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0;
  return (content.length / 4) * 3 - padding;
}

/** Stores the files of a message in its transaction, a chunk decoded at a time (MSG-14). */
export async function attachFiles(tx: Tx, sendId: number, files: Attachments): Promise<void> {
  const uses = [];
  for (const { filename, content_type, content_base64, content_id = null } of files) {
    const id = await beginFile(tx);
    const step = Math.floor(limits.fileChunkBytes / 3) * 4;
    for (let at = 0; at < content_base64.length; at += step) {
      const bytes = Buffer.from(content_base64.slice(at, at + step), 'base64');
      await addChunk(tx, id, at / step, bytes);
    }
    await endFile(tx, { id, octets: decodedBytes(content_base64), eight_bit: false });
    uses.push({ file_id: id, filename, content_type, content_id });
  }
  await useFiles(tx, sendId, uses);
}
