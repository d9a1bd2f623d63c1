import { useCallback, useState } from 'preact/hooks';
import { LanguageChoice, ownWords } from '../content/email-choices.tsx';
import { emailFrom } from '../operations/record-address.ts';
import { MailLook } from '../people/mail-look.tsx';
import { useRead } from '../platform/reads.ts';
import { number, t } from '../platform/words.ts';
import { RankBars } from '../sending/rank-bars.tsx';
import { shareOf } from '../sending/rates.ts';
import type { Broadcast } from './broadcast.ts';
import { withClicks } from './click-marks.ts';

interface MailProps {
  emailId: number;
  links: Broadcast['links'];
}

/** The mail with the clicks on its links, in each language that it has (LANG-03). */
function Mail({ emailId, links }: MailProps) {
  const { data, error } = useRead('get_email', { email_id: emailId });
  const [language, setLanguage] = useState(ownWords);
  const shown = useCallback(
    (html: string) => (links.length === 0 ? html : withClicks(html, links, (n) => number(n))),
    [links],
  );
  if (data === undefined && error === null) return null;
  const languages = data?.email.languages ?? [];
  const isTranslated = languages.length > 0;
  return (
    <>
      {isTranslated && (
        <>
          <LanguageChoice {...{ languages, chosen: language, onChoose: setLanguage }} />
          <p class="small quiet-text">{t('email.languageHint')}</p>
        </>
      )}
      <MailLook
        emailId={emailId}
        language={isTranslated ? language : undefined}
        title={t('broadcast.mail')}
        shown={shown}
      />
    </>
  );
}

const noLinks: Broadcast['links'] = [];

/** The emails of a broadcast: its own, or those of its variants. */
function emailsOf({ variants, email }: Broadcast): { id: number; name: string }[] {
  return variants === null
    ? [{ id: email.id, name: email.title || email.subject }]
    : variants.map(({ email_id, name }) => ({ id: email_id, name }));
}

/** What goes out, as it opens; once it is sent, with how often each link was clicked (CON2-07). */
export function MailCard({ broadcast }: { broadcast: Broadcast }) {
  const emails = emailsOf(broadcast);
  const [chosen, setChosen] = useState(emails[0]?.id ?? broadcast.email_id);
  const shown = emails.find(({ id }) => id === chosen) ?? emails[0];
  if (shown === undefined) return null;
  const isBlank = broadcast.variants === null && broadcast.email.subject === '';
  return (
    <section class="card stack-tight" aria-labelledby="broadcast-mail">
      <div class="card-head">
        <h2 id="broadcast-mail">{t('broadcast.mail')}</h2>
        <a
          class={`button compact ${isBlank ? 'primary' : ''}`}
          href={emailFrom('broadcast', String(broadcast.id), shown.id)}
        >
          {t(isBlank ? 'broadcast.writeMail' : 'broadcast.editMail')}
        </a>
      </div>
      {emails.length > 1 && (
        <nav class="row variants" aria-label={t('experiment.variant')}>
          {emails.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              class="button quiet compact"
              aria-pressed={id === shown.id}
              onClick={() => setChosen(id)}
            >
              {name}
            </button>
          ))}
        </nav>
      )}
      {isBlank && <p class="note">{t('broadcast.blankMail')}</p>}
      {/* Of a link that several variants have, the clicks are those of all. */}
      <Mail
        key={shown.id}
        emailId={shown.id}
        links={emails.length > 1 ? noLinks : broadcast.links}
      />
    </section>
  );
}

/** The links of the mail that were clicked, most clicked first. */
export function LinkMap({ broadcast: { links, stats } }: { broadcast: Broadcast }) {
  return (
    <section class="card stack-tight" aria-labelledby="broadcast-links">
      <h2 id="broadcast-links">{t('broadcast.links')}</h2>
      {links.length === 0 ? (
        <p class="quiet-text">{t('broadcast.noClicks')}</p>
      ) : (
        <RankBars
          label={t('broadcast.links')}
          rows={links.map(({ url, clicked }) => ({
            ...{ key: url, label: url, value: clicked, behind: null },
            note: shareOf(clicked, stats.sent),
          }))}
        />
      )}
    </section>
  );
}
