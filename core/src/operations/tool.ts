import type { OperationName } from '../catalog/catalog.ts';

export type Toolset =
  | 'core'
  | 'themes'
  | 'flows'
  | 'emails'
  | 'sequences'
  | 'broadcasts'
  | 'people'
  | 'events'
  | 'settings'
  | 'definitions'
  | 'definitions'
  | 'tokens'
  | 'clock';

/**
 * What stands behind a tool. One operation, some of its arguments given. Or one of two: `or` where
 * the argument `when` is given. Or a pair that creates or changes the record that `by` names;
 * without `by` it creates one. With `createsAs` `by` is always there, and where it names nothing
 * yet, the record is created under it.
 */
export type Serves =
  | { operation: OperationName; fixed?: Record<string, unknown> }
  | { operation: OperationName; or: OperationName; when: string }
  | { create: OperationName; update: OperationName; by: string; createsAs?: string };

/** One MCP tool. Names are verb and noun; several operations may stand behind one tool. */
export interface Tool {
  toolset: Toolset;
  name: string;
  /** One sentence; the operation's summary where left out. */
  description?: string;
  serves: Serves;
  /** Hints that differ from those that follow from `safety`. */
  hints?: { idempotentHint?: boolean; destructiveHint?: boolean; openWorldHint?: boolean };
  /** Array arguments whose entries have the shape of another operation's input. */
  entriesOf?: Record<string, OperationName>;
  /** Members of the answer of which one is given, chosen by `format`; the first by default. */
  formats?: readonly string[];
  /** The one member of the answer that is given, by the operation's own argument `format`. */
  alone?: Readonly<Record<string, string>>;
  /** Arguments that are listed without their description, since it costs more than it tells. */
  quiet?: readonly string[];
  /** Called by name and listed to nobody, since another tool answers most of it. */
  hidden?: boolean;
  /** Arguments that are taken and not listed. */
  unlisted?: readonly string[];
}

type More = Omit<Partial<Tool>, 'serves'>;

/** Few lists grow past a page; those take a limit that no agent has to know of. */
export const unlisted = ['limit'];

/** A tool that is one operation, of the same name. */
export function tool(toolset: Toolset, name: OperationName, more: More = {}): Tool {
  return { toolset, name, serves: { operation: name }, ...more };
}

/** A tool that is one operation, and another one where the argument `when` is given. */
export function either(
  toolset: Toolset,
  operation: OperationName,
  or: OperationName,
  when: string,
  more: More = {},
): Tool {
  return { toolset, name: operation, serves: { operation, or, when }, ...more };
}

/** The operations behind a tool, the one it is named for first. */
export function operationsOf({ serves }: Tool): OperationName[] {
  if ('update' in serves) return [serves.update, serves.create];
  return 'or' in serves ? [serves.operation, serves.or] : [serves.operation];
}
