import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useState } from 'preact/hooks';
import { Differences } from '../account/differences.tsx';
import { DraftSaved, lookedThrough } from '../account/draft-saved.tsx';
import { Issues } from '../account/review/plan-parts.tsx';
import { ActionButton } from '../operations/action-button.tsx';
import { SidesTable } from '../operations/conflict.tsx';
import { fieldWords } from '../operations/field-words.ts';
import { Fact } from '../operations/record-view.tsx';
import { MailLook } from '../people/mail-look.tsx';
import { useRead } from '../platform/reads.ts';
import { t } from '../platform/words.ts';

type Validation = OperationOutput<'get_email_draft'>['validation'];

/** Problems at the fields of the email, as the editor calls them. */
function atFields(issues: Validation['errors']) {
  return issues.map((issue) => ({ ...issue, path: issue.path && fieldWords(issue.path) }));
}

type Kept = OperationOutput<'get_email_draft'>;
type Changed = Kept['changes'][number];

/** The email as it was when the draft was begun; null where the history does not say, or not yet. */
function useBegun(emailId: number, base: number) {
  const of = { resource: 'emails', id: String(emailId), limit: lookedThrough };
  const changes = useRead('list_changes', of);
  const later = changes.data?.changes.filter(
    ({ revision }) => revision !== null && revision > base,
  );
  const first = later?.at(-1);
  const isFirst = first?.revision === base + 1;
  const { data, error } = useRead('get_change', isFirst ? { change_id: first.id } : null);
  return {
    isReading: changes.isLoading || (isFirst && data === undefined && error === null),
    begun: isFirst && data?.change.id === first.id ? data.change.before : null,
  };
}

/** What the draft and others both changed since it was begun. */
function meeting(changes: readonly Changed[], begun: Readonly<Record<string, unknown>> | null) {
  const wasIn = ({ field }: Changed) => begun?.[field === 'template_id' ? 'layout_id' : field];
  return changes.filter((one) => JSON.stringify(wasIn(one)) !== JSON.stringify(one.live));
}

function sides(changes: readonly Changed[]) {
  const side = (of: 'live' | 'draft') =>
    Object.fromEntries(changes.map((change) => [change.field, change[of]]));
  return { before: side('live'), after: side('draft') };
}

/**
 * Puts a draft on the email as it is now. What both changed is chosen field by field; the rest stays as
 * the draft has it, beside what others changed (CON-11, STAGE-05).
 */
function PutOnNow({ emailId, kept: { draft, changes } }: { emailId: number; kept: Kept }) {
  const { isReading, begun } = useBegun(emailId, draft.base_revision);
  const both = isReading ? [] : meeting(changes, begun);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const stays = changes.filter(({ field }) => !taken.includes(field));
  const { before, after } = sides(changes);
  const own = changes.filter((one) => !both.includes(one));
  // An empty title is none.
  const content = stays.map(({ field, draft: value }) => [
    field,
    field === 'title' ? (value ?? '') : value,
  ]);
  return (
    <>
      <p class="note warn">{t('email.draftBehind')}</p>
      {both.length > 0 && (
        <>
          <p>{t('email.draftMeets')}</p>
          <SidesTable
            heads={{ theirs: t('email.draftLive'), mine: t('email.draftOwn') }}
            rows={both.map(({ field }) => ({
              name: field,
              label: fieldWords(field),
              theirs: <Fact name={field} row={before} />,
              mine: <Fact name={field} row={after} />,
              action: (
                <label class="choice">
                  <input
                    type="checkbox"
                    checked={taken.includes(field)}
                    onChange={({ currentTarget }) =>
                      setTaken(
                        currentTarget.checked
                          ? [...taken, field]
                          : taken.filter((name) => name !== field),
                      )
                    }
                  />
                  {t('email.draftTakeLive')}
                </label>
              ),
            }))}
          />
        </>
      )}
      {!isReading && own.length > 0 && <Differences {...sides(own)} />}
      {!isReading && stays.length > 0 && (
        <p>
          <ActionButton
            name="save_email_draft"
            input={{
              ...Object.fromEntries(content),
              ...{ email_id: emailId, base_revision: draft.live_revision },
            }}
            ifRevision={draft.revision}
          >
            {t('email.draftPutOn')}
          </ActionButton>
        </p>
      )}
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
        {t('email.draftText')}{' '}
        <DraftSaved resource="emails" id={String(emailId)} at={draft.updated_at} />
      </p>
      <Issues issues={atFields(validation.errors)} tone="bad" />
      <Issues issues={atFields(validation.warnings)} tone="warn" />
      {isBehind ? (
        <PutOnNow key={draft.live_revision} emailId={emailId} kept={data} />
      ) : (
        <Differences {...sides(changes)} />
      )}
      <details open={isLooking} onToggle={({ currentTarget }) => setLooking(currentTarget.open)}>
        <summary>{t('email.draftLook')}</summary>
        {isLooking && <MailLook emailId={emailId} isDraft title={t('email.draft')} />}
      </details>
    </section>
  );
}
