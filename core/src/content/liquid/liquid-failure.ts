/** What LiquidJS says of a render that needs too much memory. */
export const tooMuch = 'memory alloc limit exceeded';
/** What it says of one that needs too much time. */
export const tooLong = 'template render limit exceeded';
const position = /, line:\d+, col:\d+/;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether rendering was stopped after `limits.liquidRenderMs`. */
export function tookTooLong(error: unknown): boolean {
  return messageOf(error).startsWith(tooLong);
}

/** Why rendering failed, for the author of the email: the end of a sentence, without a period. */
export function liquidFailure(error: unknown): string {
  const message = messageOf(error);
  if (message.startsWith(tooMuch) || /^Invalid (?:string|array) length/.test(message)) {
    return 'it makes too much text or too long a list. Look for loops and ranges of very many entries, and for text that is put together over and over';
  }
  if (message.startsWith(tooLong)) {
    return 'it takes too long. Look for loops over many entries, one inside the other';
  }
  return withoutPosition(message).replace(/\.$/, '');
}

/** Cuts off the position in the compiled page, which the author has never seen. */
function withoutPosition(message: string): string {
  const line = position.exec(message)?.index;
  if (line === undefined) return message;
  const before = message.slice(0, line);
  return before.split(', file:', 1)[0] ?? before;
}
