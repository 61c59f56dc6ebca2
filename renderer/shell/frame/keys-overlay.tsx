import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import { useMay, useSession } from '../../service/session.ts';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { useSingleKeys } from '../../ui/parts/shortcuts.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ticked } from '../../ui/controls/field-props.ts';

type Props = { isOpen: boolean; onClose: () => void };

/** Keyboard shortcuts: the global ones, those of the current screen, and the switch for single letters. */
export function KeysOverlay({ isOpen, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation(['shell', 'common']);
  const { isOn, setOn } = useSingleKeys();
  const isTeacher = useSession(({ who }) => who.role === 'teacher');
  const his = useHis();
  const ctrl = t('common:key.ctrl');
  const then = t('common:key.afterwards');
  const [path] = useLocation();
  const here = SCREENS.find((screen) => path === `/${screen}` || path.startsWith(`/${screen}/`)) ?? null;
  const rows = useRowsOf();

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('shell:keys.title')} size="lg">
      <div className="keys">
        <Group
          title={t('shell:keys.everywhere')}
          rows={[
            [[ctrl, 'K'], t('shell:keys.search')],
            [['G', then, 'F'], t('shell:keys.goFleet')],
            ...his(
              [['G', then, 'E'], t('shell:keys.goEnrol')],
              [['G', then, 'C'], t('shell:keys.goConfigure')],
            ),
            [['G', then, 'L'], t('shell:nav.class')],
            [['G', then, 'A'], t('shell:nav.statistics')],
            ...(isTeacher ? [] : [[['G', then, 'O'], t('shell:keys.goContent')] satisfies Row]),
            ...his(
              [['G', then, 'S'], t('shell:keys.goSync')],
              [['G', then, 'T'], t('shell:keys.goStation')],
              [[ctrl, 'Z'], t('shell:keys.undoLast')],
            ),
            [['?'], t('shell:keys.help')],
          ]}
        />
        {here !== null && (
          <Group title={t(`shell:keys.${here === 'enrol/cable' ? 'cable' : here}`)} rows={rows[here]} />
        )}
      </div>
      <Switch {...ticked(isOn, setOn)} label={t('shell:keys.single')} aria-describedby="single-keys-text" />
      <p className="small dim single-keys-text" id="single-keys-text">
        {t('shell:keys.singleText')}
      </p>
    </Dialog>
  );
}

/** Screens with their own shortcuts. */
const SCREENS = ['fleet', 'enrol/cable', 'enrol', 'configure', 'sync'] as const;

/** Keys and their actions. */
type Row = readonly [readonly string[], string];
type Rows = readonly Row[];

/** Hides rows that the person's role does not allow. */
function useHis(): (...rows: Row[]) => Row[] {
  const isTechnician = useMay('technician');
  return (...rows) => (isTechnician ? rows : []);
}

/** Shortcuts of each of these screens. */
function useRowsOf(): Readonly<Record<(typeof SCREENS)[number], Rows>> {
  const { t } = useTranslation(['shell', 'common']);
  const ctrl = t('common:key.ctrl');
  const enter = t('common:key.enter');
  const arrows = t('common:key.arrows');
  const his = useHis();
  return {
    fleet: [
      [['/'], t('shell:keys.find')],
      [['T'], t('shell:keys.view')],
      [[arrows, t('common:key.home'), t('common:key.end')], t('shell:keys.move')],
      ...his(
        [[t('common:key.space')], t('shell:keys.select')],
        [[t('common:key.shift'), arrows], t('shell:keys.extend')],
        [[ctrl, 'A'], t('shell:keys.all')],
      ),
      [[t('common:key.esc')], t('shell:keys.clear')],
      [[enter], t('shell:keys.open')],
      [['O'], t('shell:keys.openPage')],
      ...his([['C'], t('shell:keys.configureThese')]),
    ],
    'enrol/cable': [
      [[arrows, t('common:key.home'), t('common:key.end')], t('shell:keys.choosePort')],
      [['N'], t('shell:keys.nextAttention')],
      [['R'], t('shell:keys.retryPort')],
      [[t('common:key.space')], t('shell:keys.startOrPause')],
      [['M'], t('shell:keys.sounds')],
    ],
    enrol: [
      [[enter], t('shell:keys.next')],
      [['N'], t('shell:keys.newCode')],
      [['S'], t('shell:keys.skip')],
      [[arrows, t('common:key.home'), t('common:key.end')], t('shell:keys.chooseSlot')],
      [['R'], t('shell:keys.again')],
      [['P'], t('shell:keys.print')],
      [['F'], t('shell:keys.full')],
    ],
    configure: [
      [['/'], t('shell:keys.findSetting')],
      [[ctrl, enter], t('shell:keys.preview')],
    ],
    sync: [
      [['J', 'K'], t('shell:keys.nextConflict')],
      [['1', '2'], t('shell:keys.side')],
      [[enter], t('shell:keys.take')],
    ],
  };
}

type GroupProps = { title: string; rows: Rows };

function Group({ title, rows }: GroupProps): React.JSX.Element {
  const then = useTranslation('common').t('key.afterwards');
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map(([keys, meaning]) => (
          <div key={meaning} className="row top wide spread underlined">
            <dt>
              {keys.map((key) =>
                key === then ? (
                  <span key={key} className="faint small">
                    {key}
                  </span>
                ) : (
                  <KeyCap key={key}>{key}</KeyCap>
                ),
              )}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
