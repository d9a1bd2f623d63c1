/**
 * The script of the hosted pages. Everything but the disabled Save button works without it. Save is
 * enabled once a toggle differs from the saved state (SUB-24), tabs switch in index and with arrow
 * keys, and a reload no longer shows the message about the last action.
 */
export const pageScript = `(() => {
  'use strict';
  const form = document.querySelector('form[data-save]');
  if (form) {
    const toggles = [...form.querySelectorAll('input[data-saved]')];
    const save = form.querySelector('button');
    const look = () => {
      save.disabled = !toggles.some((toggle) => toggle.checked !== (toggle.dataset.saved === 'on'));
    };
    form.addEventListener('change', look);
    addEventListener('pageshow', look);
    look();
  }
  const tabs = [...document.querySelectorAll('[role=tab]')];
  const select = (tab) => {
    for (const one of tabs) {
      const chosen = one === tab;
      const panel = document.getElementById(one.getAttribute('aria-controls'));
      one.setAttribute('aria-selected', String(chosen));
      one.tabIndex = chosen ? 0 : -1;
      panel.hidden = !chosen;
      if (chosen) document.title = panel.dataset.title;
    }
  };
  for (const [index, tab] of tabs.entries()) {
    if (tab.getAttribute('aria-selected') !== 'true') tab.tabIndex = -1;
    tab.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      select(tab);
      history.replaceState(null, '', tab.href);
    });
    tab.addEventListener('keydown', (event) => {
      const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -index, End: tabs.length - 1 - index };
      if (event.key === ' ') tab.click();
      else if (event.key in steps) {
        const next = tabs[(index + steps[event.key] + tabs.length) % tabs.length];
        next.click();
        next.focus();
      } else return;
      event.preventDefault();
    });
  }
  for (const link of document.querySelectorAll('a[data-tab]')) {
    link.addEventListener('click', (event) => {
      const tab = tabs.find((one) => one.id === link.dataset.tab);
      if (!tab) return;
      event.preventDefault();
      tab.click();
      tab.focus();
    });
  }
  const here = new URL(location.href);
  if (here.searchParams.has('done')) {
    here.searchParams.delete('done');
    history.replaceState(null, '', here);
  }
})();
`;
