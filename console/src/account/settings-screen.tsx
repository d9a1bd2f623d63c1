import { nounWords } from '../operations/catalog-words.ts';
import { formAddress } from '../operations/record-address.ts';
import { recordOf } from '../operations/record-screen.tsx';
import { RecordView } from '../operations/record-view.tsx';
import { useRead } from '../platform/reads.ts';
import { Loading, Problem, Screen } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';

const others = ['tokens', 'fields', 'event-types', 'products', 'tags', 'imports', 'backups'];

function Part({ name }: { name: 'profile' | 'settings' }) {
  const { data, error } = useRead(name === 'profile' ? 'get_profile' : 'get_settings', {});
  return (
    <section class="card stack">
      <div class="row">
        <h2>{nounWords(name)}</h2>
        <a class="button" href={formAddress(`update_${name}`)}>
          {t('action.edit')}
        </a>
      </div>
      {error !== null && <Problem error={error} />}
      {data === undefined ? error === null && <Loading /> : <RecordView record={recordOf(data)} />}
    </section>
  );
}

export function SettingsScreen() {
  return (
    <Screen title={t('settings.title')}>
      <div class="stack">
        <nav class="row" aria-label={t('settings.title')}>
          {others.map((noun) => (
            <a class="button" key={noun} href={`/records/${noun}`}>
              {nounWords(noun)}
            </a>
          ))}
        </nav>
        <Part name="profile" />
        <Part name="settings" />
      </div>
    </Screen>
  );
}
