import { Refusal } from '@postroad/core/platform/refusal';
import type { SubmittedContent } from '@postroad/mail/message/readable-mail';
import type { FileUse } from '@postroad/store/messages/message-file';
import type { SendView } from '@postroad/store/queue/send-view';
import type { HeavyReads } from '../../account/heavy-reads.ts';
import { RenderEnded, type Renderer } from '../../content/render/renderer.ts';
import { type FileDeps, readStored } from '../../messages/stored-files.ts';
import { headOfSubmitted } from '../compose.ts';

/** The parts of the service that reading submitted mail needs. */
export interface SubmittedDeps extends FileDeps {
  /** The signing key first. */
  acceptedKeys: readonly Uint8Array[];
  renderer: Pick<Renderer, 'run'>;
  /** Bounds how many mails are in memory at once. */
  submittedReads: HeavyReads;
}

/**
 * What a mail says that a program submitted, as it was handed over (SENT-02). It can have any form, so
 * a thread reads it, which is ended beyond its time or memory. Throws a Refusal then, and FileForgotten
 * where the mail is not kept.
 */
export async function submittedContent(
  deps: SubmittedDeps,
  send: SendView,
  whole: FileUse,
): Promise<SubmittedContent> {
  return await deps.submittedReads.run(async () => {
    const octets = await octetsOf(deps, send, whole);
    const { content } = await deps.renderer
      .run('submitted', { octets }, 'preview')
      .catch((error: unknown) => {
        if (error instanceof RenderEnded)
          throw unreadable(send, 'it has too much in it to be read');
        throw error;
      });
    if (content === null) throw unreadable(send, 'its HTML and its text are too long');
    return content;
  });
}

function unreadable({ id }: SendView, why: string): Refusal {
  const detail = `What send ${id} said cannot be shown: ${why}. It was handed over as the program submitted it.`;
  return new Refusal('conflict', detail);
}

/** The first chunk is the headers, before which a reference was put. */
async function octetsOf(deps: SubmittedDeps, send: SendView, whole: FileUse): Promise<Buffer> {
  const [key] = deps.acceptedKeys;
  const chunks: Uint8Array[] = [];
  for await (const chunk of readStored(deps, whole)) {
    const isHead = chunks.length === 0 && key !== undefined;
    chunks.push(isHead ? headOfSubmitted(key, send, Buffer.from(chunk)).data : chunk);
  }
  return Buffer.concat(chunks);
}
