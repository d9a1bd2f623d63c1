import { limits } from '@postroad/core/platform/limits';
import { type Session, Sessions } from '@postroad/mcp/transports/sessions';
import { expect, it } from 'vitest';

function session(actorId: string, closed: string[], name: string): Session {
  return {
    actorId,
    close: async () => {
      closed.push(name);
    },
  };
}

it('SEC-18 closes no session of another actor, however many one opens', () => {
  const closed: string[] = [];
  const sessions = new Sessions();
  sessions.add('operator', session('a', closed, 'operator'));
  for (let index = 0; index < limits.mcpSessionsOfActor + 5; index += 1) {
    sessions.add(`b${index}`, session('b', closed, `b${index}`));
  }
  expect(closed).toEqual(['b0', 'b1', 'b2', 'b3', 'b4']);
  expect(sessions.find('operator', 'a')).not.toBeNull();
});
