import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { FileError } from '@postroad/core/definitions/text/file-error';
import { jsonOf } from '@postroad/core/definitions/text/file-tree';
import { readFrontMatter, writeFrontMatter } from '@postroad/core/definitions/text/front-matter';
import { isObject } from '@postroad/core/platform/json';
import { Cancelled, UsageError } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';
import { screenText } from '../output/terminal-width.ts';
import { pathOf, unwritten } from './whole-file.ts';

/** The content of a mail is not ours: in the browser it runs no script and reads no file. */
const policy =
  '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src http: https: data:; font-src http: https: data:; style-src \'unsafe-inline\' http: https:">';

function guarded(html: string): string {
  const begin = /^\s*(?:<!doctype[^>]*>)?/i.exec(html)?.[0] ?? '';
  return begin + policy + html.slice(begin.length);
}

/** `emails preview --out <file>`: the HTML as it would be sent, in a file or on standard output. */
export async function writePreview(
  { html }: OperationOutput<'preview_email'>,
  out: string,
  terminal: Terminal,
): Promise<void> {
  const path = pathOf(out, terminal);
  if (path === null) {
    terminal.out(terminal.outIsTty ? screenText(html) : html);
    return;
  }
  await writeFile(path, html).catch(unwritten(path, 'preview'));
  terminal.err(`Wrote ${path}.\n`);
}

/** `emails preview --open`: the HTML in the browser, from a file that only this user can read. */
export async function openPreview(
  { html }: OperationOutput<'preview_email'>,
  terminal: Terminal,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'postroad-preview-'));
  const path = join(folder, 'preview.html');
  await writeFile(path, guarded(html), { mode: 0o600 });
  const opened = await terminal.open(pathToFileURL(path).href);
  terminal.err(opened ? `Opened ${path}.\n` : `No browser was found; open ${path} yourself.\n`);
}

const template = writeFrontMatter(
  { title: '', subject: '', pre_header: '', labels: [] },
  '# Hello {{ person.first_name | default: "there" }}',
);

const keptIn = (path: string) => `What you wrote is in ${path}.`;

/** An email as it was written in the editor, and how its file is put away. */
export interface EditedEmail {
  input: Record<string, unknown>;
  path: string;
  discard(): Promise<void>;
}

/**
 * `emails create --edit`: the email as front matter and Markdown, as in a definition file, in the
 * editor of the person. Throws Cancelled if nothing was written.
 */
export async function editEmail(terminal: Terminal): Promise<EditedEmail> {
  if (!terminal.inIsTty)
    throw new UsageError('--edit needs a terminal. Use --file or --body here.');
  const folder = await mkdtemp(join(tmpdir(), 'postroad-email-'));
  const path = join(folder, 'email.md');
  const discard = () => rm(folder, { recursive: true, force: true });
  await writeFile(path, template, { mode: 0o600 });
  const edited = await terminal.edit(path);
  const text = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
  const isWritten = text !== template;
  if (!edited && isWritten) throw new UsageError(`The editor failed. ${keptIn(path)}`);
  if (!isWritten) {
    await discard();
    if (edited) throw new Cancelled();
    throw new UsageError('The editor failed. Set VISUAL or EDITOR to the one to use.');
  }
  try {
    const { head, body } = readFrontMatter(text);
    const given = jsonOf(head);
    const filled = Object.entries(isObject(given) ? given : {}).filter(([, value]) => value !== '');
    return { input: { ...Object.fromEntries(filled), body_markdown: body }, path, discard };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new UsageError(`${error.message} ${error.fix} ${keptIn(path)}`);
  }
}
