import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Tool } from '@postroad/core/operations/tool';
import { problemOf } from '@postroad/core/platform/problem';
import { Refusal } from '@postroad/core/platform/refusal';
import type { ToolProblem } from './tool-problem.ts';

/**
 * Whether a person is asked before a tool reaches people or cannot be undone: `elicit` where the
 * client can ask, `always` and nothing without it, `never`.
 */
export const CONFIRM_MODES = ['elicit', 'always', 'never'] as const;
export type ConfirmMode = (typeof CONFIRM_MODES)[number];

type Json = Record<string, unknown>;

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Json)[name] : undefined;
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`;
}

function people(count: unknown): string {
  return typeof count === 'number'
    ? counted(count, 'person', 'people')
    : 'everybody in its segment';
}

/** Records that an apply with `prune` removes; the settings never go. */
function removals(dry: unknown): number {
  const changes = member(dry, 'changes');
  return Array.isArray(changes)
    ? changes.filter(
        (one) => member(one, 'kind') === 'absent' && member(one, 'type') !== 'settings',
      ).length
    : 0;
}

function nameOf(dry: unknown, kind: string): string {
  return JSON.stringify(member(member(dry, kind), 'name') ?? '');
}

type Question = (dry: unknown, args: Json) => string;

/** What a person is asked, made from the answer of a dry run. */
const questions: Readonly<Record<string, Question>> = {
  send_broadcast_now: (dry) =>
    `Send the broadcast ${nameOf(dry, 'broadcast')} to ${people(member(dry, 'recipients'))} now?`,
  schedule_broadcast: (dry) => {
    const at = String(member(member(dry, 'broadcast'), 'send_at'));
    const count = member(member(dry, 'audience'), 'recipients');
    return `Schedule the broadcast ${nameOf(dry, 'broadcast')} to ${people(count)} for ${at}?`;
  },
  activate_flow: (dry) =>
    `Turn on the flow ${nameOf(dry, 'flow')}? From then on its trigger starts people in it, and its emails are really sent.`,
  apply_definitions: (dry, args) => {
    const removed = isSet(args.prune) ? removals(dry) : 0;
    const changes = counted(Number(member(dry, 'changed')), 'change', 'changes');
    const removing = removed > 0 ? `, removing ${counted(removed, 'record', 'records')}` : '';
    const forced = isSet(args.force) ? ', even where people stand on steps that go' : '';
    return `Apply ${changes}${removing}${forced}?`;
  },
  delete_email: (_dry, args) => `Delete the email ${String(args.email_id)} for good?`,
};

function isSet(value: unknown): boolean {
  return value === true || value === 'true';
}

/** Whether a call is one that a person is asked about; what changes nothing never is. */
export function asksFirst(tool: Tool, args: Json): boolean {
  if (isSet(args.dry_run) || !Object.hasOwn(questions, tool.name)) return false;
  if (tool.name === 'apply_definitions') return isSet(args.prune) || isSet(args.force);
  if (tool.name === 'delete_email') return isSet(args.permanent);
  return true;
}

/** Whether a dry run shows that the call will change something; else there is nothing to ask about. */
export function changesAnything(tool: Tool, dry: unknown): boolean {
  if (tool.name !== 'apply_definitions') return true;
  return member(dry, 'blocked') !== true && member(dry, 'changed') !== 0;
}

/** Whether the client said that it can ask somebody, in either protocol era. */
export function canAsk(server: Server, context: ServerContext): boolean {
  const { envelope } = context.mcpReq;
  const declared = (envelope as Json | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
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
export function askFor(tool: Tool, dry: unknown, args: Json): InputRequiredResult {
  const message = questions[tool.name]?.(dry, args) ?? `Call ${tool.name}?`;
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
