import type { OperationName, OperationOutput } from '@postroad/core/catalog/catalog';
import { outlineOf } from '@postroad/core/catalog/outline';
import { pathParameters } from '@postroad/core/platform/operations/operation';
import type { Connection } from '../connection/connection.ts';
import { pluralize } from '../output/pluralize.ts';
import { confirm } from '../output/prompt.ts';
import type { Terminal } from '../output/terminal.ts';
import { screenLine } from '../output/terminal-width.ts';
import type { CommonOptions } from './common-options.ts';

type Input = Record<string, unknown>;

/**
 * Operations that remove or send but ask nothing: they affect one named record and are easily
 * undone.
 */
const unconfirmed = new Set<OperationName>([
  ...([
    'untag_person',
    'cancel_import',
    'cancel_tagging',
    'send_test_email',
    'retry_send',
    'retry_run',
  ] as const),
  ...(['move_run', 'move_clock', 'delete_flow_draft', 'delete_email_draft'] as const),
]);

/** Operations that ask although they only replace: they end more than their name says. */
const alsoConfirmed = new Set<OperationName>(['cancel_broadcast', 'rollback_flow', 'tag_people']);

/** Whether a command asks for confirmation; a dry run never does. */
export function needsConfirmation(name: OperationName): boolean {
  const { safety } = outlineOf(name);
  const risky = safety === 'remove' || safety === 'send';
  return alsoConfirmed.has(name) || (risky && !unconfirmed.has(name));
}

function describeCall(name: OperationName, input: Input, target: string): string {
  const { noun, verb, path } = outlineOf(name);
  const which = pathParameters(path).map((key) => String(input[key]));
  return screenLine([noun, verb, ...which, 'at', target].join(' '));
}

/** What a tagging does to people, as it ends in their number. */
function taggingWords({ add_tags, remove_tags }: Input): string {
  const [adds, removes] = [add_tags, remove_tags].map(
    (tags) => Array.isArray(tags) && tags.length > 0,
  );
  if (adds && removes) return 'changes the tags of';
  return removes ? 'takes tags from' : 'tags';
}

/**
 * Asks for confirmation before an operation that cannot be undone. Sending a broadcast asks for the
 * number of recipients, which costs a dry run.
 */
export async function confirmOperation(
  name: OperationName,
  input: Input,
  { connection, options, terminal }: ConfirmWith,
): Promise<void> {
  if (!needsConfirmation(name) || options.yes) return;
  const text = describeCall(name, input, connection.target);
  if (name !== 'send_broadcast_now' && name !== 'tag_people') {
    return confirm({ text: `${text}?` }, options, terminal);
  }
  if (!terminal.inIsTty || options.input === false)
    return confirm({ text: `${text}.` }, options, terminal);
  const rehearsal = await connection.call(name, input, { dryRun: true, idempotencyKey: undefined });
  if (name === 'tag_people') {
    const { people, more } = (rehearsal.output as OperationOutput<'tag_people'>).count;
    const whom = `${more ? 'at least ' : ''}${pluralize(people, 'person', 'people')}`;
    const text = `This ${taggingWords(input)} ${whom}, by ${connection.target}?`;
    return confirm({ text }, options, terminal);
  }
  const recipients = (rehearsal.output as OperationOutput<'send_broadcast_now'>).recipients ?? 0;
  const sentence = `This sends to ${pluralize(recipients, 'person', 'people')}, by ${connection.target}.`;
  await confirm({ text: sentence, typed: String(recipients) }, options, terminal);
}

interface ConfirmWith {
  connection: Connection;
  options: Pick<CommonOptions, 'yes' | 'input'>;
  terminal: Terminal;
}
