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

it('UNIT-15 closes the least recently used session when there are too many', () => {
  const closed: string[] = [];
  const sessions = new Sessions();
  for (let index = 0; index < limits.mcpSessionsOfActor; index += 1) {
    sessions.add(String(index), session('a', closed, String(index)));
  }
  expect(sessions.find('0', 'a')).not.toBeNull();
  // A lookup by another actor does not refresh a session.
  expect(sessions.find('1', 'b')).toBeNull();
  sessions.add('new', session('a', closed, 'new'));
  expect(closed).toEqual(['1']);
  expect(sessions.size).toBe(limits.mcpSessionsOfActor);
  expect(sessions.find('1', 'a')).toBeNull();
});

it('closes all, even if one fails', async () => {
  const closed: string[] = [];
  const sessions = new Sessions();
  sessions.add('bad', { actorId: 'a', close: () => Promise.reject(new Error('gone')) });
  sessions.add('good', session('a', closed, 'good'));
  await sessions.closeAll();
  expect(closed).toEqual(['good']);
  expect(sessions.size).toBe(0);
});
