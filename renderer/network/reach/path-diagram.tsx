import { IconDeviceDesktop, IconDeviceVisionPro, IconRouter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { CheckStatus } from '../../../shared/contract/network/network-findings.ts';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { pathOf, type CheckView } from './network-verdict.ts';
import type { CheckLabels } from './use-check-labels.ts';

/** The icon of each status, distinguishable by shape. */
export const STATUS_GLYPH: Record<CheckStatus, GlyphState> = {
  ok: 'ready',
  warning: 'attention',
  problem: 'failed',
  unknown: 'waiting',
};

type Props = {
  checks: readonly CheckView[];
  labels: CheckLabels;
  /** Address of the station, e.g. "10.20.4.2". */
  address: string;
  /** State of the headsets, e.g. "28 of 30 connected". */
  headsets: string;
};

/** The path from this computer over the access point to the headsets; an interrupted line names the cause. */
export function PathDiagram({ checks, labels, address, headsets }: Props): React.JSX.Element {
  const { t } = useTranslation('station');
  const { station, headsets: far } = pathOf(checks);
  return (
    <div className="path">
      <Hop icon={<IconDeviceDesktop className="i l" />} name={t('path.station')} text={address} />
      <Line check={station} labels={labels} />
      <Hop icon={<IconRouter className="i l" />} name={t('path.network')} text={t('path.networkText')} />
      <Line check={far} labels={labels} />
      <Hop icon={<IconDeviceVisionPro className="i l" />} name={t('path.headsets')} text={headsets} />
    </div>
  );
}

type HopProps = { icon: React.JSX.Element; name: string; text: string };

function Hop({ icon, name, text }: HopProps): React.JSX.Element {
  return (
    <div className="hop grid tight">
      <span className="box" aria-hidden="true">
        {icon}
      </span>
      <b>{name}</b>
      <span className="small faint">{text}</span>
    </div>
  );
}

function Line({ check, labels }: { check: CheckView | undefined; labels: CheckLabels }): React.JSX.Element {
  const { t } = useTranslation('station');
  const status = check?.status ?? 'unknown';
  const says = check === undefined || status === 'ok' ? t('path.open') : labels.name(check);
  return (
    <div className={`hop-line ${status}`}>
      <span className="tag">
        <StateGlyph state={STATUS_GLYPH[status]} size="s" />
        {says}
      </span>
    </div>
  );
}
