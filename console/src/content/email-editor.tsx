import type { OperationOutput, OperationRequest } from '@postroad/core/catalog/catalog';
import { noDraft } from '@postroad/core/platform/operations/revised-resources';
import { useMemo, useState } from 'preact/hooks';
import { currentIn } from '../operations/conflict.tsx';
import { mayCall } from '../operations/contracts.ts';
import { fieldWords } from '../operations/field-words.ts';
import { perform } from '../operations/perform.ts';
import { useRead } from '../platform/reads.ts';
import { Loading } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';
import { CodeEditor } from './editor/code-editor.tsx';
import { type LocatedIssue, located, type TextIssue } from './editor/issues.ts';
import { Languages, LayoutChoice, ownWords } from './email-choices.tsx';
import { InboxLine } from './inbox-line.tsx';
import { anybody, MailPreview, type Reader, useReader } from './mail-preview.tsx';
import { useNames } from './use-names.ts';
import { usePreview } from './use-preview.ts';
import { textField, useWorkingRecord, type WorkingRecord } from './working-record.ts';
import { WritingForm } from './writing-form.tsx';

export type Email = OperationOutput<'get_email'>['email'];

type Edits = Omit<OperationRequest<'update_email'>, 'email_id'>;

const members = ['subject', 'pre_header', 'body_markdown'] as const;
type Member = (typeof members)[number];
type Words = Record<Member, string>;

const kinds = { subject: 'line', pre_header: 'line', body_markdown: 'markdown' } as const;

const fields = [
  ...['title', ...members].map(textField),
  { ...textField('translations'), kind: 'json' as const },
  { ...textField('template_id'), kind: 'number' as const },
];

/** The words of an email in a language, with edits; what a translation lacks is the email's own. */
function wordsIn(email: Email, edits: Edits, language: string): Words {
  const own = {
    subject: edits.subject ?? email.subject,
    pre_header: edits.pre_header ?? email.pre_header,
    body_markdown: edits.body_markdown ?? email.body_markdown,
  };
  if (language === ownWords) return own;
  return { ...own, ...email.translations[language], ...edits.translations?.[language] };
}

/** The edits with changed words. Of a translation they hold no more, so that others may change the rest. */
function withWords(edits: Edits, language: string, changed: Partial<Words>): Edits {
  if (language === ownWords) return { ...edits, ...changed };
  const { translations } = edits;
  return {
    ...edits,
    translations: { ...translations, [language]: { ...translations?.[language], ...changed } },
  };
}

/** What is written: a save takes the translations whole. */
function written({ translations }: Email, edits: Edits): Edits {
  if (edits.translations === undefined) return edits;
  const changed = Object.entries(edits.translations).map(
    ([language, words]) => [language, { ...translations[language], ...words }] as const,
  );
  return { ...edits, translations: { ...translations, ...Object.fromEntries(changed) } };
}

/** The problems of each text; what names none of them is about the body. */
function issuesByMember(issues: readonly TextIssue[], words: Words) {
  const sorted: Record<Member, LocatedIssue[]> = { subject: [], pre_header: [], body_markdown: [] };
  for (const issue of issues) {
    const member = members.find((one) => one === issue.path) ?? 'body_markdown';
    sorted[member].push(located(words[member], issue));
  }
  return sorted;
}

/** The mail as it is written, in a language, for a reader. */
function useEmailPreview(
  email: Email,
  work: Working,
  words: Words,
  reader: Reader,
  language: string,
) {
  const layouts = useRead('list_layouts', { limit: 200 }).data?.templates;
  const { base, edits } = work;
  const own = base.template_id === email.template_id ? undefined : base.template_id;
  const chosen = edits.template_id === undefined ? own : edits.template_id;
  const layoutId = chosen ?? layouts?.find(({ is_default }) => is_default)?.id;
  return usePreview({
    email_id: email.id,
    ...words,
    ...useReader(reader),
    // Without translations the person's language changes nothing.
    language,
    ...(chosen !== undefined && layoutId !== undefined && { template_id: layoutId }),
  });
}

type Working = WorkingRecord<Email, Edits>;

/** Writes an email, with the mail beside it as it would be sent now (CON2-01). */
export function EmailEditor({ email }: { email: Email }) {
  const work = useWorkingRecord<Email, Edits>(
    email,
    async (edits, begun) => {
      const input = { email_id: email.id, ...written(begun, edits) };
      return (await perform('update_email', input, { ifRevision: [begun.revision] })).email;
    },
    {},
  );
  return <Editor email={email} work={work} operation="update_email" />;
}

/** The email as its draft has it. Its revision is that of the draft, or of none. */
interface Drafted extends Email {
  live: Email;
  hasDraft: boolean;
  /** Revision of the email on which the draft was begun. */
  begunOn: number;
}

