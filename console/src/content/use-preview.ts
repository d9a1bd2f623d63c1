import type { OperationOutput, OperationRequest } from '@postroad/core/catalog/catalog';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { call, inputFaults, problemCode } from '../platform/call.ts';
import { useTimesRead } from '../platform/reads.ts';
import type { TextIssue } from './editor/issues.ts';

export type Preview = OperationOutput<'preview_email'>;
export type PreviewRequest = OperationRequest<'preview_email'>;

/** Milliseconds between the beginnings of two previews: the service takes about 20 a second. */
const everyMs = 60;

/** Milliseconds after which one is asked for again that the service was too busy for. */
const busyMs = 1_000;

/** What a mail is made of. */
const shownOf = ['emails', 'layouts', 'templates', 'themes', 'components', 'profile'];

/** Whom the mail is filled in for, of which the texts say nothing. */
const aboutReader = /^(?:person_id|segment|event)\b/;

interface Answer {
  preview: Preview | null;
  error: unknown;
}

/** Asks for previews one at a time: of what was wanted meanwhile, the last alone. */
class Previews {
  #wanted: PreviewRequest | null = null;
  #isAsking = false;
  #next = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onAnswer: (answer: Answer) => void;

  constructor(onAnswer: (answer: Answer) => void) {
    this.#onAnswer = onAnswer;
  }

  want(request: PreviewRequest): void {
    this.#wanted = request;
    this.#begin();
  }

  stop(): void {
    this.#wanted = null;
    clearTimeout(this.#timer);
  }

  #begin(): void {
    if (this.#isAsking || this.#wanted === null) return;
    clearTimeout(this.#timer);
    const wait = this.#next - performance.now();
    if (wait > 0) this.#timer = setTimeout(() => this.#begin(), wait);
    else void this.#ask(this.#wanted);
  }

  async #ask(request: PreviewRequest): Promise<void> {
    this.#isAsking = true;
    this.#next = performance.now() + everyMs;
    const answer = await call('preview_email', request).then(
      (preview) => ({ preview, error: null }),
      (error: unknown) => ({ preview: null, error }),
    );
    this.#isAsking = false;
    const isBusy = problemCode(answer.error) === 'rate_limited';
    if (isBusy) this.#next = performance.now() + busyMs;
    else if (this.#wanted === request) this.#wanted = null;
    if (!isBusy) this.#onAnswer(answer);
    this.#begin();
  }
}

export interface LivePreview {
  /** The last one that could be made. */
  preview: Preview | null;
  /** Why there is none of the texts as they are; null if there is. */
  error: unknown;
  /** What the service says of the texts, by path. */
  issues: readonly TextIssue[];
}

/** The mail as the texts are now, again with each key and with each change of what it is made of. */
export function usePreview(request: PreviewRequest | null): LivePreview {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [previews] = useState(
    () =>
      new Previews((answer) => {
        if (answer.preview !== null) setPreview(answer.preview);
        setError(answer.error);
      }),
  );
  const read = useTimesRead(shownOf);
  const wanted = request === null ? null : JSON.stringify(request);
  const asked = useRef('');
  useEffect(() => {
    if (wanted === null || asked.current === `${read} ${wanted}`) return;
    asked.current = `${read} ${wanted}`;
    previews.want(JSON.parse(wanted));
  }, [previews, wanted, read]);
  useEffect(() => () => previews.stop(), [previews]);
  const issues = useMemo(
    () =>
      error === null
        ? (preview?.warnings ?? []).map((warning) => ({ ...warning, isError: false }))
        : inputFaults(error)
            .filter(({ path }) => !aboutReader.test(path))
            .map((fault) => ({ ...fault, isError: true })),
    [preview, error],
  );
  return { preview, error, issues };
}
