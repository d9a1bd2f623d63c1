import { useLayoutEffect, useRef, useState } from 'preact/hooks';
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

/**
 * Shows the HTML of a mail in a frame with an origin and a policy of its own: nothing in it runs, and
 * pictures of other hosts load only where they were asked for, since loading one can count as an open.
 */
export function MailFrame({
  html,
  title,
  pictures = true,
}: {
  html: string;
  title: string;
  /** Whether pictures of other hosts can be asked for. */
  pictures?: boolean;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(320);
  const [images, setImages] = useState(false);
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
    const show = () => frame.current?.contentWindow?.postMessage({ type: 'show', html }, '*');
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
  }, [html, images]);
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
      <iframe
        key={String(images)}
        ref={frame}
        class={isFocused ? 'mail-frame focused' : 'mail-frame'}
        title={title}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        src={images ? '/console/mail?images=1' : '/console/mail'}
        height={height}
      />
    </div>
  );
}
