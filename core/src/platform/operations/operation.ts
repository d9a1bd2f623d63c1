import type { z } from 'zod';
import type { CountedResource, ofTheChange } from './revised-resources.ts';
import type { Scope } from './scope.ts';

/**
 * Decides four things: the hints to agents, the transaction mode (`read` runs read only), the token
 * scope, and whether a dry run is offered.
 */
export type Safety = 'read' | 'add' | 'replace' | 'remove' | 'send';

/** The prefix of all operation paths. */
export const apiPrefix = '/api/v1';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How a read finds a record that it names. */
export interface Expansion {
  /** The operation that reads the record, and its argument that addresses it. */
  operation: string;
  argument: string;
  /** Whether the argument is a text that may be an id. */
  isText?: true;
  /** Where the answer names the record: the member that is the record, and the way to its reference. */
  from: readonly [member: string, ...reference: string[]];
}

/**
 * The contract of one operation. Route, OpenAPI path, CLI command and typed client are derived from
 * it, and an MCP tool calls it. Path parameters are `:name` in `path` and keys of `input`; the
 * other keys are the query of GET and DELETE and the body of POST, PUT and PATCH.
 */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  /** Plural noun: first word of the CLI command and tag in the OpenAPI document. */
  noun: string;
  /** Second word of the CLI command. */
  verb: string;
  /** One sentence: the OpenAPI summary and the command's help. */
  summary: string;
  method: Method;
  path: string;
  safety: Safety;
  /** The scope that it needs, where that is not `read` of a read and `write` of a write. */
  scope?: Scope;
  /** The wider scope that a call with this input needs; null where `scope` is enough. */
  widerScope?(input: z.output<Input>): Scope | null;
  /** It renders or rehearses, which costs more than other calls and has its own limit (LIM2-03). */
  renders?: true;
  /** Its cost grows with the account, always or with this input; few such reads run at once (COUNT-09). */
  heavy?: true | ((input: z.output<Input>) => boolean);
  /**
   * A read whose answer may be some seconds old, so that a replica may give it (REPL-01). Never where
   * something is decided or changed by what it says.
   */
  mayLag?: true;
  /** Status of a success; a function if it depends on the output (a duplicate event is 200). */
  status: 200 | 201 | ((output: z.output<Output>) => 200 | 201);
  input: Input;
  output: Output;
  /** If two operations share method and path: the body key whose presence selects this one. */
  selectedBy?: string;
  /** Largest body in bytes, if not `limits.bodyBytes`. */
  bodyBytes?: number;
  /** Levels of nesting, if not `limits.jsonDepth`; with `entriesAt`, of each entry. */
  jsonLevels?: number;
  /** The resource it changes, if not the first word of the path. */
  changes?: string;
  /** Records what happened elsewhere, which is no change by an operator (HIST-06). */
  ingest?: true;
  /** A read that leaves a change of this resource, such as an export. */
  audited?: string;
  /** Members of the answer that hold a new secret, shown this once: empty in a dry run, which keeps none. */
  secrets?: readonly string[];
  /** Changes what its record does not show, such as a secret; the history has it all the same (HIST-03). */
  unshown?: true;
  /**
   * The resource of its record where that counts its changes; a write takes `if_revision` (REV-05 to
   * REV-08). `of the change`: the record of the change in the path, whatever it is (HIST-13).
   */
  revised?: CountedResource | typeof ofTheChange;
  /**
   * Key of a list whose entries are checked one by one; an entry that is not valid JSON becomes a
   * `FaultyEntry`.
   */
  entriesAt?: string;
  /**
   * If the body may also be a stream of any size, which becomes `argument`; the rest is the query.
   */
  bodyStream?: { argument: string; types: StreamTypes };
  /** Where the body holds files in base64: in this member of the entries of this list (MSG-14). */
  bodyFiles?: { list: string; content: string };
  /** The records that a read can bring along, by name. */
  expands?: Readonly<Record<string, Expansion>>;
  /** If the whole answer is also available as a stream, saved under the name `file`. */
  answerStream?: { types: StreamTypes; file: string };
}

/** Media types of a stream, each with the arguments it implies. */
export type StreamTypes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns its argument and keeps the exact types of a contract. */
export function defineOperation<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return operation;
}

/** Names of the `:parameters` of a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:([a-z_]+)/g)].map((match) => match[1] as string);
}

/** Whether the operation changes anything, and so offers a dry run. */
export function isWrite(operation: Pick<Operation, 'safety'>): boolean {
  return operation.safety !== 'read';
}

/** Whether the keys that are not in the path are the body, not the query. */
export function hasBody({ method }: Pick<Operation, 'method'>): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}
