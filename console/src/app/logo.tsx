import { t } from '../platform/words.ts';

export function Logo() {
  return (
    <a class="brand" href="/">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#0f5c5c" />
        <path
          d="M7 11.5 16 18l9-6.5M7 11v10.5h18V11"
          fill="none"
          stroke="#fff"
          stroke-width="2.4"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      </svg>
      {t('app.name')}
    </a>
  );
}
