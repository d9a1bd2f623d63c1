import type { Client } from '@modelcontextprotocol/client';
import { answerIn } from '../mcp/raw-clients.ts';

export type Json = Record<string, unknown>;

/** What a conversation cost the agent that held it. */
export interface Cost {
  calls: number;
  rejected: number;
  /** Of the texts of all answers. */
  bytes: number;
}

/** The calls of an agent about one task, over a client of the SDK. */
export class Conversation {
  readonly cost: Cost = { calls: 0, rejected: 0, bytes: 0 };
  readonly #client: Client;
  /** The tools that the agent knows: those listed, and those that it found. */
  readonly #known: Set<string>;

  constructor(client: Client, listed: readonly string[]) {
    this.#client = client;
    this.#known = new Set(listed);
  }

  /** A call that has to succeed. */
  async ask(tool: string, args: Json = {}): Promise<Json> {
    const { answer, isError } = await this.#call(tool, args);
    if (isError) throw new Error(`${tool} was refused: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** A call that has to be refused. */
  async askInVain(tool: string, args: Json = {}): Promise<Json> {
    const { answer, isError } = await this.#call(tool, args);
    if (!isError) throw new Error(`${tool} was not refused.`);
    return answer;
  }

  async #call(tool: string, args: Json): Promise<{ answer: Json; isError: boolean }> {
    if (!this.#known.has(tool)) throw new Error(`No list that the agent has seen names ${tool}.`);
    const result = await this.#client.callTool({ name: tool, arguments: args });
    const isError = result.isError === true;
    this.cost.calls += 1;
    this.cost.rejected += isError ? 1 : 0;
    for (const block of result.content)
      if (block.type === 'text') this.cost.bytes += Buffer.byteLength(block.text);
    const answer = answerIn(result);
    if (tool === 'find_tools')
      for (const { name } of answer.tools as { name: string }[]) this.#known.add(name);
    return { answer, isError };
  }
}

/** The member at a path such as `email.id` or `runs.0.id`; missing ones end the conversation. */
export function at(answer: Json, path: string): unknown {
  const found = path
    .split('.')
    .reduce<unknown>((value, name) => (value as Json | undefined)?.[name], answer);
  if (found === undefined) throw new Error(`${path} is not in ${JSON.stringify(answer)}`);
  return found;
}
