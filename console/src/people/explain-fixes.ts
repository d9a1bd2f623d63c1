import type { OperationName } from '@postroad/core/catalog/catalog';

/** What a reason is about, by the arguments of the operations that help. */
export type Subject = Readonly<Record<string, string>>;

export interface Reason {
  code: string;
  message: string;
  fix: string;
}

/** Records that a message names by a number, with the argument that takes it. */
const numbered = {
  run_id: /\brun (\d+)/i,
  broadcast_id: /\bbroadcast (\d+)/i,
  sequence_id: /\bsequence (\d+)/i,
  send_id: /\b(?:send|mail) (\d+)/i,
  guard_key: /\bguard (\d+)/i,
};

/** What the sentences of a reason name, beside what the question was about. */
export function subjectOf({ message, fix }: Reason, asked: Subject): Subject {
  const text = `${message} ${fix}`;
  const found: Record<string, string> = {};
  for (const [argument, pattern] of Object.entries(numbered)) {
    const [, number] = pattern.exec(text) ?? [];
    if (number !== undefined) found[argument] = number;
  }
  const [, flow] = /\bthe flow ([a-z0-9][a-z0-9_-]*)/.exec(message) ?? [];
  if (flow !== undefined) found.flow_key = flow;
  return { ...found, ...asked };
}

/** The operations that the sentence of a fix names, in its order. */
export function operationsIn(
  fix: string,
  isOperation: (name: string) => name is OperationName,
): OperationName[] {
  const words = fix.replaceAll(/"[^"]*"/g, '').match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
  return [...new Set(words)].filter(isOperation);
}

/** Where a fix without a named operation is done. */
export function addressOfFix({ code }: Reason, subject: Subject): string | null {
  if (code.startsWith('broadcast_') && subject.broadcast_id) {
    return `/broadcasts/${subject.broadcast_id}`;
  }
  if (code.startsWith('run_') && subject.run_id) return `/records/runs/${subject.run_id}`;
  if (code === 'held') return '/queue?status=holding';
  return subject.flow_key === undefined ? null : `/flows/${subject.flow_key}`;
}
