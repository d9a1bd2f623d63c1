import { plainCall } from '@postroad/core/catalog/call';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { nearest } from '@postroad/core/platform/nearest';
import type { Command } from 'commander';
import { connectFrom } from '../connection/connect.ts';
import { painter } from '../output/colors.ts';
import { UsageError } from '../output/exit-codes.ts';
import { show } from '../output/output.ts';
import { reportFailure } from '../output/report.ts';
import { tableFooter, tableOf } from '../output/table.ts';
import type { Finish, Terminal } from '../output/terminal.ts';
import { addOutputOptions, addServerOptions, type CommonOptions } from './common-options.ts';
import { poll } from './poll.ts';

type Queue = OperationOutput<'list_queue'>;

interface WatchOptions extends CommonOptions {
  watch?: boolean;
}

/** Number of rows that fit on most screens. */
const rowsShown = 20;

/** Redraws the screen on a terminal; otherwise prints a line of counts whenever they change. */
async function watchQueue(options: CommonOptions, terminal: Terminal): Promise<number> {
  const connection = await connectFrom(terminal, options);
  const paint = painter(terminal, options);
  const asText = terminal.outIsTty && options.json === undefined && options.jq === undefined;
  let before = '';
  const refresh = async () => {
    const { output } = await connection.call('list_queue', { limit: rowsShown }, plainCall);
    const { queue, counts } = output as Queue;
    const state = JSON.stringify(asText ? output : counts);
    if (state === before) return;
    before = state;
    if (!asText)
      return show({ at: new Date().toISOString(), counts }, { ...options, json: true }, terminal);
    const head = paint('bold', `Queue of ${connection.target}`);
    const rows = tableOf({ queue, next_cursor: null }, terminal.columns);
    terminal.out(`\u001b[H\u001b[2J${head}\n${tableFooter({ counts })}\n${rows ?? ''}`);
  };
  try {
    await refresh();
    await poll(terminal, refresh);
    return 0;
  } finally {
    await connection.close();
  }
}

/** Adds `queue --watch` to the verbs of the catalog. */
export function addQueueWatch(
  groups: Map<string, Command>,
  terminal: Terminal,
  finish: Finish,
): void {
  const queue = groups.get('queue');
  if (!queue) return;
  // Flags after a verb belong to the verb.
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
