/** The schema of a problem document (RFC 9457, contract §1). */
export const problemSchema = {
  type: 'object',
  description: 'A problem document (RFC 9457); some problems have further members',
  properties: {
    type: {
      type: 'string',
      description: 'Where the code is documented: /docs/problems#<code> of this server',
    },
    title: { type: 'string' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', description: 'What is wrong and what to do about it' },
    code: { type: 'string', description: 'Stable, for programs' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'The field, for example variables.link_color' },
          code: { type: 'string' },
          message: { type: 'string' },
          fix: { type: 'string', description: 'What to do next' },
          did_you_mean: { type: 'string', description: 'The known name nearest to an unknown one' },
        },
        required: ['path', 'code', 'message'],
        additionalProperties: true,
      },
    },
    did_you_mean: { type: 'string', description: 'The key nearest to one that no record has' },
    confirmation: {
      type: 'object',
      description:
        'What a person has to agree to (428): the name of the record, what the call does in numbers, and the token to send in Postroad-Confirm',
      properties: {
        record: { type: ['string', 'null'] },
        consequences: { type: 'array', items: { type: 'object' } },
        token: { type: 'string' },
      },
      required: ['record', 'consequences', 'token'],
      additionalProperties: false,
    },
    request_id: { type: 'string', description: 'Names the log line of a 500' },
  },
  required: ['type', 'title', 'status', 'detail', 'code'],
  additionalProperties: true,
} as const;

export function problemResponse(description: string): object {
  const schema = { $ref: '#/components/schemas/Problem' };
  return { description, content: { 'application/problem+json': { schema } } };
}

interface Traits {
  write: boolean;
  hasBody: boolean;
  hasPath: boolean;
  hasRevision: boolean;
  mayAsk: boolean;
}

/** The refusals that an operation can return, by status. */
export function problemResponses({
  write,
  hasBody,
  hasPath,
  hasRevision,
  mayAsk,
}: Traits): Record<string, object> {
  const described: [status: string, description: string, applies: boolean][] = [
    ['400', 'The body is not valid JSON', hasBody],
    ['401', 'The token is missing, wrong, revoked or expired', true],
    ['403', 'The token has not the scope, or may not be used from this address', true],
    ['404', 'There is no such record', hasPath],
    ['409', 'The state of the record does not allow this', write],
    ['412', 'The record has another revision than If-Match names', hasRevision],
    ['413', 'The body is too large', hasBody],
    ['415', 'The body is not application/json', hasBody],
    ['422', 'The input is invalid; errors names every faulty field', true],
    [
      '428',
      'A person has to agree first, as the header Postroad-Confirm asks; see confirmation',
      mayAsk,
    ],
    ['429', 'Too many calls, or too many wrong tokens; wait as long as Retry-After says', true],
    ['default', 'Any other problem', true],
  ];
  const applying = described.filter(([, , applies]) => applies);
  return Object.fromEntries(
    applying.map(([status, description]) => [status, problemResponse(description)]),
  );
}
