import { limits } from '@postroad/core/platform/limits';
import { apiPrefix } from '@postroad/core/platform/operations/operation';
import { scopes, scopeWords } from '@postroad/core/platform/operations/scope';

const scopeRows = scopes.map((scope) => `| \`${scope}\` | ${scopeWords[scope]} |`).join('\n');

/** What holds for every operation, in Markdown. Links lead from the page of the reference. */
export const introduction: string = `# Postroad API

JSON in, JSON out, below \`${apiPrefix}\`. Every operation has a form to try it. The same as a file for tools: [OpenAPI 3.1](openapi.json). Texts to follow step by step are in the [guide](docs/guide/).

## First call

The examples read the address of the server and a token from two variables:

\`\`\`bash
export POSTROAD_URL="http://127.0.0.1:3000"
export POSTROAD_TOKEN="the token that the first start showed"
curl "$POSTROAD_URL${apiPrefix}/people?limit=1" -H "Authorization: Bearer $POSTROAD_TOKEN"
\`\`\`

## Authentication

Programs send a token in a header with every call. No other form is taken: not in the query, not as a password.

\`\`\`http
Authorization: Bearer <token>
\`\`\`

The first start makes a token that may do everything. Give every program one of its own with [\`create_token\`](#create_token), which shows its secret once, and may give it an end (\`expires_at\`) and addresses (\`allowed_ips\`). Each operation says what it needs ([tokens and limits](docs/guide/tokens.html)).

### Scopes

A token has one scope or several. Each operation names the one that it needs.

| scope | allows to |
| --- | --- |
${scopeRows}

### Sessions

A person signs in to the [console](./) with a token, or by a link that works once. Their browser then holds a session in a cookie that scripts cannot read. It may do what its token may, and ends with it. Only pages of this server may use it: a request that another site sends is refused (403 \`cross_site\`). *Try it* on this page calls with that session.

### Agents and OAuth

An agent connects to \`/mcp\` with a token in the same header, or by OAuth 2.1, of which nothing is to be set up: the 401 of \`/mcp\` names the metadata, and a person with the scope \`admin\` chooses the scopes in the console ([agents](docs/guide/agents.html#connect-a-hosted-agent)).

### When a call is refused

| status | \`code\` | why |
| --- | --- | --- |
| 401 | \`unauthorized\` | the token is missing, wrong or revoked, or a session has ended |
| 401 | \`token_expired\` | the token was valid until its \`expires_at\` |
| 403 | \`forbidden\` | the token has not the scope; \`scope\` names the one to ask for |
| 403 | \`address_not_allowed\` | the request came from an address that is none of its \`allowed_ips\` |
| 403 | \`cross_site\` | another site used the session of a person |

## Asking a person first

A caller that acts for a person sends \`Postroad-Confirm: auto\` with its writes. Before a call that reaches people or cannot be taken back, the answer is 428 \`confirmation_required\`; nothing has happened yet. \`confirmation\` has what the call does in numbers, and a \`token\`. Show that to the person, then send the very same call once more, within ${limits.confirmMinutes} minutes:

\`\`\`http
Postroad-Confirm: auto <token>
\`\`\`

\`always\` in place of \`auto\` asks before every write. A dry run with the header answers the \`confirmation\` at once. Without the header nobody is asked.

## Dry runs

Every write takes \`?dry_run=1\`: it answers what the write would answer, with \`dry_run: true\`, and changes nothing. A token of the scope \`draft\` may dry-run all of them.

## Repeating a call safely

Send \`Idempotency-Key\` with a write, up to ${limits.idempotencyKeyChars} characters, new for each thing to be done. The same call with the same key within ${limits.idempotencyHours} hours is done once: it answers what the first one did, with \`Idempotency-Replayed: true\`. Another call with that key is refused (422 \`idempotency_key_reused\`).

## Changes by others

A record with a \`revision\` has it in \`ETag\`. Send that as \`If-Match\` with a change, and where somebody else changed the record meanwhile, nothing is stored: 412, with the record as it is in \`current\`.

## Errors

Every error is a problem document (RFC 9457, \`application/problem+json\`). \`code\` is for programs and stays the same; \`detail\` says what is wrong and what to do; \`errors\` has every faulty field with its path. [All codes](docs/problems).

\`\`\`json
{
  "type": "/docs/problems#validation_failed",
  "title": "Validation failed",
  "status": 422,
  "detail": "email: must be a valid email address.",
  "code": "validation_failed",
  "errors": [
    { "path": "email", "code": "value_invalid", "message": "must be a valid email address." }
  ]
}
\`\`\`

## Lists

Lists answer a page of \`limit\` rows and \`next_cursor\`, which the next call takes as \`cursor\`; it is null on the last page. The header \`Link\` has the whole address of the next page. \`fields\` names the members of each row that are answered. Cursors stay right while rows come and go.

## Limits

All tokens have one limit of their own: ${limits.callsPerSecond.toLocaleString('en')} calls a second as it comes, and ${limits.rendersPerSecond} a second of those that render mail. \`RateLimit\` in an answer has what is left. Above it the answer is 429 \`rate_limited\`; wait as many seconds as \`Retry-After\` says. A body has at most ${limits.bodyBytes.toLocaleString('en')} bytes where the operation names no other number.
`;
