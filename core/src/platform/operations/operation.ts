import type { z } from 'zod';

/**
 * One word with four consequences: hints to agents, transaction mode (`read` runs read only),
 * token scope, and whether a dry run is offered.
 */
export type Safety = 'read' | 'add' | 'replace' | 'remove' | 'send';

/** All paths of operations are below it. */
export const apiPrefix = '/api/v1';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * The contract of one operation, from which route, OpenAPI path, CLI command and typed client are
 * made, and which an MCP tool calls. Path parameters stand in `path` as `:name` and are keys of
 * `input`; the other keys are the query of GET and DELETE and the body of POST and PATCH.
 */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  /** Plural noun, first word of the CLI command and tag in the OpenAPI document. */
  noun: string;
  /** Second word of the CLI command. */
  verb: string;
  /** One sentence; it is the OpenAPI summary and the command's help. */
  summary: string;
  method: Method;
  path: string;
  safety: Safety;
  /** Status of a success; a function where the answer decides (a duplicate event is 200). */
  status: 200 | 201 | ((output: z.output<Output>) => 200 | 201);
  input: Input;
  output: Output;
  /** Where two operations share method and path: the body key whose presence selects this one. */
  selectedBy?: string;
  /** Largest body in bytes where it is not `limits.bodyBytes`. */
  bodyBytes?: number;
  /** Levels of nesting where they are not `limits.jsonDepth`, of each entry where there are some. */
  jsonLevels?: number;
  /** The resource whose records it changes, where it is not the first word of the path. */
  changes?: string;
  /** Key of a list whose entries are checked one by one; one that is no valid JSON comes as a `FaultyEntry`. */
  entriesAt?: string;
  /** Where the body may also be a stream of any size, which is `argument`; the rest is the query. */
  bodyStream?: { argument: string; types: StreamTypes };
  /** Where the whole answer may also be had as a stream, saved under the name `file`. */
  answerStream?: { types: StreamTypes; file: string };
}

/** Media types of a stream, each with the arguments that it stands for. */
export type StreamTypes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Keeps the exact types of a contract; it only returns its argument. */
export function defineOperation<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return operation;
}

/** Names of the `:parameters` of a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:([a-z_]+)/g)].map((match) => match[1] as string);
}

/** Whether the operation changes anything, and so needs a write token and offers a dry run. */
export function isWrite(operation: Pick<Operation, 'safety'>): boolean {
  return operation.safety !== 'read';
}
