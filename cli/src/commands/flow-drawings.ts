import { plainCall } from '@postroad/core/catalog/call';
import type { drawings } from '@postroad/core/flows/flow-operations';
import type { Command } from 'commander';
import { connectFrom } from '../connection/connect.ts';
import { reportFailure } from '../output/report.ts';
import type { Finish, Terminal } from '../output/terminal.ts';
import { screenText } from '../output/terminal-width.ts';
import { addServerOptions, type CommonOptions } from './common-options.ts';

type Drawing = (typeof drawings)[number];

const texts: Record<Drawing, [verb: string, description: string]> = {
  mermaid: ['diagram', 'Draw a flow as a Mermaid flowchart with the people at each step.'],
  outline: ['outline', 'Print a flow as indented text with the people at each step.'],
};

async function draw(
  flow_key: string,
  format: Drawing,
  options: CommonOptions,
  terminal: Terminal,
): Promise<number> {
  const connection = await connectFrom(terminal, options);
  try {
    const { output } = await connection.call('get_flow', { flow_key, format }, plainCall);
    const text = (output as Partial<Record<Drawing, string>>)[format] ?? '';
    const shown = terminal.outIsTty ? screenText(text) : text;
    terminal.out(shown.endsWith('\n') ? shown : `${shown}\n`);
    return 0;
  } finally {
    await connection.close();
  }
}

/** Adds `flows diagram` and `flows outline`, which print only the text, to be read or piped. */
export function addFlowDrawings(
  groups: Map<string, Command>,
  terminal: Terminal,
  finish: Finish,
): void {
  const flows = groups.get('flows');
  if (!flows) return;
  for (const format of Object.keys(texts) as Drawing[]) {
    const [verb, description] = texts[format];
    const command = flows.command(verb).description(description).argument('<flow_key>');
    addServerOptions(command).action(async (flowKey: string, options: CommonOptions) => {
      try {
        finish(await draw(flowKey, format, options, terminal));
      } catch (error) {
        finish(reportFailure(error, terminal));
      }
    });
  }
}
