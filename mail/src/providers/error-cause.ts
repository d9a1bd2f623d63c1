const words: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection closed',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name could not be looked up',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'network unreachable',
  ENOSPC: 'no space left on the disk',
  EACCES: 'no permission',
  EROFS: 'read-only file system',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate cannot be verified',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
};

/**
 * A system error as a phrase with its code, such as `connection refused (ECONNREFUSED)`. If there
 * is a code, the error's own message is left out: it can contain paths and the data that was being
 * written.
 */
export function errorCause(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  const code = codeOf(error) ?? codeOf(inner);
  if (code === null) return error.message.replace(/\.$/, '');
  const known = words[code];
  return known === undefined ? code : `${known} (${code})`;
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
