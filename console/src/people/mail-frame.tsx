import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../platform/words.ts';

/** The highest that a mail makes its frame, in pixels; longer ones scroll. */
const highest = 6_000;

interface FrameMessage {
  type: 'ready' | 'shown' | 'height';
  height?: number;
}

function messageIn(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type } = data as { type?: unknown };
  return type === 'ready' || type === 'shown' || type === 'height' ? (data as FrameMessage) : null;
}

interface MailFrameProps {
  html: string;
  title: string;
  /** In place of what the browser prefers. */
  scheme?: 'light' | 'dark';
  /** Pixels that the mail has; it is drawn smaller where there is less room. */
  width?: number;
  /** Whether pictures of other hosts can be asked for. */
  pictures?: boolean;
}

/** Pixels of the line around a mail. */
const edge = 1;

/** How much smaller than it is something of a width is drawn, to fit in its element. */
function useScale(width: number | undefined) {
  const room = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = room.current;
    if (element === null || width === undefined) return;
    const observer = new ResizeObserver(() =>
      setScale(Math.min(1, element.clientWidth / (width + 2 * edge))),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  return { room, scale };
}

/**
 * Shows the HTML of a mail in a frame with an origin and a policy of its own: nothing in it runs, and
 * pictures of other hosts load only where they were asked for, since loading one can count as an open.
 */
export function MailFrame({ html, title, scheme, width, pictures = true }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(320);
  const [images, setImages] = useState(false);
  const { room, scale } = useScale(width);
  const [isFocused, setFocused] = useState(false);
  // No style of this page applies while the focus is in the page of the frame.
  useLayoutEffect(() => {
    const look = () => setFocused(document.activeElement === frame.current);
    const left = () => setFocused(false);
    addEventListener('blur', look);
    addEventListener('focus', left);
    return () => {
      removeEventListener('blur', look);
      removeEventListener('focus', left);
    };
  }, []);
  // Before the frame can have loaded: what it says is said once.
  useLayoutEffect(() => {
    const show = () =>
      frame.current?.contentWindow?.postMessage({ type: 'show', html, scheme }, '*');
    const hear = ({ source, data }: MessageEvent) => {
      const target = frame.current?.contentWindow;
      if (target === null || target === undefined || source !== target) return;
      const message = messageIn(data);
      if (message?.type === 'ready') show();
      if (message?.type === 'height' && typeof message.height === 'number') {
        setHeight(Math.min(highest, Math.max(120, message.height)));
      }
    };
    addEventListener('message', hear);
    // To a frame that is there already, whose mail has changed.
    show();
    return () => removeEventListener('message', hear);
  }, [html, images, scheme]);
  return (
    <div class="stack-tight">
      {pictures && (
        <label class="choice">
          <input
            type="checkbox"
            checked={images}
            onChange={({ currentTarget }) => setImages(currentTarget.checked)}
          />
          {t('person.mail.images')}
        </label>
      )}
      <div
        ref={room}
        class="mail-room"
        style={
          width === undefined
            ? undefined
            : { height: `${Math.ceil((height + 2 * edge) * scale)}px` }
        }
      >
        <iframe
          key={String(images)}
          ref={frame}
          class={`mail-frame ${width === undefined ? '' : 'sized'} ${isFocused ? 'focused' : ''}`}
          title={title}
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
          src={images ? '/console/mail?images=1' : '/console/mail'}
          height={height}
          style={width === undefined ? undefined : { width: `${width}px`, scale: String(scale) }}
        />
      </div>
    </div>
  );
}
