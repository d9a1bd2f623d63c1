import { surfaceHeader } from '@postroad/core/platform/surface';
import { signal } from '@preact/signals';
import { ownText } from './sentences.ts';

/** Who is signed in, and to what; as `GET /console/session` answers. */
export interface Session {
  name: string;
  scopes: readonly string[];
  kind: 'environment' | 'token';
  expires_at: string | null;
  account: { name: string | null; time_zone: string };
  version: string;
  database: 'embedded' | 'postgres';
  test_clock: boolean;
}

/** undefined until the first answer; null while nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined);

/** Whether the session of who is signed in has ended; what is edited stays until they sign in again. */
export const hasEnded = signal(false);

function begin(now: Session | null): void {
  session.value = now;
  hasEnded.value = false;
}

/** The service knows this session no more. */
export function sessionEnded(): void {
  if (session.value) hasEnded.value = true;
  else session.value = null;
}

async function ask(method: string, path: string, body?: object): Promise<Response> {
  return fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      [surfaceHeader]: 'console',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** What is wrong, in the language of the reader. */
async function detailOf(response: Response): Promise<string> {
  const problem: unknown = await response.json().catch(() => null);
  const { detail } = (problem ?? {}) as { detail?: unknown };
  return typeof detail === 'string' ? ownText(detail) : response.statusText;
}

/** Finds out who is signed in. */
export async function readSession(): Promise<void> {
  const response = await ask('GET', '/console/session');
  begin(response.ok ? ((await response.json()) as Session) : null);
}

/** Reads again what the session says of the account, whose profile may have changed. */
export async function readAccount(): Promise<void> {
  // What cannot be read now stays as it was until the next change.
  const response = await ask('GET', '/console/session').catch(() => null);
  if (!response?.ok || !session.value || hasEnded.value) return;
  const { account } = (await response.json()) as Session;
  session.value = { ...session.value, account };
}

/** Continues where the person signed in again in another window. Answers whether they did. */
export async function resumeSession(): Promise<boolean> {
  const response = await ask('GET', '/console/session');
  if (response.ok) begin((await response.json()) as Session);
  return response.ok;
}

/** Signs in with a token, or the code of a link that does so once. Answers what is wrong, or null. */
export async function signIn(secret: { token: string } | { code: string }): Promise<string | null> {
  const response = await ask('POST', '/console/session', secret);
  if (!response.ok) return detailOf(response);
  begin((await response.json()) as Session);
  return null;
}

/** Ends this session, or with `everywhere` every session of this token. */
export async function signOut({ everywhere }: { everywhere: boolean }): Promise<string | null> {
  const response = await ask('DELETE', everywhere ? '/console/sessions' : '/console/session');
  if (!response.ok && response.status !== 401) return detailOf(response);
  begin(null);
  return null;
}
