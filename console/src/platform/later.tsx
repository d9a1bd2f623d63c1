import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Loading, Problem } from './screen.tsx';
import { t, wordsArrived } from './words.ts';

/** A screen whose script is loaded when it is first shown. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => preact.JSX.Element {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props) {
    const [error, setError] = useState<unknown>(null);
    const [, redraw] = useState(loaded !== null);
    useEffect(() => {
      if (loaded !== null) return;
      load().then(async (component) => {
        await wordsArrived();
        loaded = component;
        redraw(true);
      }, setError);
    }, []);
    const Component = loaded;
    if (Component !== null) return <Component {...props} />;
    // A build that came meanwhile has other names for its scripts.
    return error === null ? (
      <Loading />
    ) : (
      <Problem error={t('app.newVersion')} retry={() => location.reload()} />
    );
  };
}
