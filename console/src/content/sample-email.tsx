import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useId, useState } from 'preact/hooks';
import { useRead } from '../platform/reads.ts';
import { t } from '../platform/words.ts';

export type EmailRow = OperationOutput<'list_emails'>['emails'][number];

export interface Sample {
  /** The email that a preview is of; null where there is none. */
  email: EmailRow | null;
  emails: readonly EmailRow[];
  choose: (emailId: number) => void;
}

/** The emails that a layout, theme or component can be shown with; those that use it first. */
export function useSample(uses: (email: EmailRow) => boolean): Sample | null {
  const { data } = useRead('list_emails', { limit: 100 });
  const [chosen, choose] = useState<number | null>(null);
  if (data === undefined) return null;
  const emails = [
    ...data.emails.filter((email) => uses(email)),
    ...data.emails.filter((email) => !uses(email)),
  ];
  return { email: emails.find(({ id }) => id === chosen) ?? emails[0] ?? null, emails, choose };
}

/** Chooses the email that something is shown with. */
export function SampleChoice({ sample }: { sample: Sample }) {
  const id = useId();
  if (sample.email === null) {
    return (
      <p class="note">
        {t('content.noEmail')} <a href="/operations/create_email">{t('action.create')}</a>
      </p>
    );
  }
  return (
    <div class="field">
      <label for={id}>{t('content.shownWith')}</label>
      <select
        id={id}
        class="input"
        value={String(sample.email.id)}
        onChange={({ currentTarget }) => sample.choose(Number(currentTarget.value))}
      >
        {sample.emails.map(({ id: email, title }) => (
          <option key={email} value={String(email)}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}
