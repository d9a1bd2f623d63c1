import type { SentFlowCase } from '@postroad/core/flows/cases/flow-case';

/** Tests of the flows of the example company: each decision of a flow has a case on both of its sides. */

type Cases = Readonly<Record<string, SentFlowCase>>;

interface Ids {
  emails: Readonly<Record<string, number>>;
}

const start = '2026-03-02T09:00:00Z';
const nextDay = '2026-03-03T09:00:00Z';

const noRun = { clock: start, expect: { path: [], sends: [] } };

export function flowTests({ emails }: Ids): Record<string, Cases> {
  const mail = (name: string, at: string) => ({ email: emails[name] ?? 0, at });
  const began = { at: start, name: 'account_created' };
  const greeted = [mail('welcome', start)];
  const large = [...greeted, mail('largePlot', nextDay)];
  const small = [...greeted, mail('smallPlot', nextDay)];
  const subscribed = (product: string) => ({
    at: start,
    name: 'subscription_started',
    details: { product },
  });
  const reminded = [mail('renewal', start)];
  return {
    'new-gardeners': {
      'large-plot-with-a-plan': {
        person: { fields: { plot_m2: 151 } },
        events: [began, { at: '2026-03-03T10:00:00Z', name: 'plan_created' }],
        clock: start,
        expect: {
          path: ['1-welcome', '2-wait-a-day', '3-large-plot', '4', '6', '7', '9'],
          sends: large,
          ends: 'completed',
        },
      },
      'small-plot-without-a-plan': {
        person: { fields: { plot_m2: 150 } },
        events: [began, { at: '2026-03-03T10:00:00Z', name: 'other' }],
        clock: start,
        expect: {
          path: ['1-welcome', '2-wait-a-day', '3-large-plot', '5', '6', '8', '9'],
          sends: [...small, mail('nudge', '2026-03-08T09:00:00Z')],
          ends: 'completed',
        },
      },
      'planned-before-signing-up': {
        person: {},
        events: [{ at: '2026-02-01T09:00:00Z', name: 'plan_created' }, began],
        clock: start,
        expect: {
          path: ['1-welcome', '2-wait-a-day', '3-large-plot', '5', '6', '7', '9'],
          sends: small,
          ends: 'completed',
        },
      },
    },
    growers: {
      grower: {
        events: [subscribed('grower')],
        clock: start,
        expect: {
          path: ['1-mark-as-grower', '2-grower-tips', '3-two-weeks', '4'],
          sends: [mail('growerSurvey', '2026-03-16T09:00:00Z')],
          ends: 'completed',
        },
      },
      'plans-of-a-similar-name': {
        events: [subscribed('grower-plus'), subscribed('old-grower')],
        ...noRun,
      },
      'another-plan': { events: [subscribed('gardener')], ...noRun },
    },
    renewal: {
      renewed: {
        events: [{ at: '2026-03-12T08:00:00Z', name: 'subscription_renewed' }],
        clock: start,
        expect: { path: ['1-remind', '2-renewed', '3'], sends: reminded, ends: 'completed' },
      },
      'renewed-before': {
        events: [{ at: '2026-02-02T09:00:00Z', name: 'subscription_renewed' }],
        clock: start,
        expect: {
          path: ['1-remind', '2-renewed', '4'],
          sends: [...reminded, mail('paymentFailed', '2026-03-12T09:00:00Z')],
          ends: 'completed',
        },
      },
    },
    'come-back': {
      'after-two-months': {
        events: [{ at: start, name: 'subscription_ended' }],
        clock: start,
        expect: {
          path: ['1-two-months', '2'],
          sends: [mail('comeBack', '2026-05-01T09:00:00Z')],
          ends: 'completed',
        },
      },
    },
  };
}
