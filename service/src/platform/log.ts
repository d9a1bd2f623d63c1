/** From which rank on messages are written. */
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

const ranks: Record<LogLevel, number> = { silent: 0, error: 1, warn: 2, info: 3, debug: 4 };

/** One line of JSON a message on standard error; stdout belongs to protocols and answers. */
export interface Log {
  error(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
  info(message: string, facts?: Record<string, unknown>): void;
  debug(message: string, facts?: Record<string, unknown>): void;
}

/** Text that could be a secret in an address or header is cut out before it is written. */
export function redact(text: string): string {
  return text
    .replace(/([a-z]+:\/\/[^\s:/@]*):[^\s@]*@/gi, '$1:***@')
    .replace(/Bearer\s+\S+/gi, 'Bearer ***');
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
