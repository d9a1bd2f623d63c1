import { useMemo } from 'preact/hooks';
import { useRead } from '../platform/reads.ts';
import { Loading, Problem } from '../platform/screen.tsx';
import { MailFrame } from './mail-frame.tsx';

interface MailLookProps {
  emailId: number;
  /** Whether it is the draft beside the email. */
  isDraft?: boolean;
  /** In place of that of the person as whom it is shown. */
  language?: string | undefined;
  /** What a mail without a subject is called. */
  title: string;
  /** Its HTML as it is shown. */
  shown?: (html: string) => string;
}

const asItIs = (html: string) => html;

/** The mail of an email as it opens, filled in without a person. */
export function MailLook(props: MailLookProps) {
  const { emailId, isDraft = false, language, title, shown = asItIs } = props;
  const input = {
    ...{ email_id: emailId, ...(isDraft && { draft: true }) },
    ...(language === undefined ? {} : { language }),
  };
  const { data, error } = useRead('preview_email', input, {
    with: ['layouts', 'themes', 'components'],
  });
  const html = useMemo(() => data && shown(data.html), [data, shown]);
  if (data === undefined || html === undefined) {
    return error === null ? <Loading /> : <Problem error={error} />;
  }
  return (
    <>
      <p>
        <strong>{data.subject}</strong>
        {data.pre_header !== '' && <span class="quiet-text"> · {data.pre_header}</span>}
      </p>
      <MailFrame html={html} title={data.subject || title} />
    </>
  );
}
