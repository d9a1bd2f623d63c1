import { defaultLayout } from '@postroad/core/content/compile/default-layout';
import { useLocation } from 'preact-iso/router';
import { OperationForm } from '../operations/operation-form.tsx';
import { addressOf } from '../operations/record-address.ts';
import { Screen } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';

/** Makes a layout that begins as the built-in one, and leads to its editor, which has a mail beside it. */
export function NewLayoutScreen() {
  const { route } = useLocation();
  const { html, css } = defaultLayout;
  return (
    <Screen
      title={t('layouts.new')}
      back={{ address: '/layouts', label: t('nav.layouts') }}
      lead={
        <>
          {t('layouts.new.lead')} <a href="/operations/create_layout">{t('layouts.new.all')}</a>
        </>
      }
    >
      <div class="card">
        <OperationForm
          name="create_layout"
          given={{ html, css: css ?? '' }}
          only={['name', 'theme']}
          submit={t('layouts.new.create')}
          onDone={(output) => {
            const { template } = output as { template: { id: number } };
            route(addressOf('layouts', String(template.id)));
          }}
        />
      </div>
    </Screen>
  );
}
