import { useEffect } from 'preact/hooks';
import lazy from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation, useRoute } from 'preact-iso/router';
import { NowScreen } from '../now/now-screen.tsx';
import { isOperation, nouns } from '../operations/contracts.ts';
import { ListScreen } from '../operations/list-screen.tsx';
import { OperationScreen } from '../operations/operation-screen.tsx';
import { nounScreens } from '../operations/record-address.ts';
import { RecordScreen } from '../operations/record-screen.tsx';
import { Screen } from '../platform/screen.tsx';
import { readSession, session } from '../platform/session.ts';
import { t } from '../platform/words.ts';
import { Frame } from './frame.tsx';
import { SignIn } from './sign-in.tsx';

const HistoryScreen = lazy(
  async () => (await import('../account/history-screen.tsx')).HistoryScreen,
);
const SettingsScreen = lazy(
  async () => (await import('../account/settings-screen.tsx')).SettingsScreen,
);
const FlowsScreen = lazy(async () => (await import('../flows/flows-screen.tsx')).FlowsScreen);
const FlowScreen = lazy(async () => (await import('../flows/flow-screen.tsx')).FlowScreen);
const ImportScreen = lazy(async () => (await import('../people/import-screen.tsx')).ImportScreen);
const SegmentsScreen = lazy(
  async () => (await import('../conditions/condition-lists.tsx')).SegmentsScreen,
);
const GuardsScreen = lazy(
  async () => (await import('../conditions/condition-lists.tsx')).GuardsScreen,
);
const NewSegmentScreen = lazy(
  async () => (await import('../conditions/new-condition.tsx')).NewSegmentScreen,
);
const NewGuardScreen = lazy(
  async () => (await import('../conditions/new-condition.tsx')).NewGuardScreen,
);
const SegmentScreen = lazy(
  async () => (await import('../conditions/condition-screen.tsx')).SegmentScreen,
);
const GuardScreen = lazy(
  async () => (await import('../conditions/condition-screen.tsx')).GuardScreen,
);
const PeopleScreen = lazy(async () => (await import('../people/people-screen.tsx')).PeopleScreen);
const PersonScreen = lazy(async () => (await import('../people/person-screen.tsx')).PersonScreen);
const QueueScreen = lazy(async () => (await import('../sending/queue-screen.tsx')).QueueScreen);
const ReportScreen = lazy(async () => (await import('../sending/report-screen.tsx')).ReportScreen);
const OperationsScreen = lazy(
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
  return (
    <LocationProvider>
      <Frame>
        <Routes />
      </Frame>
    </LocationProvider>
  );
}
