import { checkComponent } from '@postroad/core/content/compile/check-component';
import { compileEmail, compileInto } from '@postroad/core/content/compile/compile';
import { CompileSession } from '@postroad/core/content/compile/compile-session';
import type {
  Compilation,
  CompiledEmail,
  EmailSource,
  InlineCss,
} from '@postroad/core/content/compile/email';
import {
  type LayoutFindings,
  type LayoutSource,
  prepareLayout,
} from '@postroad/core/content/compile/layout';
import { bodiesOf } from '@postroad/core/content/compile/translations';
import type { CompileScope } from '@postroad/core/content/components/component';
import { DateFormats } from '@postroad/core/content/liquid/liquid-date';
import { liquidFailure } from '@postroad/core/content/liquid/liquid-failure';
import { isTimeless } from '@postroad/core/content/render/is-timeless';
import { missingPartWarnings } from '@postroad/core/content/render/missing-parts';
import {
  type EncodedEmail,
  type FilledEmail,
  type PreparedTemplate,
  prepareTemplate,
} from '@postroad/core/content/render/template';
import type { RenderTime } from '@postroad/core/content/render/template-engine';
import type { MergeContext } from '@postroad/core/content/text/merge-context';
import type { ResolvedTheme } from '@postroad/core/content/themes/values';
import type { Issue } from '@postroad/core/platform/issue';
import { limits } from '@postroad/core/platform/limits';
import { readSubmittedContent, type SubmittedContent } from '@postroad/mail/message/readable-mail';
import { type PackedCompile, packCompile } from '@postroad/store/content/packed-compile';
import { LRUCache } from 'lru-cache';
import type { Components } from '../components.ts';
import { mailTracking, type TrackedMail } from '../mail-tracking.ts';
import type { NativeThread } from './processor-time.ts';

/** All compile inputs of one email, as plain data that can be sent to another thread. */
export interface CompileSource {
  email: EmailSource;
  layout: LayoutSource;
  scope: CompileScope;
}

/** Equal for equal sources. */
export function keyOfSource({ email, layout, scope }: CompileSource): string {
  const maps = [[...scope.themesByKey], [...(scope.components ?? [])]];
  return JSON.stringify([email, layout, scope.theme, maps]);
}

/**
 * One email to compile and, for a preview, to render. Plain data that can be sent to another
 * thread.
 */
export interface RenderJob extends CompileSource {
  fill: MergeContext | null;
  /** A short name of the source, if it has one. */
  key?: string;
}

/** The same for a thread that holds the compile of the key. */
export type HeldJob = Required<Pick<RenderJob, 'key' | 'fill'>>;

export interface Rendered extends Compilation {
  /** Whether equal values always render it equally; used only with a key. */
  timeless: boolean;
  /** Null if nothing was to be rendered, and if there are errors. */
  filled: Omit<FilledEmail, 'unaddressed'> | null;
}

/** A layout with the theme it renders with. */
export interface BatchLayout extends LayoutSource {
  id: number;
  theme: ResolvedTheme;
}

/** Saved emails to recompile. Without emails, the layouts are checked. */
export interface BatchJob {
  layouts: BatchLayout[];
  themesByKey: ReadonlyMap<string, ResolvedTheme>;
  components: Components;
  emails: (EmailSource & { layout_id: number })[];
}

/** A compile as it is stored, or the sentence about its fault. */
export type BatchResult =
  | { packed: PackedCompile; fault: null }
  | { packed: null; fault: { in: 'layout' | 'email'; message: string } };

/** Components to check, each with all that are nested in it. */
export interface ComponentsJob {
  keys: string[];
  scope: CompileScope;
}

/** What signs the links of a mail. */
export interface MailLinks {
  secretKey: Uint8Array;
  base: string;
  mail: TrackedMail;
}

/** What a mail that is sent is filled in with. */
export interface MailFilling {
  context: MergeContext;
  /** Null if its opens and clicks are not counted. */
  links: MailLinks | null;
}

/** One mail to fill in for sending. */
export interface MailJob extends MailFilling {
  /** The digest of its compile. */
  key: string;
  /** Left out for a thread that holds the template of the key. */
  compiled?: CompiledEmail;
}

export type FilledMail =
  /** With the milliseconds of processor time that it took, the shorter ones of two tries. */
  | { filled: EncodedEmail; ms: number }
  /** Why it fails: the end of a sentence, without a period. */
  | { filled: null; ms: number; failure: string };

