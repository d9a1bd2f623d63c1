/** Runs in each page and frame before its own scripts; `mail-frame.test.ts` has the types. */

const heard = [];

const attributes = { sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox' };

/** Shows a mail in a frame; answers what the frame says until it tells its height. */
function showMail({ html, address }) {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', attributes.sandbox);
    frame.src = address;
    frame.style.width = '600px';
    addEventListener('message', ({ data }) => {
      heard.push(data);
      if (data.type === 'ready') frame.contentWindow.postMessage({ type: 'show', html }, '*');
      if (data.type === 'height') resolve([...heard]);
    });
    document.body.append(frame);
  });
}

/** What a mail looks like, asked in its frame. */
function mailShown() {
  const paragraph = document.querySelector('p');
  return {
    lang: document.documentElement.lang,
    color: paragraph && getComputedStyle(paragraph).color,
    origin,
    scripts: document.scripts.length,
    base: document.baseURI,
  };
}

Object.assign(globalThis, {
  frameTests: {
    showMail,
    mailShown,
    heard: () => heard,
    clickLink: () => document.querySelector('#js')?.click(),
  },
});
