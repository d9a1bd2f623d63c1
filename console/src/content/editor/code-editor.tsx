import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { inWords } from '../../platform/call.ts';
import { Problem } from '../../platform/screen.tsx';
import { language, t, wordsUnder } from '../../platform/words.ts';
import type { Editor } from './code-mirror.ts';
import type { LocatedIssue } from './issues.ts';
import type { Kind } from './syntax.ts';
import type { Meaning, Names } from './vocabulary.ts';

interface CodeEditorProps {
  label: string;
  text: string;
  kind: Kind;
  names: Names;
  issues: readonly LocatedIssue[];
  isReadOnly?: boolean;
  onText: (text: string) => void;
}

const phrases = () => ({
  Completions: t('editor.completions'),
  Diagnostics: t('editor.problems'),
  'No diagnostics': t('editor.noProblems'),
  close: t('action.close'),
});

const meaning: Meaning = ({ means, key }) =>
  language.value === 'en' || key === undefined ? means : wordsUnder(key);

/** The problems of a text, each a way to its line. */
function IssueLines({ issues, onGo }: { issues: readonly LocatedIssue[]; onGo: GoTo }) {
  return (
    <ul class="plain editor-issues">
      {issues.map((issue) => (
        <li key={issue.code + issue.message} class={issue.isError ? 'issue bad' : 'issue'}>
          {issue.line === null ? (
            inWords(issue.message)
          ) : (
            <button type="button" class="link" onClick={() => onGo(issue.from)}>
              {inWords(issue.message)}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

type GoTo = (offset: number) => void;

/** A text with Liquid: its problems at the line, and offers of what can be written (CON2-01). */
export function CodeEditor(props: CodeEditorProps) {
  const { label, text, kind, names, issues, isReadOnly = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [error, setError] = useState<unknown>(null);
  const latest = useRef(props);
  latest.current = props;
  const id = useId();
  useEffect(() => {
    let opened: Editor | null = null;
    let isGone = false;
    import('./code-mirror.ts').then(({ openEditor }) => {
      if (isGone || host.current === null) return;
      opened = openEditor({
        parent: host.current,
        text: latest.current.text,
        kind,
        phrases: phrases(),
        meaning,
        onText: (next) => {
          if (next !== latest.current.text) latest.current.onText(next);
        },
      });
      setEditor(opened);
    }, setError);
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [kind]);
  const hasErrors = issues.some(({ isError }) => isError);
  // Before the next key: a text that comes late would take it back.
  useLayoutEffect(() => editor?.replace(text), [editor, text]);
  useEffect(() => {
    editor?.describe({ label, isInvalid: hasErrors, isReadOnly });
  }, [editor, label, hasErrors, isReadOnly]);
  useEffect(() => editor?.offer(names), [editor, names]);
  useEffect(
    () => editor?.show(issues.map((one) => ({ ...one, message: inWords(one.message) }))),
    [editor, issues],
  );
  return (
    <div class="field whole">
      <span class="label" id={id}>
        {label}
      </span>
      {error !== null && <Problem error={t('app.newVersion')} />}
      <div ref={host} class={`editor of-${kind}`} aria-busy={editor === null}>
        {editor === null && text}
      </div>
      {issues.length > 0 && <IssueLines issues={issues} onGo={(at) => editor?.goTo(at)} />}
    </div>
  );
}
