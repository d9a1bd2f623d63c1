/** The weights of a header such as Accept: what each name weighs, 1 where it says nothing else. */
function weightsOf(header: string): Map<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight) || 0];
    }),
  );
}

/** Whether the client prefers a page, as browsers do (SUB-03, CON-01; RFC 9110 §12.5.1). */
export function wantsPage(accept = ''): boolean {
  const weights = weightsOf(accept);
  const page = weights.get('text/html') ?? 0;
  return page > 0 && page >= (weights.get('application/json') ?? 0);
}

export const encodings = ['br', 'gzip'] as const;

/** A content coding that is made beforehand. */
export type Encoding = (typeof encodings)[number];

/** The smallest coding that the client takes; null for none (RFC 9110 §12.5.3). */
export function encodingFor(acceptEncoding = ''): Encoding | null {
  const weights = weightsOf(acceptEncoding);
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [br, gzip] = [weightOf('br'), weightOf('gzip')];
  if (br === 0 && gzip === 0) return null;
  return br >= gzip ? 'br' : 'gzip';
}
