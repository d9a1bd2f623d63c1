import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, type KeyBinding, keymap, lineNumbers, tooltips } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { completionsOf } from './completions.ts';
import type { LocatedIssue } from './issues.ts';
import { type Kind, syntaxOf } from './syntax.ts';
import { type Meaning, type Names, noNames } from './vocabulary.ts';

/** Colours that follow those of the console, in light and dark. */
const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.keyword, tags.bracket], color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.variableName, tags.propertyName], color: 'var(--accent)' },
  { tag: tags.function(tags.variableName), color: 'var(--warn)' },
  { tag: [tags.string, tags.number], color: 'var(--good)' },
  { tag: [tags.comment, tags.tagName, tags.attributeName, tags.operator], color: 'var(--quiet)' },
  { tag: tags.link, color: 'var(--accent)', textDecoration: 'underline' },
  { tag: tags.monospace, color: 'var(--warn)' },
]);

const mono = { fontFamily: 'var(--mono)', lineHeight: '1.6' };

const look = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: 'var(--size-small)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': { ...mono, overflow: 'auto', maxHeight: 'var(--editor-most, none)' },
  '.cm-content': {
    caretColor: 'var(--text)',
    padding: '0.45rem 0',
    minHeight: 'var(--editor-least, 0)',
  },
  '.cm-line': { padding: '0 0.7rem' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--sunken)',
    color: 'var(--quiet)',
    borderRight: '1px solid var(--line)',
    minHeight: 'var(--editor-least, 0) !important',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--bad-soft)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--edge)',
    borderRadius: '0.375rem',
    boxShadow: 'var(--shadow)',
    maxWidth: 'min(32rem, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { ...mono, maxHeight: '16rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.2rem 0.6rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-completionDetail': { color: 'var(--quiet)', fontStyle: 'normal', marginLeft: '0.75rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail': {
    color: 'var(--on-accent)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionInfo': { padding: '0.4rem 0.7rem', fontFamily: 'var(--mono)' },
  '.cm-diagnostic': { padding: '0.3rem 0.7rem', borderLeftWidth: '4px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
});

export interface EditorOptions {
  parent: HTMLElement;
  text: string;
  kind: Kind;
  /** The words of the editor's own parts in the language of the console. */
  phrases: Readonly<Record<string, string>>;
  meaning: Meaning;
  onText: (text: string) => void;
}

/** What the element around the text says of it. */
export interface Described {
  label: string;
  isInvalid: boolean;
  isReadOnly: boolean;
}

export interface Editor {
  replace(text: string): void;
  describe(state: Described): void;
  offer(names: Names): void;
  show(issues: readonly LocatedIssue[]): void;
  goTo(offset: number): void;
  close(): void;
}

/** Braces of Liquid come in pairs, and what closes one is passed over where it is there already. */
const closesLiquid: Extension = EditorView.inputHandler.of((view, from, to, text) => {
  if (from !== to || view.composing || !['{', '%', '}'].includes(text)) return false;
  const after = view.state.sliceDoc(to, to + 2);
  const isThere = (text === '%' && after === '%}') || (text === '}' && after.startsWith('}'));
  if (isThere) {
    view.dispatch({ selection: { anchor: to + 1 }, userEvent: 'input.type' });
    return true;
  }
  const before = view.state.sliceDoc(Math.max(0, from - 2), from);
  if (text === '}' || !before.endsWith('{') || before === '{{') return false;
  const insert = text === '{' ? '{}}' : '%%}';
  const change = { changes: { from, insert }, selection: { anchor: from + 1 } };
  view.dispatch({ ...change, userEvent: 'input.type', scrollIntoView: true });
  return true;
});

/** A line holds no line break: what is pasted is one line. */
const oneLine: Extension = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction;
  const text = transaction.newDoc.toString().replaceAll('\n', ' ');
  const { head } = transaction.newSelection.main;
  return {
    changes: { from: 0, to: transaction.startState.doc.length, insert: text },
    selection: { anchor: Math.min(head, text.length) },
  };
});

/** Enter in a line is that of the form around it, unless it chooses a completion. */
const noBreak: readonly KeyBinding[] = [{ key: 'Enter', run: () => true }];

/**
 * An editor for one text, in a shadow root: there its styles are sheets of their own, which the policy
 * of the page allows, unlike elements with styles.
 */
export function openEditor(options: EditorOptions): Editor {
  const { parent, text, kind, phrases, onText } = options;
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  const described = new Compartment();
  let names = noNames;
  const complete = completionsOf({ kind, names: () => names, meaning: options.meaning });
  const isLine = kind === 'line';
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorState.phrases.of(phrases),
        history(),
        isLine ? oneLine : [lineNumbers(), lintGutter()],
        syntaxOf(kind),
        syntaxHighlighting(colours),
        bracketMatching(),
        closesLiquid,
        autocompletion({ override: [complete], icons: false }),
        tooltips({ position: 'fixed' }),
        keymap.of([
          ...completionKeymap,
          ...lintKeymap,
          ...(isLine ? noBreak : []),
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.lineWrapping,
        look,
        described.of([]),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) onText(state.doc.toString());
        }),
      ],
    }),
  });
  return {
    replace(next) {
      if (view.state.doc.toString() === next) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    describe({ label, isInvalid, isReadOnly }) {
      const attributes = {
        'aria-label': label,
        'aria-multiline': String(!isLine),
        // A region that scrolls is reached by the keyboard.
        tabindex: '0',
        ...(isInvalid && { 'aria-invalid': 'true' }),
        ...(isReadOnly && { 'aria-readonly': 'true' }),
        spellcheck: isLine || kind === 'markdown' ? 'true' : 'false',
      };
      view.dispatch({
        effects: described.reconfigure([
          EditorView.contentAttributes.of(attributes),
          EditorState.readOnly.of(isReadOnly),
        ]),
      });
    },
    offer(next) {
      names = next;
    },
    show(issues) {
      const length = view.state.doc.length;
      const diagnostics = issues.map(({ from, to, message, isError }) => ({
        from: Math.min(from, length),
        to: Math.min(to, length),
        message,
        severity: isError ? ('error' as const) : ('warning' as const),
      }));
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    goTo(offset) {
      const anchor = Math.min(offset, view.state.doc.length);
      view.dispatch({ selection: { anchor }, scrollIntoView: true });
      view.focus();
    },
    close: () => view.destroy(),
  };
}
