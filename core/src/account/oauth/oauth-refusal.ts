/** Error codes of OAuth (RFC 6749 §5.2 and §4.1.2.1, RFC 7591 §3.2.2, RFC 8707 §2) and their status. */
const statuses = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  access_denied: 403,
} as const;

export type OAuthCode = keyof typeof statuses;

/** A request of a client of OAuth that is refused, in the words of that protocol. */
export class OAuthRefusal extends Error {
  readonly code: OAuthCode;

  constructor(code: OAuthCode, description: string) {
    super(description);
    this.name = 'OAuthRefusal';
    this.code = code;
  }

  get status(): number {
    return statuses[this.code];
  }
}
