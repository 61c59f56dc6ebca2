import { useTranslation } from 'react-i18next';

import { applicationSchema } from '../../../shared/contract/configuration/settings/settings-entries.ts';
import { packageConflicts } from '../../../shared/domain/configuration/settings/conflicts.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { textIn, type Entry } from './controls/entry-list.tsx';
import { keyOf } from './start-value.ts';

type Props = { entries: readonly Entry[]; onChange: (entries: readonly Entry[]) => void };

/** One package name for two different apps, shown while editing: both side by side, keep one. */
export function ConflictNotes({ entries, onChange }: Props): React.JSX.Element | null {
  const { t } = useTranslation('configure');
  const names = conflictingNames(entries);
  if (names.length === 0) return null;
  return (
    <div className="stack" role="alert">
      {names.map((packageName) => {
        const sides = distinct(entries.filter((entry) => textIn(entry, 'packageName') === packageName));
        return (
          <div key={packageName} className="note bad conflict">
            <StateGlyph state="failed" />
            <div className="stack">
              <p>
                <b>{t('conflict.title', { packageName })}</b> {t('conflict.text')}
              </p>
              <div className="cells">
                {sides.map((side, index) => (
                  <ConflictSide
                    key={keyOf(side) + textIn(side, 'url')}
                    side={side}
                    number={index + 1}
                    onKeep={() => onChange(keepOne(entries, packageName, side))}
                  />
                ))}
              </div>
              <div className="mono faint small">PACKAGE_NAME_CONFLICT</div>
            </div>
          </div>
        );
      })}
    </div>
  );
}

type SideProps = { side: Entry; number: number; onKeep?: () => void };

/** One of two entries that claim the same package. */
export function ConflictSide({ side, number, onKeep }: SideProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const version = side['codeVersion'];
  return (
    <div className="side-entry card wordy breaks stack top">
      <dl className="facts">
        <dt>{t('app.codeVersion')}</dt>
        <dd>{typeof version === 'number' ? version : '–'}</dd>
        <dt>{t('entry.url')}</dt>
        <dd className="mono small">{textIn(side, 'url') || '–'}</dd>
        <dt>{t('entry.id')}</dt>
        <dd className="mono small">{textIn(side, 'id') || '–'}</dd>
      </dl>
      {onKeep !== undefined && <SmallButton onClick={onKeep}>{t('conflict.keep', { number })}</SmallButton>}
    </div>
  );
}

/**
 * Returns package names that stand for different apps in a list, by the station's rule. Incomplete entries are
 * skipped.
 */
export function conflictingNames(entries: readonly Entry[]): readonly string[] {
  const whole = entries.flatMap((entry) => {
    const parsed = applicationSchema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
  return packageConflicts(whole).map(({ packageName }) => packageName);
}

function distinct(entries: readonly Entry[]): readonly Entry[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}

function keepOne(entries: readonly Entry[], packageName: string, stored: Entry): readonly Entry[] {
  const text = JSON.stringify(stored);
  return entries.filter(
    (entry) => textIn(entry, 'packageName') !== packageName || JSON.stringify(entry) === text,
  );
}
