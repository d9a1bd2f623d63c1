import { own, quoted } from '../../platform/json.ts';
import type { StepBase } from '../definition/definition.ts';
import { emailId } from '../definition/field-kind.ts';
import type { StepType } from './step-type.ts';

export interface SendEmail extends StepBase {
  type: 'send_email';
  email_id: number;
}

/**
 * Queues the email for the person (RUN-06). A run that began for a renewal ends here once its
 * subscription gets no reminder any more (SAFE-45).
 */
export const sendEmail: StepType<SendEmail> = {
  words: {
    purpose: 'Queues the email for the person and continues.',
    example: ({ email }) => ({ name: 'Send the welcome email', email_id: email }),
    uses: ['emails'],
    errors: [/^email_/, 'step_keys_exclusive'],
  },
  fields: { email_id: { kind: emailId, required: true } },
  arms: [],
  ends: false,
  summary(step, names) {
    const id = own(step, 'email_id');
    const title = typeof id === 'number' ? names.email(id) : null;
    return `Send email ${quoted(id)}${title === null ? '' : `, ${quoted(title)}`}`;
  },
  holds: () => false,

  enter(step, { answers }) {
    const { renewalOver = null } = answers;
    if (renewalOver !== null) return { kind: 'exit', reason: renewalOver };
    const email = answers.emails.get(step.email_id);
    if (!email) return { kind: 'skip', reason: `There is no email ${step.email_id}.` };
    if (email.archived) return { kind: 'skip', reason: `Email ${step.email_id} is archived.` };
    const effect = { kind: 'send_email', step_id: step.id, email_id: step.email_id } as const;
    return { kind: 'next', effect };
  },
};
