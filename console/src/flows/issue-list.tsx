import type { JsonObject } from '@postroad/core/platform/json';
import { useRoute } from 'preact-iso/router';
import { issueWords } from '../conditions/issue-words.ts';
import { fieldWords } from '../operations/field-words.ts';
import { emailFrom } from '../operations/record-address.ts';
import { valueAt } from '../platform/value-at.ts';
import { t } from '../platform/words.ts';
import { mended } from './edits.ts';
import { emailTitle } from './record-titles.ts';
import { stepPathOf } from './steps.ts';
import type { Issue } from './working-copy.ts';

interface IssueListProps {
  issues: readonly Issue[];
  definition: Readonly<JsonObject>;
  /** Whether the issues are of this definition, and not of the one before. */
  isCurrent: boolean;
  onFix: (definition: Readonly<JsonObject>) => void;
  /** Opens the step of an issue that somebody has to decide, at its field. */
  onOpen: (path: string, field: string) => void;
}

type IssueProps = Omit<IssueListProps, 'issues'> & { issue: Issue };

/** An email that is not written yet is written on its own screen, which leads back. */
function BlankEmail({ emailId }: { emailId: unknown }) {
  const { name: flow = '' } = useRoute().params;
  return (
    <>
      <span>{t('canvas.issue.blank', { title: emailTitle(emailId) })}</span>
      <a class="button" href={emailFrom('flow', flow, String(emailId))}>
        {t('canvas.issue.write')}
      </a>
    </>
  );
}

function IssueOf({ issue, definition, isCurrent, onFix, onOpen }: IssueProps) {
  const { path, code, did_you_mean } = issue;
  const emailId = code === 'email_blank' ? valueAt(definition, path) : undefined;
  if (emailId !== undefined) return <BlankEmail emailId={emailId} />;
  const { message, fix } = issueWords(issue, definition);
  const next = mended(definition, { path, code, did_you_mean });
  const step = stepPathOf(path);
  const place = step || 'trigger';
  const field = path.startsWith(`${place}.`)
    ? (path.slice(place.length + 1).split(/[.[]/)[0] ?? '')
    : '';
  return (
    <>
      {code === 'step_key_missing' ? (
        <span>{t('canvas.issue.missing', { name: fieldWords(field.replace(/_id$/, '')) })}</span>
      ) : (
        <>
          <span>{message}</span>
          <span class="small quiet-text">{fix}</span>
        </>
      )}
      {(next !== null || field !== '') && (
        <button
          type="button"
          class="button"
          disabled={!isCurrent && next !== null}
          onClick={() => (next === null ? onOpen(place, field) : onFix(next))}
        >
          {did_you_mean !== undefined
            ? t('canvas.fix.use', { name: did_you_mean })
            : next === null
              ? t('canvas.fix.open')
              : t('canvas.fix.apply')}
        </button>
      )}
    </>
  );
}

/** Issues with what to do; the fix is a button (CANVAS-05). */
export function IssueList({ issues, ...of }: IssueListProps) {
  if (issues.length === 0) return null;
  return (
    <ul class="plain issues">
      {issues.map((issue) => (
        <li
          key={`${issue.path} ${issue.code}`}
          class={issue.severity === 'error' ? 'issue bad' : 'issue warn'}
        >
          <IssueOf issue={issue} {...of} />
        </li>
      ))}
    </ul>
  );
}
