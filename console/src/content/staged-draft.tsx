import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useState } from 'preact/hooks';
import { Differences } from '../account/differences.tsx';
import { Issues } from '../account/review/plan-parts.tsx';
import { ActionButton } from '../operations/action-button.tsx';
import { fieldWords } from '../operations/field-words.ts';
import { MailFrame } from '../people/mail-frame.tsx';
import { useRead } from '../platform/reads.ts';
import { Loading, Problem } from '../platform/screen.tsx';
import { Time } from '../platform/time.tsx';
import { t } from '../platform/words.ts';

type Validation = OperationOutput<'get_email_draft'>['validation'];

/** Problems at the fields of the email, as the editor calls them. */
function atFields(issues: Validation['errors']) {
  return issues.map((issue) => ({ ...issue, path: issue.path && fieldWords(issue.path) }));
}

/** The mail as the draft would make it, read when it is asked for. */
function Look({ emailId }: { emailId: number }) {
  const input = { email_id: emailId, draft: true };
  const { data, error } = useRead('preview_email', input, {
    with: ['layouts', 'themes', 'components'],
  });
  if (data === undefined) return error === null ? <Loading /> : <Problem error={error} />;
  return (
    <>
      <p>
        <strong>{data.subject}</strong>
        {data.pre_header !== '' && <span class="quiet-text"> · {data.pre_header}</span>}
      </p>
      <MailFrame html={data.html} title={data.subject || t('email.draft')} />
    </>
  );
}

/**
 * The draft that waits beside an email, such as one of an agent that may only draft: what it changes,
 * what is wrong with it, and the ways out of it (STAGE-02, STAGE-04, STAGE-06).
 */
export function StagedDraft({ emailId }: { emailId: number }) {
  const { data, error } = useRead('get_email_draft', { email_id: emailId });
  const [isLooking, setLooking] = useState(false);
  // Most emails have none, which is a 404.
  if (data === undefined || error !== null) return null;
  const { draft, changes, validation } = data;
  const isBehind = draft.base_revision !== draft.live_revision;
  const side = (of: 'live' | 'draft') =>
    Object.fromEntries(changes.map((change) => [change.field, change[of]]));
  return (
    <section class="card stack-tight" aria-labelledby="staged-draft">
      <div class="card-head">
        <h2 id="staged-draft">{t('email.draft')}</h2>
        <div class="row">
          <ActionButton
            name="publish_email"
            input={{ email_id: emailId, draft_revision: draft.revision }}
            ifRevision={draft.live_revision}
            class="compact primary"
            disabled={isBehind || !validation.valid}
            asks
          >
            {t('canvas.publish')}
          </ActionButton>
          <ActionButton
            name="delete_email_draft"
            input={{ email_id: emailId }}
            ifRevision={draft.revision}
            class="compact"
          >
            {t('canvas.dropDraft')}
          </ActionButton>
        </div>
      </div>
      <p class="quiet-text">
        {t('email.draftText')} <Time at={draft.updated_at} />
      </p>
      {isBehind && <p class="note warn">{t('email.draftBehind')}</p>}
      <Issues issues={atFields(validation.errors)} tone="bad" />
      <Issues issues={atFields(validation.warnings)} tone="warn" />
      <Differences before={side('live')} after={side('draft')} />
      <details open={isLooking} onToggle={({ currentTarget }) => setLooking(currentTarget.open)}>
        <summary>{t('email.draftLook')}</summary>
        {isLooking && <Look emailId={emailId} />}
      </details>
    </section>
  );
}
