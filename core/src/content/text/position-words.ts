import { type Position, positionAt } from '../../platform/position.ts';

/** The beginning of a sentence about a part of a text. */
export function positionWords(source: string, offset: number): string {
  const { line, column } = positionAt(source, offset);
  return `Line ${line}, column ${column}`;
}

export interface PositionSaid {
  /** The beginning of the line, if the sentence names the line alone. */
  position: Position;
  isWholeLine: boolean;
  /** The component whose text it is; null for the text itself. */
  component: string | null;
}

const inComponent = /^In the component "([^"]*)": /;
const atLine = /^Line (\d+)(?:, column (\d+))?(?: of the component "([^"]*)")?: /;
const onLine = / on line (\d+): /;

/**
 * The position that the sentence of an issue about a text names, so that an editor shows it at the
 * line. Null if it names none.
 */
export function positionSaid(message: string): PositionSaid | null {
  const around = inComponent.exec(message);
  const sentence = message.slice(around?.[0].length ?? 0);
  const [, line, column, component] = atLine.exec(sentence) ?? [];
  const said = line ?? onLine.exec(sentence)?.[1];
  if (said === undefined) return null;
  return {
    position: { line: Number(said), column: Number(column ?? 1) },
    isWholeLine: column === undefined,
    component: component ?? around?.[1] ?? null,
  };
}
