import type { ComponentChildren } from 'preact';
import { t } from './words.ts';

/** A record that uses another. */
export interface User {
  name: string;
  address: string;
}

/** What uses a record. */
export function UsedBy({ users, none }: { users: readonly User[]; none: ComponentChildren }) {
  return (
    <section class="card stack-tight" aria-labelledby="used-by">
      <h2 id="used-by">{t('segments.usedBy')}</h2>
      {users.length === 0 && none}
      <ul class="plain">
        {users.map(({ name, address }) => (
          <li key={`${address} ${name}`}>
            <a href={address}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
