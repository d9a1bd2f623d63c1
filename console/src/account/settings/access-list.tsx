import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useRef, useState } from 'preact/hooks';
import { ActionButton } from '../../operations/action-button.tsx';
import { nounWords } from '../../operations/catalog-words.ts';
import { mayCall, outlineNamed } from '../../operations/contracts.ts';
import { OperationForm } from '../../operations/operation-form.tsx';
import { TableFoot } from '../../operations/table-foot.tsx';
import { call, problemText } from '../../platform/call.ts';
import { Dialog } from '../../platform/dialog.tsx';
import { useReadPages } from '../../platform/reads.ts';
import { Loading, Problem } from '../../platform/screen.tsx';
import { Scroller } from '../../platform/scroller.tsx';
import { Time } from '../../platform/time.tsx';
import { say } from '../../platform/toasts.tsx';
import { valueLabels } from '../../platform/value-words.ts';
import { t } from '../../platform/words.ts';

type Token = OperationOutput<'list_tokens'>['tokens'][number];

/** A link or a secret that is seen this once. */
interface Once {
  title: string;
  text: string;
  value: string;
}

/** Something that is shown once, to be copied. */
function OnceDialog({ once, onClose }: { once: Once; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(once.value);
      say(t('signUp.copied'));
    } catch {
      say(t('signUp.selected'));
    }
  };
  return (
    <Dialog title={once.title} onClose={onClose}>
      <p>{once.text}</p>
      <input
        ref={field}
        class="input code"
        readOnly
        aria-label={once.title}
        value={once.value}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div class="form-foot">
        <button type="button" class="button primary" onClick={() => void copy()}>
          {t('signUp.copy')}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {t('action.close')}
        </button>
      </div>
    </Dialog>
  );
}

type Making = 'invite_operator' | 'create_token';

function NewAccess({
  making,
  onClose,
  onMade,
}: {
  making: Making;
  onClose: () => void;
  onMade: (once: Once) => void;
}) {
  const isPerson = making === 'invite_operator';
  return (
    <Dialog title={isPerson ? t('access.invite') : t('access.newToken')} onClose={onClose}>
      <p>{isPerson ? t('access.inviteText') : t('access.newTokenText')}</p>
      <OperationForm
        name={making}
        only={['name', 'scopes', 'expires_at', 'allowed_ips']}
        onCancel={onClose}
        onDone={(output) => {
          const { url, secret } = output as { url?: string; secret?: string };
          onMade({
            title: isPerson ? t('access.link') : t('access.secret'),
            text: isPerson ? t('access.linkText') : t('access.secretText'),
            value: url ?? secret ?? '',
          });
        }}
      />
    </Dialog>
  );
}

function Row({ token, onLink }: { token: Token; onLink: (once: Once) => void }) {
  const link = async () => {
    try {
      const { url } = await call('create_sign_in_link', { token_id: token.id });
      onLink({ title: t('access.link'), text: t('access.linkText'), value: url });
    } catch (error) {
      say(problemText(error));
    }
  };
  return (
    <tr>
      <th scope="row">{token.name}</th>
      <td>{valueLabels(token.scopes, 'scopes')}</td>
      <td>{token.created_by?.name ?? t('state.unset')}</td>
      <td>{token.last_used_at === null ? t('access.never') : <Time at={token.last_used_at} />}</td>
      <td>{token.expires_at === null ? t('access.noEnd') : <Time at={token.expires_at} />}</td>
      <td>
        <div class="row">
          {token.flow_key === null && token.client === null && (
            <button
              type="button"
              class="button compact"
              aria-label={t('access.linkFor', { name: token.name })}
              onClick={() => void link()}
            >
              {t('access.makeLink')}
            </button>
          )}
          <ActionButton
            name="revoke_token"
            input={{ token_id: token.id }}
            class="compact"
            label={t('access.revokeOf', { name: token.name })}
          >
            {t('access.revoke')}
          </ActionButton>
        </div>
      </td>
    </tr>
  );
}

/** Who may sign in, and which programs may call: each has a token; a person gets a link to sign in. */
function AccessList() {
  const [making, setMaking] = useState<Making | null>(null);
  const [once, setOnce] = useState<Once | null>(null);
  const { pages, error, isLoading, more, isReadingMore } = useReadPages('list_tokens', {
    revoked: false,
    sort: '-id',
    limit: 200,
  });
  const tokens = pages.flatMap((page) => page.tokens);
  const isEmpty = tokens.length === 0;
  const heads = ['access.name', 'access.may', 'access.by', 'access.used', 'access.until'] as const;
  return (
    <>
      {mayCall('invite_operator') && (
        <div class="row">
          <button type="button" class="button primary" onClick={() => setMaking('invite_operator')}>
            {t('access.invite')}
          </button>
          <button type="button" class="button" onClick={() => setMaking('create_token')}>
            {t('access.newToken')}
          </button>
        </div>
      )}
      {error !== null && <Problem error={error} />}
      {isEmpty && error === null && isLoading && <Loading />}
      {isEmpty && error === null && !isLoading && <p class="note">{t('access.none')}</p>}
      {!isEmpty && (
        <Scroller class="table-wrap" label={nounWords('tokens')}>
          <table>
            <caption class="sr">{t('access.title')}</caption>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th scope="col" key={head}>
                    {t(head)}
                  </th>
                ))}
                <th scope="col">
                  <span class="sr">{t('list.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {tokens.map((token) => (
                <Row key={token.id} token={token} onLink={setOnce} />
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {!isEmpty && <TableFoot rows={tokens.length} more={more} isReadingMore={isReadingMore} />}
      <p>
        <a href="/tokens">{t('access.all')}</a>
      </p>
      {making !== null && (
        <NewAccess
          making={making}
          onClose={() => setMaking(null)}
          onMade={(made) => {
            setMaking(null);
            setOnce(made);
          }}
        />
      )}
      {once !== null && <OnceDialog once={once} onClose={() => setOnce(null)} />}
    </>
  );
}

/** Who has access, for those who may see it; others, as most who are invited, read what they lack. */
export function Access() {
  return (
    <section class="card stack" aria-labelledby="access">
      <div>
        <h2 id="access">{t('access.title')}</h2>
        <p class="quiet-text">{t('access.lead')}</p>
      </div>
      {mayCall('list_tokens') ? (
        <AccessList />
      ) : (
        <p class="note">{t('access.notSeen', { scope: outlineNamed('list_tokens').scope })}</p>
      )}
    </section>
  );
}
