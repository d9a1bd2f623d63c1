import type { SmtpFeatures } from './smtp-features.ts';
import { replyText } from './smtp-reply.ts';
import { type SmtpWire, WireError } from './smtp-wire.ts';

export interface Login {
  user: string;
  password: string;
  /** Whether the password is an access token of OAuth 2. */
  token?: boolean;
}

/** One way to log in (RFC 4954): the command, then an answer to each 334. */
interface Mechanism {
  name: string;
  command(login: Login): string;
  answers(login: Login): string[];
}

/** In the order of preference. */
const mechanisms: readonly Mechanism[] = [
  {
    // RFC 4616.
    name: 'PLAIN',
    command: ({ user, password }) => `AUTH PLAIN ${base64(`\0${user}\0${password}`)}`,
    answers: () => [],
  },
  {
    name: 'LOGIN',
    command: () => 'AUTH LOGIN',
    answers: ({ user, password }) => [base64(user), base64(password)],
  },
];

/** With an access token for a password. A 334 then holds an error, to be answered with nothing. */
const oauth: Mechanism = {
  name: 'XOAUTH2',
  command: ({ user, password }) =>
    `AUTH XOAUTH2 ${base64(`user=${user}\x01auth=Bearer ${password}\x01\x01`)}`,
  answers: () => [''],
};

/** Logs in with the first mechanism both sides know. Rejects with a WireError. */
export async function logIn(
  wire: SmtpWire,
  features: SmtpFeatures,
  login: Login,
  ms: number,
): Promise<void> {
  const fitting = login.token ? [oauth] : mechanisms;
  const mechanism = fitting.find(({ name }) => features.auth.includes(name));
  if (mechanism === undefined) {
    const known = fitting.map(({ name }) => name).join(', ');
    throw new WireError(
      `${wire.label} offers none of the ways to log in that are known (${known}).`,
    );
  }
  wire.write(`${mechanism.command(login)}\r\n`);
  let reply = await wire.reply('AUTH', ms);
  for (const answer of mechanism.answers(login)) {
    if (reply.code !== 334) break;
    wire.write(`${answer}\r\n`);
    reply = await wire.reply('AUTH', ms);
  }
  if (reply.code !== 235) {
    throw new WireError(`${wire.label} refused the login: ${replyText(reply, secretsOf(login))}.`);
  }
}

/**
 * What must never be shown of a server's words, longest first: servers repeat what they were sent,
 * and reasons are stored and shown.
 */
export function secretsOf(login: Login | null): string[] {
  if (login === null) return [];
  const { user, password } = login;
  const plain = base64(`\0${user}\0${password}`);
  const bearer = base64(`user=${user}\x01auth=Bearer ${password}\x01\x01`);
  return [bearer, plain, base64(password), base64(user), password, user].sort(
    (one, other) => other.length - one.length,
  );
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
