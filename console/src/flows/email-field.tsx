import { useId, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { mayCall } from '../operations/contracts.ts';
import { fieldWords } from '../operations/field-words.ts';
import { OperationForm } from '../operations/operation-form.tsx';
import { emailFrom } from '../operations/record-address.ts';
import { Dialog } from '../platform/dialog.tsx';
import { useRead } from '../platform/reads.ts';
import { t } from '../platform/words.ts';
import { emailTitle } from './record-titles.ts';

/** Emails that a menu lists; where there are more, they are searched for as one types. */
const listed = 100;
const offered = 12;

interface EmailFieldProps {
  value: unknown;
  onValue: (id: number | undefined) => void;
}

/** What a title stands for in a list that is typed into. */
const optionText = (title: string, id: number) => `${title} (${id})`;

function SearchedEmail({ id, value, onValue }: EmailFieldProps & { id: string }) {
  const [text, setText] = useState(
    value === undefined ? '' : optionText(emailTitle(value), Number(value)),
  );
  const q = text.replace(/ \(\d+\)$/, '').trim();
  const { data } = useRead('list_emails', { limit: offered, ...(q === '' ? {} : { q }) });
  return (
    <>
      <input
        id={id}
        class="input"
        name="email_id"
        list={`${id}-emails`}
        value={text}
        autocomplete="off"
        placeholder={t('canvas.email.search')}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          const chosen = /\((\d+)\)$/.exec(currentTarget.value)?.[1];
          onValue(chosen === undefined ? undefined : Number(chosen));
        }}
      />
      <datalist id={`${id}-emails`}>
        {data?.emails.map((email) => (
          <option key={email.id} value={optionText(email.title, email.id)}>
            {email.subject}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** The email of a step: chosen from a menu, searched for, or written here. */
export function EmailField({ value, onValue }: EmailFieldProps) {
  const id = useId();
  const [isWriting, setWriting] = useState(false);
  const { name: flow = '' } = useRoute().params;
  const { data } = useRead('list_emails', { limit: listed });
  const emails = data?.emails ?? [];
  const twice = (title: string) => emails.filter((email) => email.title === title).length > 1;
  const isListed = value === undefined || emails.some((email) => email.id === value);
  return (
    <div class="field">
      <label for={id}>
        {fieldWords('email')} <span class="mark">{t('form.required')}</span>
      </label>
      {data !== undefined && data.next_cursor !== null ? (
        <SearchedEmail {...{ id, value, onValue }} />
      ) : (
        <select
          id={id}
          class="input"
          name="email_id"
          value={value === undefined ? '' : String(value)}
          onInput={({ currentTarget }) =>
            onValue(currentTarget.value === '' ? undefined : Number(currentTarget.value))
          }
        >
          <option value="">{t('form.choose')}</option>
          {!isListed && <option value={String(value)}>{emailTitle(value)}</option>}
          {emails.map((email) => (
            <option key={email.id} value={String(email.id)}>
              {twice(email.title) ? optionText(email.title, email.id) : email.title}
            </option>
          ))}
        </select>
      )}
      <span class="row tight small">
        {mayCall('create_email') && (
          <button type="button" class="button" onClick={() => setWriting(true)}>
            {t('canvas.email.write')}
          </button>
        )}
        {value !== undefined && (
          <a class="button quiet" href={emailFrom('flow', flow, String(value))}>
            {t('canvas.email.open')}
          </a>
        )}
      </span>
      {isWriting && (
        <Dialog title={t('canvas.email.write')} onClose={() => setWriting(false)}>
          <OperationForm
            name="create_email"
            only={['title', 'subject', 'body_markdown']}
            onDone={(output) => {
              onValue((output as { email: { id: number } }).email.id);
              setWriting(false);
            }}
            onCancel={() => setWriting(false)}
          />
        </Dialog>
      )}
    </div>
  );
}
