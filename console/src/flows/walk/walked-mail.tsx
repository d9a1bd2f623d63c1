import { MailFrame } from '../../people/mail-frame.tsx';
import { useRead } from '../../platform/reads.ts';
import { Loading, Problem } from '../../platform/screen.tsx';
import { ownText } from '../../platform/sentences.ts';
import { Time } from '../../platform/time.tsx';
import { t } from '../../platform/words.ts';
import { typeLabel } from '../type-label.ts';
import type { EventOfWalk, WalkedMail } from './walk.ts';

interface MailProps {
  mail: WalkedMail;
  person: number;
  event: EventOfWalk | undefined;
  /** The flow whose renewal fills the mail in; null for other flows. */
  renewalOf: number | null;
}

/** A mail of the walk as the person would see it: its lines in an inbox, and the mail itself. */
function Mail({ mail, person, event, renewalOf }: MailProps) {
  const { data, error } = useRead(
    'preview_email',
    {
      email_id: mail.emailId,
      person_id: person,
      ...(event === undefined ? {} : { event }),
      ...(renewalOf === null ? {} : { flow_id: renewalOf }),
    },
    { with: ['layouts', 'themes', 'components'] },
  );
  return (
    <li class="card stack-tight">
      <div>
        <p class="small quiet-text">
          <Time at={mail.at} />
          {mail.node !== null && ` · ${typeLabel(mail.node.name)}`}
        </p>
        {data !== undefined && (
          <>
            <h3 class="walk-subject">
              <a href={`/emails/${mail.emailId}`}>{data.subject}</a>
            </h3>
            {data.pre_header !== '' && <p class="small quiet-text">{data.pre_header}</p>}
          </>
        )}
      </div>
      {mail.against !== null && (
        <p class="note warn small">
          {t('walk.undelivered')}: {ownText(mail.against)}
        </p>
      )}
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && <MailFrame html={data.html} title={data.subject} />}
    </li>
  );
}

interface MailsProps extends Omit<MailProps, 'mail'> {
  mails: readonly WalkedMail[];
  email: string;
}

/** Every mail of the walk, as it would look (CANVAS-03). */
export function WalkedMails({ mails, email, ...rest }: MailsProps) {
  if (mails.length === 0) return null;
  return (
    <section class="stack-tight" aria-labelledby="walk-mails">
      <h2 id="walk-mails">{t('walk.mails', { email })}</h2>
      <ul class="plain walk-mails">
        {mails.map((mail, index) => (
          <Mail key={`${index} ${mail.emailId}`} mail={mail} {...rest} />
        ))}
      </ul>
    </section>
  );
}