const draftFields = [
  ...['subject', 'pre_header', 'body_markdown', 'translations', 'labels', 'template_id'],
  ...['from_address', 'reply_to', 'tracking', 'kind'],
] as const;

type Draft = OperationOutput<'get_email_draft'>['draft'];

function drafted(live: Email, { title, base_revision, ...draft }: Draft): Drafted {
  const own = { live, hasDraft: true, begunOn: base_revision };
  return { ...live, ...draft, ...{ title_raw: title }, ...own };
}

/** What is kept of a draft beside its edits: all that it has and the email has not. */
function draftContent({ live, ...draft }: Drafted): Edits {
  const other = draftFields.filter(
    (field) => JSON.stringify(draft[field]) !== JSON.stringify(live[field]),
  );
  return {
    ...Object.fromEntries(other.map((field) => [field, draft[field]])),
    ...(draft.title_raw !== live.title_raw && { title: draft.title_raw ?? '' }),
  };
}

/** Writes the draft beside an email, for who may not change the email itself (STAGE-07). */
export function EmailDraftEditor({ email }: { email: Email }) {
  const { data, error } = useRead('get_email_draft', { email_id: email.id });
  // None is a 404; what was read of one that is gone since says which others are newer.
  const none = { ...email, live: email, hasDraft: false, begunOn: email.revision };
  const last = data?.draft.revision ?? noDraft;
  const now =
    data === undefined || error !== null ? { ...none, revision: last } : drafted(email, data.draft);
  const work = useWorkingRecord<Drafted, Edits>(
    now,
    async (edits, begun) => {
      const content = { ...draftContent(begun), ...written(begun, edits) };
      const { draft } = await perform(
        'save_email_draft',
        { email_id: email.id, ...content, base_revision: begun.begunOn },
        { ifRevision: [begun.hasDraft ? begun.revision : noDraft] },
      );
      return drafted(begun.live, draft);
    },
    {},
  );
  if (data === undefined && error === null) return <Loading />;
  // Somebody else dropped or published it: there is nothing to show beside the edits.
  const isGone = work.isConflict && currentIn(work.error) === null;
  const rebase = (current: object, kept: Edits) =>
    work.rebase(drafted(email, current as Draft), kept);
  return (
    <>
      <p class="note">{t('email.draftOnly')}</p>
      {isGone && (
        <p>
          <button
            type="button"
            class="button"
            onClick={() => work.rebase({ ...none, revision: noDraft }, work.edits)}
          >
            {t('conflict.keepMine')}
          </button>
        </p>
      )}
      <Editor email={email} work={{ ...work, rebase }} operation="save_email_draft" />
    </>
  );
}

interface EditorProps {
  /** As it is live. */
  email: Email;
  work: Working;
  operation: 'update_email' | 'save_email_draft';
}

function Editor({ email, work, operation }: EditorProps) {
  const { base, edits } = work;
  const [language, setLanguage] = useState(ownWords);
  const [reader, setReader] = useState(anybody);
  const names = useNames();
  const isReadOnly = !mayCall(operation);
  const words = wordsIn(base, edits, language);
  const known = Object.keys({ ...base.translations, ...edits.translations });
  const languages = [...new Set([...known, language])].filter((one) => one !== ownWords).sort();
  const live = useEmailPreview(email, work, words, reader, language);
  // Problems are those of the last preview; the editor moves them with what is typed since.
  const issues = useMemo(() => issuesByMember(live.issues, words), [live.issues]);
  return (
    <WritingForm work={work} operation={operation} noun="emails" record={email.key} fields={fields}>
      <InboxLine preview={live.preview} subject={words.subject} from={base.from_address} />
      <div class="writing">
        <div class="stack">
          <Languages
            languages={languages}
            chosen={language}
            mayAdd={!isReadOnly}
            onChoose={setLanguage}
          />
          {members.map((member) => (
            <CodeEditor
              key={member}
              label={fieldWords(member)}
              kind={kinds[member]}
              text={words[member]}
              names={names}
              issues={issues[member]}
              isReadOnly={isReadOnly}
              onText={(text) => work.edit(withWords(edits, language, { [member]: text }))}
            />
          ))}
          <p class="small quiet-text">{t('editor.hint')}</p>
          <LayoutChoice
            chosen={edits.template_id === undefined ? base.template_id : edits.template_id}
            isReadOnly={isReadOnly}
            onChoose={(template_id) => work.edit({ ...edits, template_id })}
          />
        </div>
        <MailPreview live={live} reader={reader} onReader={setReader} />
      </div>
    </WritingForm>
  );
}