/** Mail that a program submitted, to be read. */
export interface SubmittedJob {
  octets: Uint8Array;
}

export interface ReadSubmitted {
  /** Null if it says more than `limits.submissionShownChars`. */
  content: SubmittedContent | null;
}

/** The jobs of threads, with their inputs and answers. Each result is one part of the job. */
export interface ThreadJobs {
  render: { job: RenderJob; answer: Rendered };
  /** A result for each email; without emails, for each layout. */
  batch: { job: BatchJob; answer: BatchResult[] };
  components: { job: ComponentsJob; answer: { key: string; errors: Issue[] }[] };
  mail: { job: MailJob; answer: FilledMail };
  submitted: { job: SubmittedJob; answer: ReadSubmitted };
}

export type ThreadJobName = keyof ThreadJobs;

/** The first message of a thread, which can do jobs now. */
export interface ThreadReady {
  thread: NativeThread;
}

/** The message of a thread that has done a job. */
export interface ThreadAnswer {
  answer: ThreadJobs[ThreadJobName]['answer'];
  /** Keys of the compiles it holds. */
  held: string[];
}

interface Kept {
  key: string;
  /** Whether the key was given, and is short. */
  isNamed: boolean;
  timeless: boolean;
  compilation: Compilation;
  template: PreparedTemplate | null;
}

const keptMost = 4;

/** Does the jobs of one thread. An email that is previewed repeatedly is compiled once. */
export class JobRenderer {
  readonly #kept: Kept[] = [];
  readonly #templates = new LRUCache<string, PreparedTemplate>({ max: limits.mailTemplatesKept });
  /** Lives as long as the thread, since drafts of one email follow each other. */
  readonly #session = new CompileSession();
  readonly #dates = new DateFormats();
  readonly #inlineCss: InlineCss;
  readonly #begin: (part: number) => void;
  readonly #processorMs: () => number;

  /**
   * `begin` is called with each part of a job before it starts; `processorMs` is how long this thread
   * has worked.
   */
  constructor(inlineCss: InlineCss, begin: (part: number) => void, processorMs: () => number) {
    this.#inlineCss = inlineCss;
    this.#begin = begin;
    this.#processorMs = processorMs;
  }

  /** The given keys of the compiles it holds. */
  held(): string[] {
    const named = this.#kept.filter(({ isNamed }) => isNamed).map(({ key }) => key);
    return [...named, ...this.#templates.keys()];
  }

  /**
   * Fills in a mail, in `limits.liquidRenderMs` of processor time (SEC-14). One that took long is made
   * again, as the first of an email pays for what the engine has to learn of it.
   */
  mail({ key, compiled, context, links }: MailJob): FilledMail {
    this.#begin(0);
    const template = this.#templateOf(key, compiled);
    const tracking = links && mailTracking(links.secretKey, links.base, links.mail);
    const attempt = (ms: number): FilledMail => {
      const { spent, time } = this.#timeOf(ms);
      try {
        const filled = template.fillEncoded(context, tracking, time);
        return { filled, ms: spent() };
      } catch (error) {
        return { filled: null, ms: spent(), failure: liquidFailure(error) };
      }
    };
    const first = attempt(limits.liquidRenderMs);
    const isSlow = first.filled !== null && first.ms >= limits.slowMailMs;
    if (!isSlow || first.ms > limits.liquidRenderAgainMs) return first;
    return { ...first, ms: Math.min(first.ms, attempt(limits.liquidRenderAgainMs).ms) };
  }

  /** So many milliseconds of processor time, from now on, and how many of them are spent. */
  #timeOf(ms: number): { spent: () => number; time: RenderTime } {
    const start = this.#processorMs();
    const spent = () => this.#processorMs() - start;
    return { spent, time: { ms, more: () => ms - spent() } };
  }

  submitted({ octets }: SubmittedJob): ReadSubmitted {
    this.#begin(0);
    const content = readSubmittedContent(
      Buffer.from(octets.buffer, octets.byteOffset, octets.length),
    );
    const shown = content.html.length + content.text.length;
    return { content: shown > limits.submissionShownChars ? null : content };
  }

