import { memo } from 'react';

import { LOW_BATTERY_PERCENT } from '../../../shared/domain/devices/headset-limits.ts';

const FULL_WIDTH = 17;

type Props = {
  /** In percent; null if unknown. */
  level: number | null;
  isCharging: boolean;
  /** True if the value is too old to be current. */
  isOld: boolean;
  /** The figure in the person's language. */
  figure: string;
  /** "Battery", for screen readers. */
  label: string;
};

/** A battery filled to its level, always with its figure: a bolt when charging, amber when low, grey when old. */
export const BatteryGlyph = memo(function BatteryGlyph(props: Props): React.JSX.Element {
  const { level, isCharging, isOld, figure, label } = props;
  const isLow = !isOld && !isCharging && level !== null && level <= LOW_BATTERY_PERCENT;
  const width = ((level ?? 0) / 100) * FULL_WIDTH;
  return (
    <span className={`bat ${isOld ? 'old' : ''} ${isLow ? 'low' : ''}`}>
      <svg viewBox="0 0 23 11" aria-hidden="true">
        <rect
          x=".6"
          y=".6"
          width="19.8"
          height="9.8"
          rx="2.6"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.2"
          opacity=".75"
        />
        <path d="M22 3.8v3.4" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" opacity=".75" />
        {level !== null && (
          <rect x="2" y="2" width={width} height="7" rx={Math.min(1.3, width / 2)} fill="currentColor" />
        )}
        {isCharging && (
          <path
            d="M12.4.4 6.6 6.2h3.3L9 10.6l5.8-5.8h-3.3z"
            fill="currentColor"
            stroke="var(--bg, var(--surface))"
            strokeWidth="2"
            paintOrder="stroke"
          />
        )}
      </svg>
      <span className="sr">{label} </span>
      {figure}
    </span>
  );
});
