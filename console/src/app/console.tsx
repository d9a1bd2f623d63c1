import { signInPath } from '@postroad/core/account/console-addresses';
import { useEffect } from 'preact/hooks';
import { LocationProvider, Route, Router, useLocation, useRoute } from 'preact-iso/router';
import { isOperation, nouns } from '../operations/contracts.ts';
import { nounScreens } from '../operations/record-address.ts';
import { later } from '../platform/later.tsx';
import { Screen } from '../platform/screen.tsx';
import { readSession, session } from '../platform/session.ts';
import { t } from '../platform/words.ts';
import { Frame } from './frame.tsx';
import { SignIn } from './sign-in.tsx';

const NowScreen = later(async () => (await import('../now/now-screen.tsx')).NowScreen);
const OperationScreen = later(
  async () => (await import('../operations/operation-screen.tsx')).OperationScreen,
);
const RecordScreen = later(
  async () => (await import('../operations/record-screen.tsx')).RecordScreen,
);
const ListScreen = later(async () => (await import('../operations/list-screen.tsx')).ListScreen);
const HistoryScreen = later(
  async () => (await import('../account/history-screen.tsx')).HistoryScreen,
);
const SettingsScreen = later(
  async () => (await import('../account/settings-screen.tsx')).SettingsScreen,
);
const FlowsScreen = later(async () => (await import('../flows/flows-screen.tsx')).FlowsScreen);
const FlowScreen = later(async () => (await import('../flows/flow-screen.tsx')).FlowScreen);
const ImportScreen = later(async () => (await import('../people/import-screen.tsx')).ImportScreen);
const SegmentsScreen = later(
  async () => (await import('../conditions/condition-lists.tsx')).SegmentsScreen,
);
const GuardsScreen = later(
  async () => (await import('../conditions/condition-lists.tsx')).GuardsScreen,
);
const NewSegmentScreen = later(
  async () => (await import('../conditions/new-condition.tsx')).NewSegmentScreen,
);
const NewGuardScreen = later(
  async () => (await import('../conditions/new-condition.tsx')).NewGuardScreen,
);
const SegmentScreen = later(
  async () => (await import('../conditions/condition-screen.tsx')).SegmentScreen,
);
const GuardScreen = later(
  async () => (await import('../conditions/condition-screen.tsx')).GuardScreen,
);
const PeopleScreen = later(async () => (await import('../people/people-screen.tsx')).PeopleScreen);
const PersonScreen = later(async () => (await import('../people/person-screen.tsx')).PersonScreen);
const QueueScreen = later(async () => (await import('../sending/queue-screen.tsx')).QueueScreen);
const ReportScreen = later(async () => (await import('../sending/report-screen.tsx')).ReportScreen);
const OperationsScreen = later(
  async () => (await import('../operations/operations-screen.tsx')).OperationsScreen,
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

function List() {
  const { path } = useLocation();
  const { noun = path.split('/').at(-1) ?? '' } = useRoute().params;
  return nouns.includes(noun) ? <ListScreen key={noun} noun={noun} /> : <Unknown />;
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

/** The canvas of another flow begins as new. */
function Flow() {
  const { path } = useLocation();
  return <FlowScreen key={path} />;
}

function Routes() {
  const lists = nounScreens.map((noun) => <Route key={noun} path={`/${noun}`} component={List} />);
  const records = nounScreens.map((noun) => (
    <Route key={`${noun}/`} path={`/${noun}/:name`} component={Record} />
  ));
  return (
    <Router>
      <Route path="/" component={NowScreen} />
      <Route path="/flows" component={FlowsScreen} />
      <Route path="/flows/:name" component={Flow} />
      <Route path="/history" component={HistoryScreen} />
      <Route path="/settings" component={SettingsScreen} />
      <Route path="/people" component={PeopleScreen} />
      <Route path="/segments" component={SegmentsScreen} />
      <Route path="/segments/new" component={NewSegmentScreen} />
      <Route path="/guards/new" component={NewGuardScreen} />
      <Route path="/segments/:name" component={SegmentScreen} />
      <Route path="/guards" component={GuardsScreen} />
      <Route path="/guards/:name" component={GuardScreen} />
      <Route path="/people/import" component={ImportScreen} />
      <Route path="/people/:name" component={PersonScreen} />
      <Route path="/queue" component={QueueScreen} />
      <Route path="/reports" component={ReportScreen} />
      <Route path="/operations" component={OperationsScreen} />
      <Route path="/operations/:name" component={Operation} />
      <Route path="/records/:noun" component={List} />
      <Route path="/records/:noun/:name" component={Record} />
      {[...lists, ...records]}
      <Route default component={Unknown} />
    </Router>
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
  // Who is signed in already needs no link, which then stays unused.
  if (location.pathname === signInPath) history.replaceState(null, '', '/');
  return (
    <LocationProvider>
      <Frame>
        <Routes />
      </Frame>
    </LocationProvider>
  );
}
