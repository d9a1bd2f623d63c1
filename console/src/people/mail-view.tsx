import { useState } from 'preact/hooks';
import { Dialog } from '../platform/dialog.tsx';
import { useRead } from '../platform/reads.ts';
import { Loading, Problem } from '../platform/screen.tsx';
import { Scroller } from '../platform/scroller.tsx';
import { t } from '../platform/words.ts';
import { MailFrame } from './mail-frame.tsx';

type Part = 'html' | 'text' | 'headers';
const parts: readonly Part[] = ['html', 'text', 'headers'];

/** A mail as it was handed over: its picture, its text part and its headers (SCREEN-06). */
export function MailView({ sendId, onClose }: { sendId: number; onClose: () => void }) {
  const { data, error } = useRead('get_send_content', { send_id: sendId });
  const [part, setPart] = useState<Part>('html');
  return (
    <Dialog title={data?.subject ?? t('person.mail.title')} onClose={onClose} class="mail-dialog">
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && (
        <>
          <fieldset class="row" aria-label={t('person.mail.parts')}>
            {parts.map((one) => (
              <button
                key={one}
                type="button"
                class={one === part ? 'button primary' : 'button'}
                aria-pressed={one === part}
                onClick={() => setPart(one)}
              >
                {t(`person.mail.${one}`)}
              </button>
            ))}
          </fieldset>
          {data.hidden && <p class="note warn">{data.hidden}</p>}
          {data.attachments && data.attachments.length > 0 && (
            <ul class="plain" aria-label={t('person.mail.files')}>
              {data.attachments.map(({ filename, bytes }, place) => (
                <li key={place}>{t('person.mail.file', { name: filename, bytes })}</li>
              ))}
            </ul>
          )}
          {part === 'html' && <MailFrame html={data.html} title={data.subject} />}
          {part === 'text' && (
            <Scroller class="block" label={t('person.mail.title')}>
              <pre>{data.text}</pre>
            </Scroller>
          )}
          {part === 'headers' && (
            <dl class="facts">
              {Object.entries(data.headers).map(([name, value]) => (
                <>
                  <dt key={`${name}-name`}>{name}</dt>
                  <dd key={name}>{value}</dd>
                </>
              ))}
            </dl>
          )}
        </>
      )}
      <div class="form-foot">
        <button type="button" class="button" onClick={onClose}>
          {t('action.close')}
        </button>
      </div>
    </Dialog>
  );
}
