import { limits } from '../platform/limits.ts';

/** A file of a mail, without its content. */
export interface AttachmentNames {
  filename: string;
  contentType: string;
  /** Set for a picture that the HTML shows as `cid:<contentId>`. */
  contentId: string | null;
}

const control = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const typeForm =
  /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}(?:; ?charset="?[a-z0-9_-]{1,40}"?)?$/i;
/** Base64 is not allowed for these (RFC 2045 §6.4). */
const composite = /^(?:multipart|message)\//i;
const idForm = /^[\x21-\x3b\x3d\x3f-\x7e]{1,200}$/;

/** What is wrong with the name, type or id of a file: the member and a sentence; null if nothing is. */
export function attachmentProblem(
  file: AttachmentNames,
): { member: 'filename' | 'content_type' | 'content_id'; message: string } | null {
  const { filename, contentType, contentId } = file;
  if (filename.trim() === '' || filename.length > limits.filenameChars) {
    const message = `The name of a file has 1 to ${limits.filenameChars} characters.`;
    return { member: 'filename', message };
  }
  if (control.test(filename)) {
    const message = 'The name of a file has no line break and no control character.';
    return { member: 'filename', message };
  }
  if (!typeForm.test(contentType)) {
    const message = 'The content type is one such as application/pdf, with a charset at most.';
    return { member: 'content_type', message };
  }
  if (composite.test(contentType)) {
    const message = 'A file is no multipart and no message; application/octet-stream takes any.';
    return { member: 'content_type', message };
  }
  if (contentId !== null && !idForm.test(contentId)) {
    const message =
      'The content id has 1 to 200 visible ASCII characters without angle brackets, as in cid:logo.';
    return { member: 'content_id', message };
  }
  return null;
}
