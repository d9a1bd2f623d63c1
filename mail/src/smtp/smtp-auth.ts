import type { SmtpFeatures } from './smtp-features.ts';
import { replyText } from './smtp-reply.ts';
import { type SmtpWire, WireError } from './smtp-wire.ts';

export interface Login {
  user: string;
  password: string;
  /** Whether the password is an OAuth 2 access token. */
  isAccessToken?: boolean;
}

/** One SASL mechanism (RFC 4954): the command, then the answer to each 334. */
interface Mechanism {
  name: string;
  command(login: Login): string;
  answers(login: Login): string[];
}

/** In order of preference. */
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

/**
 * Takes an access token as the password. A 334 then holds an error, and the client answers with an
 * empty line.
 */
const oauth: Mechanism = {
  name: 'XOAUTH2',
  command: ({ user, password }) =>
    `AUTH XOAUTH2 ${base64(`user=${user}\x01auth=Bearer ${password}\x01\x01`)}`,
  answers: () => [''],
};

/** Logs in with the first mechanism that both sides support. Rejects with a WireError. */
export async function logIn(
  wire: SmtpWire,
  features: SmtpFeatures,
  login: Login,
  ms: number,
): Promise<void> {
  const candidates = login.isAccessToken ? [oauth] : mechanisms;
  const mechanism = candidates.find(({ name }) => features.auth.includes(name));
  if (mechanism === undefined) {
    const known = candidates.map(({ name }) => name).join(', ');
    throw new WireError(
      `${wire.label} offers none of the login mechanisms that Postroad supports (${known}).`,
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
 * The texts to remove from a server's replies, longest first: servers echo what clients send, and
 * replies are stored and shown.
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
