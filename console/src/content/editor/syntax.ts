import { StreamLanguage, type StringStream } from '@codemirror/language';

/** What is written in an editor; each of them may hold Liquid. */
export type Kind = 'line' | 'markdown' | 'html' | 'css';

interface State {
  /** What ends the Liquid that is open; null outside. */
  liquid: '}}' | '%}' | null;
  /** Whether the name of a Liquid tag comes next. */
  isNamed: boolean;
  /** Whether an HTML tag is open. */
  inTag: boolean;
  inComment: boolean;
  isFenced: boolean;
  inRule: boolean;
}

const quoted = /^(?:"[^"]*"|'[^']*')/;

function liquidToken(stream: StringStream, state: State): string | null {
  if (stream.match(/^-?[}%]\}/)) {
    state.liquid = null;
    return 'bracket';
  }
  if (stream.eatSpace()) return null;
  if (state.isNamed) {
    state.isNamed = false;
    if (stream.match(/^[\w#]+/)) return 'keyword';
  }
  if (stream.match(quoted)) return 'string';
  if (stream.match(/^\|\s*\w*/)) return 'variableName.function';
  if (stream.match(/^-?\d+(?:\.\d+)?\b/)) return 'number';
  if (stream.match(/^\w[\w-]*(?=:)/)) return 'propertyName';
  if (stream.match(/^(?:and|or|contains|in|true|false|nil|blank|empty)\b/)) return 'keyword';
  if (stream.match(/^[A-Za-z_][\w.-]*/)) return 'variableName';
  stream.next();
  return null;
}

function tagToken(stream: StringStream, state: State): string | null {
  if (stream.match(/^\/?>/)) {
    state.inTag = false;
    return 'tagName';
  }
  if (stream.match(quoted)) return 'string';
  if (stream.match(/^[\w:-]+/)) return 'attributeName';
  stream.next();
  return null;
}

function markupToken(stream: StringStream, state: State): string | null {
  if (stream.match('<!--')) {
    state.inComment = true;
    return 'comment';
  }
  if (stream.match(/^<\/?[A-Za-z][\w:-]*/)) {
    state.inTag = true;
    return 'tagName';
  }
  return null;
}

function markdownToken(stream: StringStream, state: State): string | null {
  if (stream.sol()) {
    if (stream.match(/^\s*(?:```|~~~).*/)) {
      state.isFenced = !state.isFenced;
      return 'monospace';
    }
    if (!state.isFenced && stream.match(/^#{1,6}\s[^{]*/)) return 'heading';
    if (stream.match(/^\s*(?:[-*+]|\d+[.)])\s/) || stream.match(/^\s*>\s?/)) return 'operator';
  }
  if (state.isFenced) return stream.match(/^[^{]+/) ? 'monospace' : null;
  if (stream.match(/^`[^`]+`/)) return 'monospace';
  if (stream.match(/^(?:\*\*|__)[^*_{]+(?:\*\*|__)/)) return 'strong';
  if (stream.match(/^\*[^*{\s][^*{]*\*/)) return 'emphasis';
  if (stream.match(/^!?\[[^\]{]*\]\([^){]*\)/) || stream.match(/^https?:[^\s)>{]+/)) return 'link';
  return markupToken(stream, state);
}

function cssToken(stream: StringStream, state: State): string | null {
  if (stream.match(/^\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/)) return 'comment';
  if (stream.match(quoted)) return 'string';
  if (stream.eat('{')) {
    state.inRule = true;
    return 'bracket';
  }
  if (stream.eat('}')) {
    state.inRule = false;
    return 'bracket';
  }
  if (stream.match(/^@[\w-]+/)) return 'keyword';
  if (state.inRule && stream.match(/^-?[A-Za-z][\w-]*(?=\s*:)/)) return 'propertyName';
  if (stream.match(/^#[\da-fA-F]{3,8}\b/) || stream.match(/^-?\d+(?:\.\d+)?[\w%]*/))
    return 'number';
  if (!state.inRule && stream.match(/^[.#]?[\w-]+/)) return 'tagName';
  return null;
}

const ofKind: Readonly<Record<Kind, (stream: StringStream, state: State) => string | null>> = {
  line: () => null,
  markdown: markdownToken,
  html: markupToken,
  css: cssToken,
};

function token(kind: Kind, stream: StringStream, state: State): string | null {
  if (state.liquid !== null) return liquidToken(stream, state);
  const opened = stream.match(/^\{([{%])-?/);
  if (opened && opened !== true) {
    state.liquid = opened[1] === '{' ? '}}' : '%}';
    state.isNamed = opened[1] === '%';
    return 'bracket';
  }
  if (state.inComment) {
    if (stream.match(/^.*?-->/)) state.inComment = false;
    else stream.skipToEnd();
    return 'comment';
  }
  if (state.inTag) return tagToken(stream, state);
  const start = stream.pos;
  const found = ofKind[kind](stream, state);
  if (stream.pos === start) stream.next();
  return found;
}

/** Colours of a text with Liquid in it: what it is written in, and each tag and value. */
export function syntaxOf(kind: Kind): StreamLanguage<State> {
  return StreamLanguage.define<State>({
    name: kind,
    startState: () => ({
      ...{ liquid: null, isNamed: false, inTag: false },
      ...{ inComment: false, isFenced: false, inRule: false },
    }),
    copyState: (state) => ({ ...state }),
    token: (stream, state) => token(kind, stream, state),
  });
}
