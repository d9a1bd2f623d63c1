/** Runs in the page; `look-over.ts` has its arguments and results. */

function shown(element) {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

globalThis.misfits = () => {
  const found = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`${scrollWidth} pixels wide of ${clientWidth}`);
  for (const target of document.querySelectorAll('button, a, .choice, .toggle')) {
    const { width, height } = target.getBoundingClientRect();
    if (shown(target) && (width < 44 || height < 44)) {
      const size = `${Math.round(width)} by ${Math.round(height)}`;
      found.push(`${size}: ${target.outerHTML.slice(0, 80)}`);
    }
  }
  return found;
};

globalThis.skeleton = () =>
  [...document.querySelectorAll('*')]
    .map((element) => [element.localName, ...element.getAttributeNames().sort()].join(' '))
    .join('\n');
