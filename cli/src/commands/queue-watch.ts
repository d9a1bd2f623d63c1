import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { nearest } from '@postroad/core/platform/nearest';
import type { Command } from 'commander';
import { connect } from '../connection/connection.ts';
import { painter } from '../output/colors.ts';
import { UsageError } from '../output/exit-codes.ts';
import { show } from '../output/output.ts';
import { reportFailure } from '../output/report.ts';
import { besideTable, tableOf } from '../output/table.ts';
import type { Finish, Terminal } from '../output/terminal.ts';
import { addOutputOptions, addServerOptions, type CommonOptions } from './common-options.ts';
import { poll } from './poll.ts';

type Queue = OperationOutput<'list_queue'>;

interface WatchOptions extends CommonOptions {
  watch?: boolean;
}

/** Rows that fit under the headline of most screens. */
const rowsShown = 20;

/** On a terminal the screen is drawn anew; elsewhere a line of counts is written when they change. */
async function watchQueue(options: CommonOptions, terminal: Terminal): Promise<number> {
  const connection = await connect(terminal.env, { ...options, cwd: terminal.cwd });
  const paint = painter(terminal, options);
  const asText = terminal.outIsTty && options.json === undefined && options.jq === undefined;
  let before = '';
  const look = async () => {
    const call = { dryRun: false, idempotencyKey: undefined };
    const { output } = await connection.call('list_queue', { limit: rowsShown }, call);
    const { queue, counts } = output as Queue;
    const told = JSON.stringify(asText ? output : counts);
    if (told === before) return;
    before = told;
    if (!asText)
      return show({ at: new Date().toISOString(), counts }, { ...options, json: true }, terminal);
    const head = paint('bold', `Queue of ${connection.place}`);
    const rows = tableOf({ queue, next_cursor: null }, terminal.columns);
    terminal.out(`\u001b[H\u001b[2J${head}\n${besideTable({ counts })}\n${rows ?? ''}`);
  };
  try {
    await look();
    await poll(terminal, look);
    return 0;
  } finally {
    await connection.close();
  }
}

/** `queue --watch`, beside the verbs of the catalog. */
export function addQueueWatch(
  groups: Map<string, Command>,
  terminal: Terminal,
  finish: Finish,
): void {
  const queue = groups.get('queue');
  if (!queue) return;
  // Flags after a verb are the verb's.
  queue.enablePositionalOptions();
  queue.option('-w, --watch', 'show the queue as it changes, until Ctrl+C').argument('[verb]');
  addServerOptions(addOutputOptions(queue)).action(
    async (verb: string | undefined, options: WatchOptions) => {
      try {
        if (verb !== undefined) {
          const near = nearest(
            verb,
            queue.commands.map((one) => one.name()),
          );
          const hint = near === null ? '' : ` Did you mean ${near}?`;
          throw new UsageError(`There is no command "queue ${verb}".${hint}`);
        }
        if (!options.watch) queue.help({ error: true });
        finish(await watchQueue(options, terminal));
      } catch (error) {
        if ((error as { code?: unknown }).code === 'commander.help') throw error;
        finish(reportFailure(error, terminal, options.json !== undefined));
      }
    },
  );
}
