import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { limits } from '@postroad/core/platform/limits';
import { UsageError } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';
import { pathOf } from './whole-file.ts';

/** What mail programs open by themselves; any other file goes as what it is, a row of bytes. */
const typesByEnding: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.csv': 'text/csv',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.ics': 'text/calendar',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.vcf': 'text/vcard',
  '.webp': 'image/webp',
  '.xls': 'application/vnd.ms-excel',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
};

interface Attached {
  filename: string;
  content_type: string;
  content_base64: string;
}

/** `messages send --attach <file>`: files as the operation takes them. Throws UsageError. */
export async function attachedFiles(
  files: readonly string[],
  terminal: Terminal,
): Promise<Attached[]> {
  const found: Attached[] = [];
  let bytes = 0;
  for (const file of files) {
    const path = pathOf(file, terminal);
    if (path === null) throw new UsageError('--attach takes a file, since a mail needs its name.');
    const unread = (error: Error) => {
      throw new UsageError(`${file} cannot be read: ${error.message}`);
    };
    bytes += await stat(path).then(({ size }) => size, unread);
    // A file of any size would be in memory before the service could refuse it.
    if (bytes > limits.attachmentBytes) {
      throw new UsageError(
        `The files have more than ${limits.attachmentBytes} bytes together. Put a link to ${file} into the mail instead.`,
      );
    }
    const content = await readFile(path).catch(unread);
    found.push({
      filename: basename(path),
      content_type: typesByEnding[extname(path).toLowerCase()] ?? 'application/octet-stream',
      content_base64: content.toString('base64'),
    });
  }
  return found;
}
