import { useLocation } from 'preact-iso/router';
import { t } from '../platform/words.ts';
import { navigation, placeOf } from './places.ts';

export function Navigation({ onGo }: { onGo?: () => void }) {
  const { path } = useLocation();
  const current = placeOf(path)?.path;
  return (
    <nav class="nav" aria-label={t('nav.main')}>
      {navigation.map(({ label, places }) => (
        <div key={label ?? ''}>
          {label && <p class="nav-group">{t(label)}</p>}
          <ul class="nav-list">
            {places.map((place) => (
              <li key={place.path}>
                <a
                  href={place.path}
                  aria-current={place.path === current ? 'page' : undefined}
                  onClick={onGo}
                >
                  {t(place.label)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
