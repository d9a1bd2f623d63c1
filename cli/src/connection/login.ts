import { plainCall } from '@postroad/core/catalog/call';
import { parseUrl } from '@postroad/core/platform/url';
import { createClient } from '@postroad/http/client/client';
import type { CommonOptions } from '../commands/common-options.ts';
import { Cancelled, UsageError } from '../output/exit-codes.ts';
import { show } from '../output/output.ts';
import type { Terminal } from '../output/terminal.ts';
import { connectFrom } from './connect.ts';
import { asThrownHere } from './connection.ts';
import { loginPath, readLogins, serverAddress, writeLogins } from './login-store.ts';
import { findProjectFile } from './project-file.ts';
import { targetOf, warnOfPlainHttp } from './target-server.ts';

async function loginUrl(options: CommonOptions, terminal: Terminal): Promise<string> {
  const project = await findProjectFile(terminal.cwd);
  const url = options.url ?? (terminal.env.POSTROAD_URL || project?.url);
  if (!url) throw new UsageError('Name the server: postroad login --url https://mail.example.com');
  if (!/^https?:\/\//i.test(url) || parseUrl(url) === null)
    throw new UsageError('--url must start with http:// or https://.');
  return serverAddress(url);
}

async function askToken(url: string, terminal: Terminal): Promise<string> {
  const input = terminal.inIsTty
    ? await terminal.ask(`Token of ${url}: `, true)
    : await terminal.readStdin();
  const token = input?.trim() ?? '';
  if (token === '') throw new Cancelled('No token was given. Nothing was stored.');
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new UsageError('A token has no white space; copy it as the server shows it.');
  return token;
}

/**
 * `postroad login`: reads a token from the prompt or standard input, tries it, and stores it in a
 * file that only its owner can read. The server becomes the default for commands.
 */
export async function login(options: CommonOptions, terminal: Terminal): Promise<number> {
  const url = await loginUrl(options, terminal);
  warnOfPlainHttp(url, terminal.err);
  const token = await askToken(url, terminal);
  await createClient({ url, token })
    .invoke('get_profile', {})
    .catch((error: unknown) => {
      const tokenFix = 'Copy it as the server shows it. Nothing was stored.';
      throw asThrownHere(error, { url, chosenBy: 'postroad login', tokenFix });
    });
  const logins = await readLogins(terminal.env);
  const path = await writeLogins(terminal.env, {
    current: url,
    tokens: { ...logins.tokens, [url]: token },
  });
  terminal.err(`Logged in to ${url}. The token is stored in ${path}.\n`);
  return 0;
}

/** `postroad logout`: removes a stored token; the server accepts it until it is revoked there. */
export async function logout(options: CommonOptions, terminal: Terminal): Promise<number> {
  const { current, tokens } = await readLogins(terminal.env);
  const url =
    options.url === undefined ? current : serverAddress(await loginUrl(options, terminal));
  if (url === null || tokens[url] === undefined) {
    throw new UsageError(`There is no login${url === null ? '' : ` to ${url}`} to remove.`);
  }
  const { [url]: _, ...rest } = tokens;
  await writeLogins(terminal.env, { current: current === url ? null : current, tokens: rest });
  terminal.err(
    `The token of ${url} is removed here. "postroad tokens revoke" revokes it on the server.\n`,
  );
  return 0;
}

/** `postroad whoami`: shows which service the commands use, what chose it, and its profile name. */
export async function whoami(options: CommonOptions, terminal: Terminal): Promise<number> {
  const target = await targetOf(terminal.env, { ...options, cwd: terminal.cwd });
  const connection = await connectFrom(terminal, options);
  try {
    const { output } = await connection.call('get_profile', {}, plainCall);
    const { name } = output as { name?: unknown };
    const answer = {
      place: connection.target,
      chosen_by: target.remote?.chosenBy ?? 'DATA_DIR',
      name,
      logins: loginPath(terminal.env),
    };
    await show(answer, options, terminal, {
      text: () => `${connection.target}, by ${answer.chosen_by}\n`,
    });
    return 0;
  } finally {
    await connection.close();
  }
}
