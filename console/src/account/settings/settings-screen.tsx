import { useLocation } from 'preact-iso/router';
import { nounWords } from '../../operations/catalog-words.ts';
import { mayCall } from '../../operations/contracts.ts';
import { OperationForm } from '../../operations/operation-form.tsx';
import { nounAddress } from '../../operations/record-address.ts';
import { RecordTable } from '../../operations/record-table.tsx';
import { RecordView } from '../../operations/record-view.tsx';
import { recordOf } from '../../operations/rows.ts';
import { useRead } from '../../platform/reads.ts';
import { Loading, Problem, Screen } from '../../platform/screen.tsx';
import { Tabs } from '../../platform/tabs.tsx';
import { t } from '../../platform/words.ts';
import { Access } from './access-list.tsx';
import { OtherForm } from './other-form.tsx';
import { PageForm } from './page-form.tsx';
import { TunablesForm } from './tunables-form.tsx';
import { CapsForm, WindowsForm } from './windows-form.tsx';

/** The parts of the settings, in the order of the tabs; the first is shown where none is named. */
const parts = ['profile', 'windows', 'tunables', 'pages', 'forms', 'access', 'other'] as const;

type Part = (typeof parts)[number];

/** Lists of an account that have no other place. */
const lists = ['fields', 'event-types', 'products', 'tags', 'imports', 'backups'];

function Profile() {
  const { data, error } = useRead('get_profile', {});
  return (
    <section class="card stack" aria-labelledby="profile">
      <div>
        <h2 id="profile">{nounWords('profile')}</h2>
        <p class="quiet-text">{t('settings.profileLead')}</p>
      </div>
      {error !== null && <Problem error={error} />}
      {data === undefined ? (
        error === null && <Loading />
      ) : (
        <>
          {!mayCall('update_profile') && <RecordView record={data.profile} />}
          <OperationForm name="update_profile" record={recordOf(data)} onDone={() => undefined} />
        </>
      )}
    </section>
  );
}

function Forms() {
  return (
    <section class="card stack" aria-labelledby="forms">
      <div class="row">
        <h2 id="forms">{nounWords('forms')}</h2>
        <a class="button" href="/forms/new">
          {t('action.create')}
        </a>
      </div>
      <RecordTable name="list_forms" input={{}} />
    </section>
  );
}

function Others() {
  return (
    <>
      <OtherForm />
      <nav class="card stack" aria-labelledby="other-lists">
        <h2 id="other-lists">{t('settings.lists')}</h2>
        <div class="row">
          {lists.map((noun) => (
            <a class="button" key={noun} href={nounAddress(noun)}>
              {nounWords(noun)}
            </a>
          ))}
        </div>
      </nav>
    </>
  );
}

const shown: { readonly [Name in Part]: () => preact.JSX.Element } = {
  profile: Profile,
  windows: () => (
    <>
      <WindowsForm />
      <CapsForm />
    </>
  ),
  tunables: TunablesForm,
  pages: PageForm,
  forms: Forms,
  access: Access,
  other: Others,
};

/** The settings of the account, a part at a time; the part is in the address. */
export function SettingsScreen() {
  const { query } = useLocation();
  const part = parts.find((one) => one === query.part) ?? 'profile';
  const Shown = shown[part];
  return (
    <Screen title={t('settings.title')}>
      <div class="stack">
        <Tabs label={t('settings.parts')}>
          {parts.map((one) => (
            <a
              key={one}
              href={`/settings?part=${one}`}
              aria-current={one === part ? 'page' : undefined}
            >
              {t(`settings.part.${one}`)}
            </a>
          ))}
        </Tabs>
        <Shown />
      </div>
    </Screen>
  );
}
