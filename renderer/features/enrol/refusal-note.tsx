import { useTranslation } from 'react-i18next';

import type { Refusal } from '../../service/api.ts';
import { StateGlyph } from '../../ui/state-glyph.tsx';

/** Why the station did not do what was asked: what happened, what to do, and the code for support. */
export function RefusalNote({ refusal }: { refusal: Refusal }): React.JSX.Element {
  const { t } = useTranslation('errors');
  const { refused } = refusal;
  return (
    <div className="note bad" role="alert">
      <StateGlyph state="failed" />
      <div>
        <b>{t(`${refused}.title`)}</b>
        <p className="dim">{t(`${refused}.what`)}</p>
        <p>{t(`${refused}.next`)}</p>
        {refused !== 'offline' && <p className="micro faint mono">{refused}</p>}
      </div>
    </div>
  );
}
