import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';

import { REASON, reasonAt, WHY_EVENT } from './why.ts';

const SHOWING = ['focusin', 'pointerover', 'click', WHY_EVENT] as const;
const HIDING = ['focusout', 'pointerout', 'input', 'keydown'] as const;

/** Shows the reason of the control in focus, under the pointer, or just pressed. One for the whole page. */
export function WhyTip(): React.JSX.Element {
  const [shown, setShown] = useState<ReturnType<typeof reasonAt>>(null);
  useEffect(() => {
    const show = ({ target }: Event): void => setShown((before) => reasonAt(target) ?? before);
    const hide = (): void => setShown(null);
    // Pressing Enter hides it before the click shows it again.
    for (const type of SHOWING) document.addEventListener(type, show, true);
    for (const type of HIDING) document.addEventListener(type, hide, true);
    return () => {
      for (const type of SHOWING) document.removeEventListener(type, show, true);
      for (const type of HIDING) document.removeEventListener(type, hide, true);
    };
  }, []);
  useEffect(() => {
    if (shown === null) return undefined;
    // The reason may change, or end, while it is shown.
    const observer = new MutationObserver(() => setShown(reasonAt(shown.element)));
    observer.observe(shown.element, { attributes: true, attributeFilter: [REASON] });
    return () => observer.disconnect();
  }, [shown]);
  if (shown === null) return <></>;
  return (
    <Tooltip
      opened
      multiline
      maw={280}
      position="top"
      zIndex={400}
      target={shown.element}
      label={shown.why}
    />
  );
}
