import type { ConfirmMode } from '@postroad/core/catalog/confirmation';
import { nearest } from '@postroad/core/platform/nearest';
import { confirmModeOf, confirmNames } from '@postroad/mcp/calls/confirmation';
import { ResourceFeed } from '@postroad/mcp/resources/resource-feed';
import { tools } from '@postroad/mcp/tools/catalog';
import { toolsetNames } from '@postroad/mcp/tools/tool';
import { serveStdio } from '@postroad/mcp/transports/stdio';
import { connectFrom } from '../connection/connect.ts';
import { UsageError } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';

export interface McpCommandOptions {
  readOnly?: boolean;
  toolsets?: string;
  tools?: string;
  confirm?: string;
}

function confirmMode(given: string | undefined): ConfirmMode | undefined {
  const mode = confirmModeOf(given);
  if (given === undefined || mode !== undefined) return mode;
  throw new UsageError(`--confirm takes ${confirmNames.join(', ')}, not "${given}".`);
}

function chosenNames(
  what: string,
  names: string | undefined,
  known: readonly string[],
): string[] | undefined {
  const chosen = names?.split(',').map((name) => name.trim());
  const unknown = chosen?.find((name) => !known.includes(name));
  if (unknown === undefined) return chosen;
  const meant = nearest(unknown, known);
  const hint = meant ? `Did you mean "${meant}"?` : `Choose among ${known.join(', ')}.`;
  throw new UsageError(`There is no ${what} "${unknown}". ${hint}`);
}

/** `postroad mcp`: serves one agent over stdin and stdout until it disconnects or a signal comes. */
export async function mcp(options: McpCommandOptions, terminal: Terminal): Promise<number> {
  const offered = {
    readOnly: options.readOnly === true,
    toolsets: chosenNames('toolset', options.toolsets, toolsetNames),
    tools: chosenNames(
      'tool',
      options.tools,
      tools.map(({ name }) => name),
    ),
    confirm: confirmMode(options.confirm),
  };
  const connection = await connectFrom(terminal, {}, 'mcp');
  // Only protocol messages may be on stdout, whatever code writes to the console.
  console.log = console.error;
  console.info = console.error;
  console.debug = console.error;
  terminal.err(`Postroad serves tools over stdin and stdout from ${connection.target}.\n`);
  try {
    await serveStdio(connection.call, {
      ...offered,
      // Hosts end their servers so. A database in this process is closed, and its folder free for the next one.
      stopped: terminal.stopped(),
      feed: new ResourceFeed((listener) => connection.onChange(listener), connection.call),
      onFault: (error, requestId) => {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        terminal.err(`A tool failed (request_id ${requestId}): ${text}\n`);
      },
    });
  } finally {
    await connection.close();
  }
  return 0;
}
