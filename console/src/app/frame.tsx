import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { mayCall } from '../operations/contracts.ts';
import { useExample } from '../operations/example-mark.tsx';
import { formAddress } from '../operations/record-address.ts';
import { Announcer } from '../platform/announce.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { later } from '../platform/later.tsx';
import { followService, isLive } from '../platform/live.ts';
import { session } from '../platform/session.ts';
import { timeZone } from '../platform/times.ts';
import { Toasts } from '../platform/toasts.tsx';
import { t } from '../platform/words.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { Logo } from './logo.tsx';
import { Navigation } from './main-navigation.tsx';
import { SessionMenu } from './session-menu.tsx';
import { ShortcutList, useShortcuts } from './shortcuts.tsx';

const loadPalette = async () => (await import('./palette.tsx')).Palette;
const Palette = later(loadPalette);
const ExampleBanner = later(
  async () => (await import('../account/example-banner.tsx')).ExampleBanner,
);

type Open = 'palette' | 'keys' | 'menu' | null;

function LiveState() {
  return (
    <span title={isLive.value ? t('app.liveHint') : t('app.notLiveHint')}>
      <span class={isLive.value ? 'badge good' : 'badge warn'}>
        <span class="dot" />
        {isLive.value ? t('app.live') : t('app.notLive')}
      </span>
    </span>
  );
}

/** On the test clock nothing becomes due by itself, which looks like a service that hangs. */
function TestClock() {
  if (!session.value?.test_clock) return null;
  return (
    <span>
      {t('app.testClock')}{' '}
      {mayCall('move_clock') && <a href={formAddress('move_clock')}>{t('app.moveClock')}</a>}
    </span>
  );
}

function FindButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button type="button" class="button wide" onClick={onOpen}>
      {t('palette.open')}
      <span class="keys" aria-hidden="true">
        {t('keys.control')} K
      </span>
    </button>
  );
}

/** What surrounds every screen: navigation, search, who is signed in. */
export function Frame({ children }: { children: ComponentChildren }) {
  const [open, setOpen] = useState<Open>(null);
  const example = useExample();
  const find = useCallback(() => setOpen('palette'), []);
  const help = useCallback(() => setOpen('keys'), []);
  const close = useCallback(() => setOpen(null), []);
  useShortcuts({ onFind: find, onHelp: help });
  useEffect(followService, []);
  // So that what is typed after its key finds it open.
  useEffect(() => void loadPalette().catch(() => undefined), []);
  const foot = (
    <div class="side-foot">
      <LiveState />
      <span>{t('app.zone', { zone: timeZone.value })}</span>
      <TestClock />
      <SessionMenu onShortcuts={help} />
    </div>
  );
  return (
    <>
      <a class="skip" href="#content">
        {t('app.skip')}
      </a>
      <header class="topbar">
        <button type="button" class="button" onClick={() => setOpen('menu')}>
          {t('app.menu')}
        </button>
        <Logo />
        <button type="button" class="button" onClick={find}>
          {t('action.search')}
        </button>
      </header>
      <div class="frame">
        <aside class="side" aria-label={t('app.name')}>
          <Logo />
          <FindButton onOpen={find} />
          <Navigation />
          {foot}
        </aside>
        <main class="main" id="content" tabIndex={-1}>
          {example?.status === 'loaded' && <ExampleBanner />}
          {children}
        </main>
      </div>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'keys' && <ShortcutList onClose={close} />}
      {open === 'menu' && (
        <Dialog title={t('app.menu')} onClose={close} class="menu">
          <Navigation onGo={close} />
          {foot}
          <button type="button" class="button" onClick={close}>
            {t('action.close')}
          </button>
        </Dialog>
      )}
      <LeaveGuard />
      <Toasts />
      <Announcer />
    </>
  );
}