  #templateOf(key: string, compiled: CompiledEmail | undefined): PreparedTemplate {
    const known = this.#templates.get(key);
    if (known) return known;
    if (!compiled) throw new Error('The thread does not keep the template it is asked for.');
    const template = prepareTemplate(compiled, { dates: this.#dates });
    const size = compiled.html.length + compiled.text.length;
    if (size <= limits.renderKeptChars) this.#templates.set(key, template);
    return template;
  }

  render(job: RenderJob | HeldJob): Rendered {
    this.#begin(0);
    const { fill } = job;
    const { compilation, template, timeless } =
      'email' in job ? this.#compile(job) : this.#keptUnder(job.key);
    const { errors, warnings } = compilation;
    if (fill === null || template === null) return { ...compilation, timeless, filled: null };
    try {
      const { time } = this.#timeOf(limits.liquidRenderMs);
      const { unaddressed, ...filled } = template.fill(fill, time);
      const source = compilation.compiled?.subject ?? '';
      const missing = missingPartWarnings({ subject: filled.subject, unaddressed }, source);
      const told = [...warnings, ...missing];
      return { compiled: null, errors, warnings: told, timeless, filled };
    } catch (error) {
      // A template can fail on the values of a person, which its author has to know.
      const message = `The email fails for this person: ${liquidFailure(error)}.`;
      const failed = { path: 'body_markdown', code: 'liquid_failed', message };
      return { compiled: null, errors: [failed], warnings, timeless, filled: null };
    }
  }

  batch(job: BatchJob): BatchResult[] {
    const bodies = job.emails.flatMap(bodiesOf);
    const prepared = new Map<number, LayoutFindings>();
    const prepare = (layout: BatchLayout): LayoutFindings => {
      const known = prepared.get(layout.id);
      if (known) return known;
      const { themesByKey, components } = job;
      const made = prepareLayout(layout, { theme: layout.theme, themesByKey, components }, bodies);
      prepared.set(layout.id, made);
      return made;
    };
    if (job.emails.length === 0) {
      return job.layouts.map((layout, part) => {
        this.#begin(part);
        return faultOf(prepare(layout)) ?? { packed: '', fault: null };
      });
    }
    const layouts = new Map(job.layouts.map((layout) => [layout.id, layout]));
    return job.emails.map((email, part) => {
      this.#begin(part);
      const layout = layouts.get(email.layout_id);
      if (!layout) throw new Error(`The layout ${email.layout_id} is not in the batch.`);
      return this.#compileInto(prepare(layout), email);
    });
  }

  #compileInto(layout: LayoutFindings, email: EmailSource): BatchResult {
    const refused = faultOf(layout);
    if (refused || !layout.prepared) return refused ?? broken('layout', '');
    try {
      const checked = { checked: true };
      const { compiled, errors } = compileInto(layout.prepared, email, this.#inlineCss, checked);
      if (!compiled) return broken('email', errors[0]?.message ?? '');
      return { packed: packCompile(compiled), fault: null };
    } catch (error) {
      // An unexpected failure of one email must not stop its batch.
      return broken('email', error instanceof Error ? error.message : String(error));
    }
  }

  components({ keys, scope }: ComponentsJob): { key: string; errors: Issue[] }[] {
    return keys.map((key, part) => {
      this.#begin(part);
      return { key, errors: checkComponent(key, scope, this.#inlineCss, this.#session) };
    });
  }

  #keptUnder(key: string): Kept {
    const known = this.#kept.find((entry) => entry.key === key);
    if (!known) throw new Error('The thread does not keep what it is asked for by its key.');
    return known;
  }

  #compile({ key: given, email, layout, scope }: CompileSource & { key?: string }): Kept {
    const key = given ?? keyOfSource({ email, layout, scope });
    const known = this.#kept.find((entry) => entry.key === key);
    if (known) return known;
    const compilation = compileEmail(email, layout, scope, this.#inlineCss, this.#session);
    const { compiled } = compilation;
    const template = compiled ? prepareTemplate(compiled, { dates: this.#dates }) : null;
    const isNamed = given !== undefined;
    const timeless = isNamed && compiled !== null && isTimeless(compiled);
    const made = { key, isNamed, timeless, compilation, template };
    const size = email.body_markdown.length + layout.html.length + layout.css.length;
    if (size <= limits.renderKeptChars && key.length <= limits.renderKeptChars) {
      this.#kept.unshift(made);
      this.#kept.length = Math.min(this.#kept.length, keptMost);
    }
    return made;
  }
}

function broken(where: 'layout' | 'email', message: string): BatchResult {
  return { packed: null, fault: { in: where, message } };
}

function faultOf({ prepared, errors }: LayoutFindings): BatchResult | null {
  return prepared ? null : broken('layout', errors[0]?.message ?? '');
}
