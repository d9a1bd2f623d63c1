import { authorizationPath } from '@postroad/core/account/console-addresses';
import type { ComponentProps, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { LocationProvider, Route, Router, useLocation, useRoute } from 'preact-iso/router';
import { isOperation, nouns } from '../operations/contracts.ts';
import { addressOf, nounAddress, nounScreens } from '../operations/record-address.ts';
import type { TableProps } from '../operations/record-table.tsx';
import { later } from '../platform/later.tsx';
import { Screen } from '../platform/screen.tsx';
import { hasEnded, readSession, session } from '../platform/session.ts';
import { valueLabel } from '../platform/value-words.ts';
import { t } from '../platform/words.ts';
import { Frame } from './frame.tsx';
import { leaveSignIn, SignIn, SignInAgain } from './sign-in.tsx';

type Load = () => Promise<ComponentType>;

/** The screens made by hand, whose scripts are loaded when they are first shown. */
const screens = {
  '/': async () => (await import('../now/now-screen.tsx')).NowScreen,
  '/flows': async () => (await import('../flows/flows-screen.tsx')).FlowsScreen,
  '/flows/new': async () => (await import('../flows/new-flow.tsx')).NewFlowScreen,
  '/flows/:name': async () => (await import('../flows/flow-screen.tsx')).FlowScreen,
  '/emails/new': async () => (await import('../content/new-record.tsx')).NewEmailScreen,
  '/emails/:name': async () => (await import('../content/email-screen.tsx')).EmailScreen,
  '/sequences': async () => (await import('../sequences/sequences-screen.tsx')).SequencesScreen,
  '/sequences/:name': async () => (await import('../sequences/sequence-screen.tsx')).SequenceScreen,
  '/broadcasts': async () => (await import('../broadcasts/broadcasts-screen.tsx')).BroadcastsScreen,
  '/broadcasts/new': async () =>
    (await import('../broadcasts/new-broadcast.tsx')).NewBroadcastScreen,
  '/broadcasts/:name': async () =>
    (await import('../broadcasts/broadcast-screen.tsx')).BroadcastScreen,
  '/layouts/new': async () => (await import('../content/new-record.tsx')).NewLayoutScreen,
  '/layouts/:name': async () => (await import('../content/layout-screen.tsx')).LayoutScreen,
  '/components/:name': async () =>
    (await import('../content/component-screen.tsx')).ComponentScreen,
  '/themes/:name': async () => (await import('../content/theme-screen.tsx')).ThemeScreen,
  '/people': async () => (await import('../people/people-screen.tsx')).PeopleScreen,
  '/people/import': async () => (await import('../people/import-screen.tsx')).ImportScreen,
  '/people/:name': async () => (await import('../people/person-screen.tsx')).PersonScreen,
  '/segments': async () => (await import('../conditions/condition-lists.tsx')).SegmentsScreen,
  '/segments/new': async () => (await import('../conditions/new-condition.tsx')).NewSegmentScreen,
  '/segments/:name': async () => (await import('../conditions/condition-screen.tsx')).SegmentScreen,
  '/guards': async () => (await import('../conditions/condition-lists.tsx')).GuardsScreen,
  '/guards/new': async () => (await import('../conditions/new-condition.tsx')).NewGuardScreen,
  '/guards/:name': async () => (await import('../conditions/condition-screen.tsx')).GuardScreen,
  '/queue': async () => (await import('../sending/queue-screen.tsx')).QueueScreen,
  '/records/messages/:name': async () =>
    (await import('../sending/message-screen.tsx')).MessageScreen,
  '/forms/new': async () => (await import('../content/new-record.tsx')).NewFormScreen,
  '/forms/:name': async () => (await import('../content/form-screen.tsx')).FormScreen,
  '/renewals': async () => (await import('../renewals/renewals-screen.tsx')).RenewalsScreen,
  '/reports': async () => (await import('../sending/report-screen.tsx')).ReportScreen,
  '/history': async () => (await import('../account/history-screen.tsx')).HistoryScreen,
  '/records/changes/:name': async () => (await import('../account/change-screen.tsx')).ChangeScreen,
  '/review': async () => (await import('../account/review/review-screen.tsx')).ReviewScreen,
  '/settings': async () => (await import('../account/settings/settings-screen.tsx')).SettingsScreen,
  '/operations/list_webhook_deliveries': async () =>
    (await import('../sending/deliveries-screen.tsx')).DeliveriesScreen,
  '/operations': async () => (await import('../operations/operations-screen.tsx')).OperationsScreen,
} as const satisfies Readonly<Record<string, Load>>;

const OperationScreen = later(
  async () => (await import('../operations/operation-screen.tsx')).OperationScreen,
);
const RecordScreen = later(
  async () => (await import('../operations/record-screen.tsx')).RecordScreen,
);
const ConnectScreen = later(
  async () => (await import('../account/connect-screen.tsx')).ConnectScreen,
);
const ListScreen = later(async () => (await import('../operations/list-screen.tsx')).ListScreen);

/** A screen that begins as new where its address names another record. */
function screenOf(load: Load): ComponentType {
  const Loaded = later(load);
  return function AtPath() {
    const { path } = useLocation();
    return <Loaded key={path} />;
  };
}

const handMade = Object.entries<Load>(screens).map(
  ([path, load]) => [path, screenOf(load)] as const,
);

function Unknown() {
  return (
    <Screen title={t('unknown.title')} lead={t('unknown.text')}>
      <p class="quiet-text">
        <kbd>/</kbd> {t('palette.open')}
      </p>
    </Screen>
  );
}

/** The address of a person, which leads to her. */
const ofPerson: TableProps['cells'] = {
  email: ({ person_id, email }) => (
    <a href={addressOf('people', String(person_id))}>{String(email)}</a>
  ),
};

/** What the generic lists of some nouns have by hand. */
const listsByHand: Readonly<Record<string, Partial<ComponentProps<typeof ListScreen>>>> = {
  emails: {
    createAddress: '/emails/new',
    columns: ['title', 'key', 'subject', 'labels', 'updated_at'],
    without: ['fork_email'],
  },
  events: { columns: ['name', 'email', 'occurred_at', 'details', 'source'], cells: ofPerson },
  fields: { cells: { type: ({ type }) => valueLabel(String(type)) } },
  forms: { createAddress: '/forms/new' },
  imports: {
    columns: ['id', 'created_at', 'status', 'rows', 'created', 'updated', 'invalid', 'reason'],
  },
  layouts: { createAddress: '/layouts/new' },
  subscriptions: {
    columns: ['email', 'product', 'interval', 'status', 'started_at', 'next_renewal_at'],
    cells: ofPerson,
  },
};

/** Leads on to the screen that an address stands for. */
function Elsewhere({ to }: { to: string }) {
  const { url, route } = useLocation();
  const { search } = new URL(url, location.origin);
  useEffect(() => route(to + search, true), [to, search]);
  return null;
}

function List() {
  const { path } = useLocation();
  const { noun = path.split('/').at(-1) ?? '' } = useRoute().params;
  if (!nouns.includes(noun)) return <Unknown />;
  const there = nounAddress(noun);
  if (there !== path) return <Elsewhere to={there} />;
  return <ListScreen key={noun} noun={noun} {...listsByHand[noun]} />;
}

function WebhooksOut() {
  return <ListScreen noun="webhook-endpoints" />;
}

function Record() {
  const { path } = useLocation();
  const { noun = path.split('/')[1] ?? '', name = '' } = useRoute().params;
  return nouns.includes(noun) ? <RecordScreen key={path} noun={noun} name={name} /> : <Unknown />;
}

function Operation() {
  const { name = '' } = useRoute().params;
  const { url } = useLocation();
  return isOperation(name) ? <OperationScreen key={url} name={name} /> : <Unknown />;
}

function Routes() {
  const lists = nounScreens.map((noun) => <Route key={noun} path={`/${noun}`} component={List} />);
  const records = nounScreens.map((noun) => (
    <Route key={`${noun}/`} path={`/${noun}/:name`} component={Record} />
  ));
  return (
    <Router>
      {handMade.map(([path, component]) => (
        <Route key={path} path={path} component={component} />
      ))}
      <Route path="/webhooks-out" component={WebhooksOut} />
      <Route path="/operations/:name" component={Operation} />
      <Route path="/records/:noun" component={List} />
      <Route path="/records/:noun/:name" component={Record} />
      {[...lists, ...records]}
      <Route default component={Unknown} />
    </Router>
  );
}

function SignedIn() {
  if (location.pathname === authorizationPath) return <ConnectScreen />;
  // Who is signed in already needs no link, which then stays unused.
  leaveSignIn();
  return (
    <LocationProvider>
      <Frame>
        <Routes />
      </Frame>
    </LocationProvider>
  );
}

/** The console: the page to sign in, or the screens. */
export function Console() {
  useEffect(() => {
    readSession().catch(() => {
      session.value = null;
    });
  }, []);
  if (session.value === undefined) return <p class="starting">{t('app.starting')}</p>;
  if (session.value === null) return <SignIn />;
  return (
    <>
      {/* Another person gets an empty page, so that nobody saves the edits of somebody else. */}
      <SignedIn key={session.value.name} />
      {hasEnded.value && <SignInAgain />}
    </>
  );
}
