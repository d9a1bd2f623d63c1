const linkSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);
const sourceSchemes: ReadonlySet<string> = new Set(['http', 'https', 'cid']);
const inlineImage = /^data:image\/(?:png|gif|jpe?g|webp);/i;

/** Attributes with a URL; true if it is loaded, false if it is followed. */
export const urlAttributes: ReadonlyMap<string, boolean> = new Map([
  ['href', false],
  ['xlink:href', false],
  ['action', false],
  ['formaction', false],
  ['ping', false],
  ['cite', false],
  ['longdesc', false],
  ['src', true],
  ['background', true],
  ['poster', true],
  ['data', true],
  ['dynsrc', true],
  ['lowsrc', true],
]);

/** The scheme as a browser reads it: tabs and line ends are ignored, leading controls skipped. */
function schemeOf(url: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the URL standard strips exactly these
  const stripped = url.replace(/[\t\n\r]/g, '').replace(/^[\u0000- ]+/, '');
  return /^([a-z][a-z0-9+.-]*):/i.exec(stripped)?.[1]?.toLowerCase() ?? null;
}

/**
 * Whether a URL is allowed in a mail: followed ones with http, https, mailto or tel, loaded ones
 * with http, https, cid or an inline image; a URL without a scheme is harmless.
 */
export function isSafeUrl(url: string, loaded: boolean): boolean {
  const scheme = schemeOf(url);
  if (scheme === null) return true;
  if (!loaded) return linkSchemes.has(scheme);
  return sourceSchemes.has(scheme) || inlineImage.test(url.trim());
}

/** Whether no continuation of this beginning can make the scheme unsafe. */
export function hasFixedScheme(beginning: string, loaded: boolean): boolean {
  return /^\s*(?:[#/?]|[a-z][a-z0-9+.-]*:)/i.test(beginning) && isSafeUrl(beginning, loaded);
}
