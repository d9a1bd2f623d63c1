import {
  type OperationName,
  type OperationOutput,
  operationNamed,
} from '@postroad/core/catalog/catalog';
import { pathParameters } from '@postroad/core/platform/operations/operation';
import type { Connection } from '../connection/connection.ts';
import { counted } from '../output/pluralize.ts';
import { confirm } from '../output/prompt.ts';
import type { Terminal } from '../output/terminal.ts';
import { screenLine } from '../output/terminal-width.ts';
import type { CommonOptions } from './common-options.ts';

type Input = Record<string, unknown>;

/** What removes or sends and still does not ask: one record that the call names, easily undone. */
const unasked = new Set<OperationName>([
  ...(['untag_person', 'cancel_import', 'send_test_email', 'retry_send', 'retry_run'] as const),
  ...(['move_run', 'move_clock'] as const),
]);

/** What ends more than it seems to. */
const askedToo = new Set<OperationName>(['cancel_broadcast', 'rollback_flow']);

/** Whether the command asks before it does it; a dry run never does. */
export function asksFirst(name: OperationName): boolean {
  const { safety } = operationNamed(name);
  const far = safety === 'remove' || safety === 'send';
  return askedToo.has(name) || (far && !unasked.has(name));
}

function described(name: OperationName, input: Input, place: string): string {
  const { noun, verb, path } = operationNamed(name);
  const which = pathParameters(path).map((key) => String(input[key]));
  return screenLine([noun, verb, ...which, 'at', place].join(' '));
}

/** Asks before what cannot be taken back; sending to many asks for their number. */
export async function confirmOperation(
  name: OperationName,
  input: Input,
  { connection, options, terminal }: ConfirmWith,
): Promise<void> {
  if (!asksFirst(name) || options.yes) return;
  const text = described(name, input, connection.place);
  if (name !== 'send_broadcast_now') return confirm({ text: `${text}?` }, options, terminal);
  if (!terminal.inIsTty || options.input === false)
    return confirm({ text: `${text}.` }, options, terminal);
  const tried = await connection.call(name, input, { dryRun: true, idempotencyKey: undefined });
  const recipients = (tried.output as OperationOutput<'send_broadcast_now'>).recipients ?? 0;
  const sentence = `This sends to ${counted(recipients, 'person', 'people')}, by ${connection.place}.`;
  await confirm({ text: sentence, typed: String(recipients) }, options, terminal);
}

interface ConfirmWith {
  connection: Connection;
  options: Pick<CommonOptions, 'yes' | 'input'>;
  terminal: Terminal;
}
