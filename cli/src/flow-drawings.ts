import { drawings } from '@postroad/core/operations/flow';
import type { Command } from 'commander';
import { connect } from './connection.ts';
import { reportFailure } from './report.ts';
import type { Finish, Terminal } from './terminal.ts';

type Drawing = (typeof drawings)[number];

const texts: Record<Drawing, [verb: string, description: string]> = {
  mermaid: ['diagram', 'Draw a flow as a Mermaid flowchart with the people on each step.'],
  outline: ['outline', 'Write a flow as indented text with the people on each step.'],
};

async function draw(flow_key: string, format: Drawing, terminal: Terminal): Promise<number> {
  const connection = await connect(terminal.env);
  try {
    const { output } = await connection.call(
      'get_flow',
      { flow_key, format },
      { dryRun: false, idempotencyKey: undefined },
    );
    const text = (output as Partial<Record<Drawing, string>>)[format] ?? '';
    terminal.out(text.endsWith('\n') ? text : `${text}\n`);
    return 0;
  } finally {
    await connection.close();
  }
}

/** `flows diagram` and `flows outline`: the text alone, to be read or piped on. */
export function addFlowDrawings(flows: Command, terminal: Terminal, finish: Finish): void {
  for (const format of drawings) {
    const [verb, description] = texts[format];
    flows
      .command(verb)
      .description(description)
      .argument('<flow_key>')
      .action(async (flowKey: string) => {
        try {
          finish(await draw(flowKey, format, terminal));
        } catch (error) {
          finish(reportFailure(error, terminal));
        }
      });
  }
}
