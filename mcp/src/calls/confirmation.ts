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
 * Whether a person is asked before a tool reaches people or cannot be undone: `elicit` where the
 * client can ask, `always` and nothing without it, `never`.
 */
export const CONFIRM_MODES = ['elicit', 'always', 'never'] as const;
export type ConfirmMode = (typeof CONFIRM_MODES)[number];

/** Whether a call is one that a person is asked about; what changes nothing never is. */
export function asksFirst({ isNeeded }: Confirmation, args: Arguments): boolean {
  return !isSet(args.dry_run) && (isNeeded?.(args) ?? true);
}

/** Whether the client said that it can ask somebody, in either protocol era. */
export function canAsk(server: Server, context: ServerContext): boolean {
  const { envelope } = context.mcpReq;
  const declared = (envelope as Record<string, unknown> | undefined)?.[
    CLIENT_CAPABILITIES_META_KEY
  ];
  return member(declared ?? server.getClientCapabilities(), 'elicitation') !== undefined;
}

/** What the person said; null where nobody was asked yet. */
export function answerGiven(context: ServerContext): 'yes' | 'no' | null {
  const response = context.mcpReq.inputResponses?.confirm;
  if (response === undefined) return null;
  const said = member(response, 'action') === 'accept';
  return said && member(member(response, 'content'), 'confirm') === true ? 'yes' : 'no';
}

/** Asks the person; the client makes the same call again with the answer. */
export function askFor(message: string): InputRequiredResult {
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

export function declined(tool: Tool): ToolProblem {
  return refused(
    `The person who was asked did not agree to ${tool.name}; nothing was changed.`,
    'Ask them what they want instead, and do not make the same call again unasked.',
  );
}

/** With `always`, for a client that cannot ask. */
export function nobodyToAsk(tool: Tool): ToolProblem {
  return refused(
    `This connection lets ${tool.name} happen only after a person agreed, and the client cannot ask one (elicitation).`,
    'Show the operator the answer of the same call with dry_run, and let them do it themselves.',
  );
}
