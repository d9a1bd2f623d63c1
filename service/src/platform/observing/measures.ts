import { Histogram } from './metric.ts';

/** How long requests, rounds and hand-offs of this process took, for `/metrics` (OBS-04). */
export class Measures {
  readonly requests = new Histogram(
    {
      name: 'postroad_http_request_duration_seconds',
      help: 'Requests from their headers to the end of the answer; a stream counts when it ends.',
      labels: ['method', 'route', 'status'],
    },
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  );

  readonly rounds = new Histogram(
    {
      name: 'postroad_round_duration_seconds',
      help: 'Rounds of background work by what they found; idle rounds found nothing to do.',
      labels: ['lane', 'outcome'],
    },
    [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60, 600],
  );

  readonly handOffs = new Histogram(
    {
      name: 'postroad_hand_off_duration_seconds',
      help: 'Mails handed over to the provider by its answer; broken ones could not be made.',
      labels: ['provider', 'outcome'],
    },
    [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
  );

  /** All of them, in the order of the text. */
  get histograms(): readonly { text(): string }[] {
    return [this.requests, this.rounds, this.handOffs];
  }
}
