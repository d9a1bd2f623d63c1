import { signInAddress } from '@postroad/core/account/console-addresses';
import { plainCall } from '@postroad/core/catalog/call';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { nearest } from '@postroad/core/platform/nearest';
import { thrownProblem } from '@postroad/core/platform/thrown-problem';
import { withoutEndSlashes } from '@postroad/core/platform/url';
import { mailboxAddress } from '@postroad/http/mailbox/mailbox-key';
import type { CommonOptions } from '../commands/common-options.ts';
import { connectFrom } from '../connection/connect.ts';
import type { Connection } from '../connection/connection.ts';
import type { Remote } from '../connection/target-server.ts';
import { UsageError } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

const pages = {
  console: '/',
  docs: '/docs',
  mailbox: '/mailbox',
  api: '/openapi.json',
} as const;

/**
 * The address that signs in to the console once, where the server is reached from here; the console
 * itself, which asks for a token, where the token of the command may make no link.
 */
async function consoleAddress({ call }: Connection, base: string): Promise<string> {
  try {
    const { output } = await call('create_sign_in_link', {}, plainCall);
    const { url } = output as OperationOutput<'create_sign_in_link'>;
    return signInAddress(base, new URL(url).hash.slice(1));
  } catch (error) {
    if (thrownProblem(error)?.code !== 'forbidden') throw error;
    return withoutEndSlashes(base) + pages.console;
  }
}

/** The key of the mailbox page, which the server draws when it starts. */
async function mailboxKeyOf({ url, token }: Remote): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${withoutEndSlashes(url)}/mailbox/key`, { headers });
  const { key, detail } = (await answer.json()) as { key?: unknown; detail?: unknown };
  if (answer.ok && typeof key === 'string') return key;
  if (answer.status === 404)
    throw new UsageError('This server shows no mailbox: it sends its mail.');
  throw new Error(typeof detail === 'string' ? detail : 'The server did not answer with a key.');
}

async function addressOf(page: string, path: string, connection: Connection): Promise<string> {
  if (connection.remote === null)
    throw new UsageError('No server runs here. Start one with "postroad serve".');
  const { url: base } = connection.remote;
  if (page === 'console') return await consoleAddress(connection, base);
  if (page === 'mailbox') return mailboxAddress(base, await mailboxKeyOf(connection.remote));
  return withoutEndSlashes(base) + path;
}

/**
 * `postroad open`: prints the URL of a page, and opens it in a browser if the output is a terminal.
 */
export async function openPage(
  page: string,
  options: CommonOptions,
  terminal: Terminal,
): Promise<number> {
  const path = Object.entries(pages).find(([name]) => name === page)?.[1];
  if (path === undefined) {
    const near = nearest(page, Object.keys(pages));
    const hint =
      near === null ? `Choose ${Object.keys(pages).join(', ')}.` : `Did you mean ${near}?`;
    throw new UsageError(`There is no page "${page}". ${hint}`);
  }
  const connection = await connectFrom(terminal, options);
  const url = await addressOf(page, path, connection).finally(() => connection.close());
  terminal.out(`${url}\n`);
  if (terminal.outIsTty && !(await terminal.open(url)))
    terminal.err('No browser was found; open the URL yourself.\n');
  return 0;
}
