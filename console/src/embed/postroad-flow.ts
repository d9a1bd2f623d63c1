/**
 * `<postroad-flow src="…">` on a page of another site: the drawing of one flow with its live counts,
 * in a frame as high as the drawing. `src` is the address that `embed_flow` answers; `label` names the
 * frame to screen readers.
 */
class PostroadFlow extends HTMLElement {
  static readonly observedAttributes: readonly string[] = ['src', 'label'];

  readonly #frame = document.createElement('iframe');

  constructor() {
    super();
    const style = document.createElement('style');
    style.textContent =
      ':host{display:block}iframe{display:block;width:100%;height:24rem;border:0;color-scheme:normal}';
    this.attachShadow({ mode: 'open' }).append(style, this.#frame);
    this.#frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
    this.#frame.setAttribute('loading', 'lazy');
  }

  connectedCallback(): void {
    addEventListener('message', this.#resize);
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.#resize);
  }

  attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
    if (name === 'label') this.#frame.title = value ?? 'Postroad';
    else if (value !== null && /^https?:/.test(new URL(value, location.href).href)) {
      this.#frame.title ||= 'Postroad';
      this.#frame.src = value;
    }
  }

  #resize = ({ source, data }: MessageEvent): void => {
    if (source !== this.#frame.contentWindow || data?.type !== 'postroad-flow') return;
    if (typeof data.height === 'number') this.#frame.style.height = `${Math.ceil(data.height)}px`;
  };
}

if (!customElements.get('postroad-flow')) customElements.define('postroad-flow', PostroadFlow);

export {};
