import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import type { checkUpstream } from '../../../shared/contract/sync/upstream.ts';
import { useFormat } from '../../copy/format.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { useReasonLabels } from '../status/reasons.ts';

export type Finding = z.infer<typeof checkUpstream.reply>;

/** The result of a connection test: success and the number of devices, or what is wrong and what to do. */
export function FindingNote({ finding }: { finding: Finding }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const format = useFormat();
  const words = useReasonLabels()({ code: finding.finding, message: finding.message });
  const { isOk, devices, organisations, organisationNames, isEncrypted } = finding;
  const names = organisations.map((id) => organisationNames[id] ?? id);
  const isOpen = isEncrypted === false;
  return (
    <div className={`note ${isOk ? (isOpen ? 'warn' : '') : 'bad'}`} role={isOk ? 'status' : 'alert'}>
      <StateGlyph state={isOk ? (isOpen ? 'attention' : 'ready') : 'failed'} />
      <div>
        <b>{words.what}</b> {words.next}
        {isOk && devices !== null && (
          <div>
            {t('finding.devices', { count: devices })}
            {organisations.length > 0 && ` ${t('finding.organisations', { names: format.list(names) })}`}
          </div>
        )}
        {isOpen && <div>{t('finding.notEncrypted')}</div>}
        {!isOk && (
          <div className="small">
            {finding.message} <span className="mono faint">{finding.finding}</span>
          </div>
        )}
      </div>
    </div>
  );
}
