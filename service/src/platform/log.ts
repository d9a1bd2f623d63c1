import type { LogFields } from './observing/log-fields.ts';

/** The lowest rank of messages that are written. */
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

const ranks: Record<LogLevel, number> = { silent: 0, error: 1, warn: 2, info: 3, debug: 4 };

/**
 * Writes each message as one line of JSON to standard error; standard output belongs to protocols
 * and answers.
 */
export interface Log {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
}

const scheme = /[a-z]:\/\/[^:/@]*:/i;

/** Cuts the password out of a URL: the text between its user and an `@`. */
function withoutPassword(word: string): string {
  if (!word.includes('://') || !word.includes('@')) return word;
  const parts = word.split('@');
  const last = parts.pop() ?? '';
  const cut = parts.map((part) => {
    const found = scheme.exec(part);
    return found === null ? part : `${part.slice(0, found.index + found[0].length)}***`;
  });
  return [...cut, last].join('@');
}

/** Cuts out text that may be a secret in an address or a header. Takes time in step with the text. */
export function redact(text: string): string {
  const words = text.includes('://') ? text.split(/(\s+)/).map(withoutPassword).join('') : text;
  return words.replace(/Bearer\s+\S+/gi, 'Bearer ***');
}

/** The line without what may be a secret. There can be thousands a second, so it costs little. */
function lineOf(level: LogLevel, message: string, fields: LogFields): string {
  const line: Record<string, unknown> = { time: new Date().toISOString(), level, message };
  for (const name in fields) {
    const value = fields[name as keyof LogFields];
    if (value instanceof Error) line[name] = redact(value.stack ?? value.message);
    else line[name] = typeof value === 'string' ? redact(value) : value;
  }
  return `${JSON.stringify(line)}\n`;
}

export function createLog(
  level: LogLevel,
  write = (line: string) => process.stderr.write(line),
): Log {
  const at =
    (rank: Exclude<LogLevel, 'silent'>) =>
    (message: string, fields: LogFields = {}) => {
      if (ranks[rank] <= ranks[level]) write(lineOf(rank, message, fields));
    };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}
