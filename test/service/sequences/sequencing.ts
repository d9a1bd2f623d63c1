import type { OperationRequest } from '@postroad/core/catalog/catalog';
import type { TestService } from '../../support/service.ts';
import { type FlowMoves, flowMoves } from '../flows/flow-moves.ts';

/** A step as tests say it: hours after the one before, active unless it is a draft. */
export interface WantedStep {
  hours?: number;
  draft?: boolean;
  email_id?: number;
}

/** Short hands for tests that send people through sequences. */
export interface Sequencing extends FlowMoves {
  /** A sequence that is on, with a flow of its own that starts it; answers its id. */
  sequence(
    steps: WantedStep[],
    more?: Partial<OperationRequest<'create_sequence'>>,
  ): Promise<{ id: number; steps: number[]; emails: number[] }>;
  add(sequenceId: number, step?: WantedStep, position?: number): Promise<number>;
  /** Starts these people on a sequence by way of its flow, and does what is due. */
  start(sequenceId: number, ...emails: string[]): Promise<void>;
  /** Emails that reached a person, by the ids, in order. */
  received(email: string): Promise<number[]>;
  /** What is queued for a person, as `email status`. */
  queued(email: string): Promise<string[]>;
}

const hello = { subject: 'Hi', body_markdown: 'Hello.' };

export function sequencing(opened: TestService): Sequencing {
  const moves = flowMoves(opened);
  const { call } = moves;
  const { pool } = opened.database;
  let made = 0;
  return {
    ...moves,
    async sequence(steps, more = {}) {
      made += 1;
      const { sequence } = await call('create_sequence', { name: `Sequence ${made}`, ...more });
      const { id } = sequence;
      for (const step of steps) await this.add(id, step);
      await call('toggle_sequence', { sequence_id: id, enabled: true });
      await this.live(`start-${id}`, [{ id: 1, type: 'start_sequence', sequence_id: id }], {
        run_policy: 'repeat',
      });
      const shown = (await call('get_sequence', { sequence_id: id })).sequence;
      return {
        id,
        steps: shown.steps.map((step) => step.id),
        emails: shown.steps.map(({ email }) => email.id),
      };
    },
    async add(sequence_id, { hours = 0, draft = false, email_id } = {}, position) {
      const shared = email_id ?? (await call('create_email', hello)).email.id;
      const { step } = await call('add_sequence_step', {
        ...{ sequence_id, email_source: 'shared', email_id: shared },
        ...{ delay_amount: hours, delay_unit: 'hours' },
        ...(position === undefined ? {} : { position }),
      });
      if (!draft) await call('update_sequence_step', { step_id: step.id, status: 'active' });
      return step.id;
    },
    async start(sequenceId, ...emails) {
      await this.enter(`start-${sequenceId}`, ...emails);
    },
    async received(email) {
      const rows = await pool<{ email_id: number }[]>`
        select l.email_id from send_log l join people p on p.id = l.person_id
        where p.email = ${email} and l.status = 'sent' order by l.ended_at, l.id`;
      return rows.map((row) => row.email_id);
    },
    async queued(email) {
      const { queue } = await call('list_queue', { person: email });
      return queue.map((row) => `${row.email.id} ${row.status}`);
    },
  };
}
