import { ActionButton } from '../operations/action-button.tsx';
import { focusHeading } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';

/** Says that the account holds the example, and removes it after its dry run (TOUR-01). */
export function ExampleBanner() {
  return (
    <aside class="note has-button example" aria-label={t('exampleCompany.mark')}>
      <p>{t('exampleCompany.banner')}</p>
      <ActionButton name="remove_example" input={{}} asks onDone={focusHeading}>
        {t('exampleCompany.remove')}
      </ActionButton>
    </aside>
  );
}
