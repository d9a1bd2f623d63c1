import type { Arguments, Call } from '@postroad/core/catalog/call';
import type { OperationName } from '@postroad/core/catalog/catalog';
import type { LookAtProgress } from './import-progress.ts';

/**
 * The toolsets to which a connection can be restricted, in the order in which refusals list them.
 */
export const toolsets = [
  'core',
  'themes',
  'flows',
  'emails',
  'sequences',
  'people',
  'broadcasts',
  'events',
  'settings',
  'definitions',
  'tokens',
  'clock',
] as const;

/** What an option of a connection may name. */
export const toolsetNames = [...toolsets, 'all'] as const;

export type Toolset = (typeof toolsets)[number];

/** One operation with some arguments preset; a call gives only its path parameters. */
export interface Preset {
  call: OperationName;
  with: Arguments;
}

/** The operation `call` if the argument `when` is given, otherwise the operation `otherwise`. */
export interface Choice {
  when: string;
  call: OperationName;
  otherwise: OperationName;
}

/**
 * Updates the record that the argument `by` names, or creates one if `by` is missing. With `keyAs`,
 * `by` is required: if no record has it, one is created with it as the argument `keyAs` of the
 * create.
 */
export interface Save {
  create: OperationName;
  update: OperationName;
  by: string;
  keyAs?: string;
}

/**
 * The hints that a host may show a person before it lets an agent use the tool. All are explicit.
 */
export type Hints =
  | { readOnly: true; openWorld: boolean }
  | { readOnly: false; destructive: boolean; idempotent: boolean; openWorld: boolean };

/** How the listed arguments differ from those of the operation. */
export interface ArgumentWords {
  /** Listed without their descriptions, which cost more tokens than they help. */
  undescribed?: readonly string[];
  /** Listed here, though most tools that take them do not list them: `fields` saves tokens. */
  listed?: readonly string[];
  /** Accepted but not listed, such as `limit` of lists that rarely exceed a page. */
  unlisted?: readonly string[];
  /** Lists whose entries have the input of another operation. */
  entriesOf?: Readonly<Record<string, OperationName>>;
}

/** One MCP tool. All its specifics are in this literal, in the file of its room. */
export interface Tool {
  /** Verb and noun. */
  name: string;
  toolset: Toolset;
  /** One to three sentences; with its arguments a tool stays under 250 tokens. */
  description: string;
  /** Words by which people ask for it and which its description lacks; only `find_tools` reads them. */
  asked?: string;
  /** The operation that it calls, or how its arguments choose one. */
  operation: OperationName | Preset | Choice | Save;
  arguments?: ArgumentWords;
  hints: Hints;
  /** Members of the answer of which the argument `format` selects one; the first by default. */
  formats?: readonly string[];
  /**
   * The one member of the answer that each value of the operation's own argument `format` selects.
   */
  memberOfFormat?: Readonly<Record<string, string>>;
  /** Members of the answer that name operations; agents get tool names instead. */
  namesOperations?: readonly string[];
  /** The answer with the same facts in fewer tokens. */
  compact?(output: object): object;
  /** Looks how far a call has come, for clients that wait for it. */
  follow?: (call: Call) => Promise<LookAtProgress>;
  /** Operations without their own tool, which agents reach through this one. */
  alsoServes?: readonly OperationName[];
  /** Other names by which it can be called. */
  aliases?: readonly string[];
}

/** The operations of a tool, the one that it is named for first. */
export function operationsOf({ operation }: Tool): OperationName[] {
  if (typeof operation === 'string') return [operation];
  if ('create' in operation) return [operation.update, operation.create];
  return 'otherwise' in operation ? [operation.otherwise, operation.call] : [operation.call];
}
