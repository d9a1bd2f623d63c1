import type { Arguments } from '@postroad/core/catalog/call';
import type { OperationName } from '@postroad/core/catalog/catalog';

/** Sets of tools by which a connection is narrowed, in the order in which refusals name them. */
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

export type Toolset = (typeof toolsets)[number];

/** One operation with some of its arguments given; of the others a call takes the address alone. */
export interface Preset {
  call: OperationName;
  with: Arguments;
}

/** One operation where the argument `when` is given, and another one otherwise. */
export interface Choice {
  when: string;
  call: OperationName;
  otherwise: OperationName;
}

/**
 * Changes the record that the argument `by` names, and creates one where `by` is left out. With
 * `keyAs` it is never left out: where it names nothing yet, a record is created under it, by the
 * argument `keyAs` of the create.
 */
export interface Save {
  create: OperationName;
  update: OperationName;
  by: string;
  keyAs?: string;
}

/** What a host may show a person before it lets an agent use the tool; each is said, none implied. */
export type Hints =
  | { readOnly: true; openWorld: boolean }
  | { readOnly: false; destructive: boolean; idempotent: boolean; openWorld: boolean };

/** How the arguments that are listed differ from those of the operation. */
export interface ArgumentWords {
  /** Listed without their description, which costs more tokens than it is worth. */
  undescribed?: readonly string[];
  /** Taken and not listed; `limit` where few lists grow past a page. */
  unlisted?: readonly string[];
  /** Lists whose entries have the shape of another operation's input. */
  entriesOf?: Readonly<Record<string, OperationName>>;
}

/** When and what a person is asked before a call is made. */
export interface Confirmation {
  /** Which calls need a question; where left out, all but dry runs. */
  isNeeded?(args: Arguments): boolean;
  /** Whether the answer of the dry run shows a change; without one nobody is asked. */
  changesAnything?(dryRun: unknown): boolean;
  /** The question, made from the answer of the dry run. */
  question(dryRun: unknown, args: Arguments): string;
}

/** One MCP tool. All that is special about it is in its literal, in the file of its room. */
export interface Tool {
  /** Verb and noun. */
  name: string;
  toolset: Toolset;
  /** One to three sentences; with its arguments a tool stays under 250 tokens. */
  description: string;
  /** The operation it calls with the arguments as they are, or how the arguments decide. */
  operation: OperationName | Preset | Choice | Save;
  arguments?: ArgumentWords;
  hints: Hints;
  /** Members of the answer of which one is given, by an argument `format`; the first by default. */
  formats?: readonly string[];
  /** The one member of the answer that is given, by the operation's own argument `format`. */
  memberOfFormat?: Readonly<Record<string, string>>;
  /** Members of the answer that name operations; agents get the names of the tools that serve them. */
  namesOperations?: readonly string[];
  /** Its answer may hold text of subscribers, as every answer of the sets `people` and `events` may. */
  quotesSubscribers?: boolean;
  confirmation?: Confirmation;
  /** Operations without a tool of their own, which an agent reaches by this one. */
  alsoServes?: readonly OperationName[];
  /** Other names it is called by. */
  aliases?: readonly string[];
}

/** The operations behind a tool, the one it is named for first. */
export function operationsOf({ operation }: Tool): OperationName[] {
  if (typeof operation === 'string') return [operation];
  if ('create' in operation) return [operation.update, operation.create];
  return 'otherwise' in operation ? [operation.otherwise, operation.call] : [operation.call];
}
