/** Runs in the page, before any mail; `dom.ts` has the arguments and results of each function. */

const addresses = ['href', 'src', 'action', 'formaction', 'background', 'poster', 'data'];
const edges = ['top', 'bottom', 'left', 'right'];

function hex(color) {
  const parts = color.match(/[\d.]+/g)?.map(Number) ?? [];
  if (parts.length === 4 && parts[3] === 0) return 'none';
  const digits = parts.slice(0, 3).map((part) => part.toString(16).padStart(2, '0'));
  return `#${digits.join('')}`;
}

function borders(style) {
  return edges
    .filter((edge) => style.getPropertyValue(`border-${edge}-width`) !== '0px')
    .map((edge) => hex(style.getPropertyValue(`border-${edge}-color`)));
}

function protocolOf(address) {
  const base = 'https://base.example';
  return URL.canParse(address, base) ? new URL(address, base).protocol : 'https:';
}

function parsedMail(source) {
  const skeleton = [];
  const protocols = new Set();
  const visit = (node, depth) => {
    if (node instanceof Element) {
      const names = [...node.attributes].map(({ name }) => name).sort();
      skeleton.push(`${depth} ${node.localName} ${names.join(' ')}`);
      for (const name of addresses) {
        const address = node.getAttribute(name);
        if (address !== null) protocols.add(protocolOf(address));
      }
    } else if (node.nodeType === Node.COMMENT_NODE) skeleton.push(`${depth} comment`);
    for (const child of node.childNodes) visit(child, depth + 1);
  };
  visit(new DOMParser().parseFromString(source, 'text/html'), 0);
  return { skeleton: skeleton.join('\n'), protocols: [...protocols].sort() };
}

function backgroundBehind(element) {
  if (!element) return '#ffffff';
  const own = hex(getComputedStyle(element).backgroundColor);
  return own === 'none' ? backgroundBehind(element.parentElement) : own;
}

globalThis.inPage = {
  parseMails: (sources) => sources.map(parsedMail),

  shownAs(selectors) {
    const entries = Object.entries(selectors).map(([name, selector]) => {
      const element = document.querySelector(selector);
      if (!element) throw new Error(`The mail has no ${selector}.`);
      const style = getComputedStyle(element);
      const background = backgroundBehind(element);
      const border = borders(style)[0] ?? 'none';
      return [name, { color: hex(style.color), background, border }];
    });
    return Object.fromEntries(entries);
  },

  colorsShown() {
    const found = new Set();
    for (const element of document.body.querySelectorAll('*')) {
      if (element.getClientRects().length === 0) continue;
      const style = getComputedStyle(element);
      found.add(hex(style.backgroundColor));
      if (element.textContent.trim() !== '') found.add(hex(style.color));
      for (const color of borders(style)) found.add(color);
    }
    return [...found];
  },

  factsOf() {
    const count = (selector) => document.querySelectorAll(selector).length;
    const elements = [...document.querySelectorAll('body *')];
    return {
      lang: document.documentElement.lang,
      title: document.title,
      label: document.querySelector('[role=article]').getAttribute('aria-label'),
      scrollWidth: document.documentElement.scrollWidth,
      widest: Math.max(...elements.map((element) => element.getBoundingClientRect().right)),
      cardTop: document.querySelector('.card').getBoundingClientRect().top,
      preHeaderBoxes: document.querySelector('.pre-header')?.getClientRects().length ?? null,
      headers: count('.header'),
      footerLines: count('.footer-line'),
      picturesWithoutAlt: count('img:not([alt])'),
      tablesWithoutRoleOrHeading: count('table:not([role]):not(:has(th))'),
      emptyParagraphs: elements.filter((e) => e.localName === 'p' && e.textContent.trim() === '')
        .length,
    };
  },
};
