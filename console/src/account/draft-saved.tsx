import { actorWords } from '../operations/catalog-words.ts';
import { useRead } from '../platform/reads.ts';
import { Time } from '../platform/time.tsx';
import { t } from '../platform/words.ts';

/** The most changes of a record that are looked through for what was done to its draft. */
export const lookedThrough = 100;

interface DraftSavedProps {
  resource: 'emails' | 'flows';
  /** The id of the email, or the key of the flow. */
  id: string;
  /** When it was, where that is known without the history. */
  at?: string;
}

const saves = { emails: 'save_email_draft', flows: 'save_flow_draft' } as const;

/** Who saved a draft and when; who it was is in the history, for as long as that is kept (STAGE-02). */
export function DraftSaved({ resource, id, at }: DraftSavedProps) {
  const { data } = useRead('list_changes', { resource, id, limit: lookedThrough });
  const saved = data?.changes.find(({ operation }) => operation === saves[resource]);
  const time = at ?? saved?.at;
  if (time === undefined) return null;
  const who = saved === undefined ? null : actorWords(saved.actor);
  return (
    <>
      {t('email.draftSaved')} {who !== null && `${who}, `}
      <Time at={time} />
    </>
  );
}
