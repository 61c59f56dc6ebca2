import { useTranslation } from 'react-i18next';

import { validationMessage } from '../../copy/validation-message.ts';
import type { Refusal } from '../../service/api.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';

/** A refusal as text: what happened, what to do, and the code for support. */
export function RefusalNote({ refusal }: { refusal: Refusal }): React.JSX.Element {
  const { t } = useTranslation('errors');
  const { t: ofValue } = useTranslation('validation');
  const code = refusal.refused;
  return (
    <div className="note bad" role="alert">
      <StateGlyph state="failed" />
      <div>
        <b>{t(`${code}.title`)}.</b> {t(`${code}.what`)} {t(`${code}.next`)}
        {refusal.details?.map((detail) => (
          <div key={detail.path} className="small">
            {detail.path === '' ? '' : `${detail.path}: `}
            {validationMessage(detail.message, ofValue) ?? <span lang="en">{detail.message}</span>}
          </div>
        ))}
        {code !== 'offline' && <div className="mono faint small">{code}</div>}
      </div>
    </div>
  );
}
