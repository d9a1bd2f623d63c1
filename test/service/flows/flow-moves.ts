import type { TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

/** The state of one run. */
export interface Standing {
  email: string;
  status: string;
  step_id: number | null;
  waiting: boolean;
  reason: string | null;
  tags: string[];
  /** For example `1 branched then`. */
  trail: string[];
}

/**
 * Short hands for tests that send people through flows. Each flow starts on an event of its own, so
 * that tests can share a service.
 */
export interface FlowMoves extends Calling {
  live(
    key: string,
    nodes: object[],
    more?: { trigger?: object; run_policy?: 'single_run' | 'repeat'; goals?: object[] },
  ): Promise<void>;
  edit(key: string, nodes: object[], trigger?: object): Promise<void>;
  /** Starts these people on a flow by its event. */
  enter(key: string, ...emails: string[]): Promise<void>;
  record(email: string, name: string, details?: object): Promise<void>;
  /** Does what is due, or what becomes due in so many minutes. */
  pass(minutes?: number): Promise<void>;
  standings(key: string): Promise<Standing[]>;
  trailOf(key: string, email: string): Promise<string[]>;
  tagsOf(email: string): Promise<string[]>;
}

export function flowMoves(opened: TestService): FlowMoves {
  const calls = calling(opened);
  const { pool } = opened.database;
  return {
    ...calls,
    async live(
      key,
      nodes,
      { trigger = { event: key }, run_policy = 'single_run', goals = [] } = {},
    ) {
      const definition = { trigger, goals, nodes };
      await calls.call('create_flow', { key, run_policy, definition });
      await calls.call('activate_flow', { flow_key: key });
    },
    async edit(key, nodes, trigger = { event: key }) {
      const definition = { trigger, nodes };
      await calls.call('update_flow', { flow_key: key, definition, force: true });
    },
    async enter(key, ...emails) {
      for (const email of emails) await calls.call('record_event', { email, name: key });
      await this.pass();
    },
    async record(email, name, details = {}) {
      await calls.call('record_event', { email, name, ...{ details: { ...details } } });
    },
    async pass(minutes = 0) {
      await calls.call('move_clock', { advance: { amount: minutes, unit: 'minutes' } });
    },
    async standings(key) {
      const rows = await pool<Standing[]>`
        select p.email, r.status, r.step_id, r.waiting, r.reason,
          array(select t.name from tags t where t.id = any(p.tag_ids) order by 1) as tags,
          array(select concat_ws(' ', s.step_id, s.outcome, s.arm) from run_steps s
            where s.run_id = r.id order by s.id) as trail
        from runs r join people p on p.id = r.person_id join flows f on f.id = r.flow_id
        where f.key = ${key} order by r.id`;
      return rows.map((row) => ({ ...row }));
    },
    async trailOf(key, email) {
      const rows = await this.standings(key);
      return rows.find((row) => row.email === email)?.trail ?? [];
    },
    async tagsOf(email) {
      const { person } = await calls.call('get_person', { person: email });
      return [...person.tags].sort();
    },
  };
}

/** A gate with an id, that tags on both arms. */
export function gate(id: number, wait_for: object, more: object = {}): Record<string, unknown> {
  return { id, type: 'gate', wait_for, ...more };
}

/** The arms of a gate that expires after so many hours. */
export function arms(hours: number, from = 100): Record<string, unknown> {
  return {
    expires_after: { amount: hours, unit: 'hours' },
    met: [{ id: from, type: 'add_tag', tag: 'met' }],
    expired: [{ id: from + 1, type: 'add_tag', tag: 'expired' }],
  };
}

export function next(name: string, match?: object): object {
  return { event: { name, ...(match && { match }), occurrence: 'next_occurrence' } };
}

export function anyPast(name: string, match?: object): object {
  return { event: { name, ...(match && { match }), occurrence: 'any_past' } };
}
