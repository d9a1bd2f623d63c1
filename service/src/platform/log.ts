/** The lowest rank of messages that are written. */
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

const ranks: Record<LogLevel, number> = { silent: 0, error: 1, warn: 2, info: 3, debug: 4 };

/**
 * Writes each message as one line of JSON to standard error; standard output belongs to protocols
 * and answers.
 */
export interface Log {
  error(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
  info(message: string, facts?: Record<string, unknown>): void;
  debug(message: string, facts?: Record<string, unknown>): void;
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
  const words = text.split(/(\s+)/).map(withoutPassword).join('');
  return words.replace(/Bearer\s+\S+/gi, 'Bearer ***');
}

function factsOf(facts: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(facts).map(([key, value]) => {
    if (value instanceof Error) return [key, redact(value.stack ?? value.message)];
    return [key, typeof value === 'string' ? redact(value) : value];
  });
  return Object.fromEntries(entries);
}

export function createLog(
  level: LogLevel,
  write = (line: string) => process.stderr.write(line),
): Log {
  const at =
    (rank: Exclude<LogLevel, 'silent'>) =>
    (message: string, facts: Record<string, unknown> = {}) => {
      if (ranks[rank] > ranks[level]) return;
      const time = new Date().toISOString();
      write(`${JSON.stringify({ time, level: rank, message, ...factsOf(facts) })}\n`);
    };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}
