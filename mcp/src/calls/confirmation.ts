import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Arguments, Call } from '@postroad/core/catalog/call';
import {
  type Confirmation,
  type ConfirmMode,
  confirmAgain,
  confirmationText,
  confirmModes,
  readConfirmation,
} from '@postroad/core/catalog/confirmation';
import { isObject } from '@postroad/core/platform/json';
import { limits } from '@postroad/core/platform/limits';
import { type Problem, problemOf } from '@postroad/core/platform/problem';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { thrownProblem } from '@postroad/core/platform/thrown-problem';
import type { Tool } from '../tools/tool.ts';
import type { ToolProblem } from './tool-problem.ts';

/** What an option of a connection may name: the modes, and the name that `auto` had before (AGT-11). */
export const confirmNames = ['auto', 'always', 'never', 'elicit'] as const;

/** The mode of a name; undefined for another name. */
export function confirmModeOf(name: string | undefined): ConfirmMode | undefined {
  return name === 'elicit' ? 'auto' : confirmModes.find((mode) => mode === name);
}

/** Whether the client declared, in either protocol era, that it shows people forms (elicitation). */
function canElicit(server: Server, context: ServerContext): boolean {
  const { envelope } = context.mcpReq;
  const declared = isObject(envelope) ? envelope[CLIENT_CAPABILITIES_META_KEY] : undefined;
  const capabilities = declared ?? server.getClientCapabilities();
  const elicitation = isObject(capabilities) ? capabilities.elicitation : undefined;
  // A client that names its ways shows a form only if that is one of them.
  return isObject(elicitation) && (elicitation.url === undefined || elicitation.form !== undefined);
}

/** The person's answer; null if nobody was asked yet. */
function readAnswer(context: ServerContext): 'yes' | 'no' | null {
  const response: unknown = context.mcpReq.inputResponses?.confirm;
  if (!isObject(response)) return null;
  const { action, content } = response;
  return action === 'accept' && isObject(content) && content.confirm === true ? 'yes' : 'no';
}

/** Arguments of a call, each on one line and in quotes, without long texts and whole definitions. */
function shownArguments(args: Arguments): string {
  const shown = Object.entries(args).flatMap(([name, value]) => {
    const text = JSON.stringify(value) ?? '';
    return text.length <= limits.mcpQuestionValueChars ? [`${name}: ${text}`] : [];
  });
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`;
}

function question(tool: Tool, args: Arguments, confirmation: Confirmation): string {
  const { record } = confirmation;
  const name = record === null ? '' : ` ${JSON.stringify(record)}`;
  const does = confirmationText(confirmation);
  return `${tool.name}${name}${shownArguments(args)}: go ahead? ${does}`.trim();
}

/** Asks the person; the client then repeats the call with the answer and the token. */
function ask(message: string, token: string): InputRequiredResult {
  return inputRequired({
    requestState: token,
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

/** The refusal of a call to which the person said no. */
export function declinedProblem(tool: Tool): ToolProblem {
  return {
    ...problemOf(
      new Refusal(
        'forbidden',
        `The person asked did not agree to ${tool.name}; nothing was changed.`,
      ),
    ),
    fix: 'Ask them what they want instead, and do not repeat this call unless they ask for it.',
  };
}

function tokenIn({ confirm_token: token }: Arguments): string | undefined {
  if (token === undefined || token === null) return undefined;
  if (typeof token === 'string') return token;
  const message = 'confirm_token must be the text that the dry run answered.';
  throw invalid([{ path: 'confirm_token', code: 'type_invalid', message }]);
}

/**
 * How one call of a tool is confirmed: by a question to the person where the client can ask one, and
 * otherwise by the token of a dry run. What needs confirmation, and whether it was given, the service
 * decides (AGT-08 to AGT-11).
 */
export class Confirming {
  /** Whether the person was asked and did not agree. */
  readonly isDeclined: boolean;
  readonly #tool: Tool;
  readonly #args: Arguments;
  readonly #mode: ConfirmMode;
  readonly #elicits: boolean;
  readonly #token: string | undefined;
  #offered: Confirmation | null = null;

  constructor(
    tool: Tool,
    given: Arguments,
    mode: ConfirmMode,
    [server, context]: [Server, ServerContext],
  ) {
    const { confirm_token: _, ...args } = given;
    this.#tool = tool;
    this.#args = tool.hints.readOnly ? given : args;
    this.#mode = tool.hints.readOnly ? 'never' : mode;
    this.#elicits = this.#mode !== 'never' && canElicit(server, context);
    const answer = this.#elicits ? readAnswer(context) : null;
    this.isDeclined = answer === 'no';
    const state: unknown = answer === 'yes' ? context.mcpReq.requestState() : undefined;
    const asked = typeof state === 'string' ? state : undefined;
    this.#token = this.#elicits ? asked : tokenIn(given);
  }

  /** The arguments without the token. */
  get args(): Arguments {
    return this.#args;
  }

  /** Calls that say how they are confirmed. */
  calling(call: Call): Call {
    const mode = this.#mode;
    if (mode === 'never') return call;
    return async (name, input, options) => {
      const answer = await call(name, input, {
        ...options,
        confirm: options.dryRun ? { mode } : { mode, token: this.#token },
      });
      this.#offered = answer.confirmation ?? this.#offered;
      return answer;
    };
  }

  /** An answer, with the token of a dry run for a client that cannot ask. */
  withToken(output: object): Arguments {
    if (this.#offered === null || this.#elicits) return { ...output };
    const { token } = this.#offered;
    return { ...output, confirm: confirmationText(this.#offered), confirm_token: token };
  }

  /** The question to the person, where a call was refused for want of their agreement and they can be asked. */
  questionFor(error: unknown): InputRequiredResult | null {
    const problem = thrownProblem(error);
    if (!this.#elicits || problem?.code !== 'confirmation_required') return null;
    const confirmation = readConfirmation(problem.confirmation);
    if (confirmation === null) return null;
    return ask(question(this.#tool, this.#args, confirmation), confirmation.token);
  }

  /** A problem as the agent sees it: it gets the token by a dry run alone, or none where people are asked. */
  shown(problem: Problem): Problem {
    if (problem.code !== 'confirmation_required') return problem;
    const { confirmation: _, ...shown } = problem;
    if (!this.#elicits) return shown;
    return { ...shown, detail: shown.detail.replace(` ${confirmAgain}`, '') };
  }

  /** The next step after an answer of the person that is not good, or not good any more. */
  guided(problem: ToolProblem): ToolProblem {
    if (!this.#elicits || problem.code !== 'confirmation_required') return problem;
    return { ...problem, fix: `Call ${this.#tool.name} again, and the person is asked again.` };
  }
}
