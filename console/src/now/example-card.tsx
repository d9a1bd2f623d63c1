import { useState } from 'preact/hooks';
import { mayCall } from '../operations/contracts.ts';
import { useExample } from '../operations/example-mark.tsx';
import { perform } from '../operations/perform.ts';
import { focusHeading, Problem } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';

/** Offers the example company to an empty account (TOUR-01). */
export function ExampleCard() {
  const example = useExample();
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<unknown>(null);
  if (!example?.loadable || !mayCall('load_example')) return null;
  const load = async () => {
    setLoading(true);
    setError(null);
    try {
      await perform('load_example', {});
      if (document.activeElement === document.body) focusHeading();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setLoading(false);
    }
  };
  return (
    <section class="card stack-tight" aria-labelledby="example-company">
      <h2 id="example-company">{t('exampleCompany.title')}</h2>
      <p>{t('exampleCompany.what')}</p>
      <p class="row">
        <button
          type="button"
          class="button primary"
          disabled={isLoading}
          onClick={() => void load()}
        >
          {t('exampleCompany.load')}
        </button>
        <span role="status">{isLoading && t('exampleCompany.loading')}</span>
      </p>
      {error !== null && <Problem error={error} />}
    </section>
  );
}
