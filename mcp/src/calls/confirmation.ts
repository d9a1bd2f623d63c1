import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Arguments } from '@postroad/core/catalog/call';
import { problemOf } from '@postroad/core/platform/problem';
import { Refusal } from '@postroad/core/platform/refusal';
import { isSet, member } from '../tools/question-parts.ts';
import type { Confirmation, Tool } from '../tools/tool.ts';
import type { ToolProblem } from './tool-problem.ts';

/**
 * Whether a person must confirm before a tool reaches people or does something that cannot be
 * undone. `elicit`: if the client can ask. `always`: the call is refused if it cannot. `never`:
 * nobody is asked.
 */
export const confirmModes = ['elicit', 'always', 'never'] as const;
export type ConfirmMode = (typeof confirmModes)[number];

/** Whether a call needs confirmation; dry runs never do. */
export function needsConfirmation({ isNeeded }: Confirmation, args: Arguments): boolean {
  return !isSet(args.dry_run) && (isNeeded?.(args) ?? true);
}

/** Whether the client declared the elicitation capability, in either protocol era. */
export function canElicit(server: Server, context: ServerContext): boolean {
  const { envelope } = context.mcpReq;
  const declared = (envelope as Record<string, unknown> | undefined)?.[
    CLIENT_CAPABILITIES_META_KEY
  ];
  return member(declared ?? server.getClientCapabilities(), 'elicitation') !== undefined;
}

/** The person's answer; null if nobody was asked yet. */
export function readConfirmation(context: ServerContext): 'yes' | 'no' | null {
  const response = context.mcpReq.inputResponses?.confirm;
  if (response === undefined) return null;
  const accepted = member(response, 'action') === 'accept';
  return accepted && member(member(response, 'content'), 'confirm') === true ? 'yes' : 'no';
}

/** Asks the person; the client then repeats the call with the answer. */
export function requestConfirmation(message: string): InputRequiredResult {
  return inputRequired({
    inputRequests: {
      confirm: inputRequired.elicit({
        message,
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: 'Yes, do it', default: false } },
          required: ['confirm'],
        },
      }),
    },
  });
}

function refused(detail: string, fix: string): ToolProblem {
  return { ...problemOf(new Refusal('forbidden', detail)), fix };
}

export function declinedProblem(tool: Tool): ToolProblem {
  return refused(
    `The person asked did not agree to ${tool.name}; nothing was changed.`,
    'Ask them what they want instead, and do not repeat this call unless they ask for it.',
  );
}

/** The refusal of mode `always` for a client that cannot ask. */
export function cannotElicitProblem(tool: Tool): ToolProblem {
  return refused(
    `This connection allows ${tool.name} only after a person agreed, and the client cannot ask one (elicitation).`,
    'Show the operator the result of the same call with dry_run, and let them make the call themselves.',
  );
}
