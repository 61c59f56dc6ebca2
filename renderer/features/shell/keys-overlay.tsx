import { Modal, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { useMay, useSession } from '../../service/session.ts';
import { KeyCap } from '../../ui/key-cap.tsx';
import { useSingleKeys } from './shortcuts.ts';

type Props = { isOpen: boolean; onClose: () => void };

/** The keys of the interface, and the switch for those that are single letters. */
export function KeysOverlay({ isOpen, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation(['shell', 'common']);
  const { isOn, setOn } = useSingleKeys();
  const isTechnician = useMay('technician');
  const isTeacher = useSession(({ who }) => who.role === 'teacher');
  /** Keys that do nothing for who may not are not shown. */
  const his = (...rows: Row[]): Row[] => (isTechnician ? rows : []);
  const ctrl = t('common:key.ctrl');
  const shift = t('common:key.shift');
  const then = t('common:key.afterwards');

  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('shell:keys.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
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
            ...(isTeacher ? [] : [[['G', then, 'O'], t('shell:keys.goContent')] satisfies Row]),
            ...his(
              [['G', then, 'S'], t('shell:keys.goSync')],
              [['G', then, 'T'], t('shell:keys.goStation')],
              [[ctrl, 'Z'], t('shell:keys.putBack')],
            ),
            [['?'], t('shell:keys.help')],
          ]}
        />
        <Group
          title={t('shell:keys.fleet')}
          rows={[
            [['/'], t('shell:keys.find')],
            [['T'], t('shell:keys.view')],
            [[t('common:key.arrows'), t('common:key.home'), t('common:key.end')], t('shell:keys.move')],
            ...his(
              [[t('common:key.space')], t('shell:keys.select')],
              [[shift, t('common:key.arrows')], t('shell:keys.extend')],
              [[ctrl, 'A'], t('shell:keys.all')],
            ),
            [[t('common:key.esc')], t('shell:keys.clear')],
            [[t('common:key.enter')], t('shell:keys.open')],
            [['O'], t('shell:keys.openPage')],
            ...his([['C'], t('shell:keys.configure')]),
          ]}
        />
        {isTechnician && (
          <>
            <Group
              title={t('shell:keys.configureTitle')}
              rows={[
                [['/'], t('shell:keys.findSetting')],
                [[ctrl, t('common:key.enter')], t('shell:keys.preview')],
              ]}
            />
            <Group
              title={t('shell:keys.sync')}
              rows={[
                [['J', 'K'], t('shell:keys.nextConflict')],
                [['1', '2'], t('shell:keys.side')],
                [[t('common:key.enter')], t('shell:keys.take')],
              ]}
            />
          </>
        )}
      </div>
      <Switch
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
        label={t('shell:keys.single')}
        aria-describedby="single-keys-text"
      />
      <p className="small dim single-keys-text" id="single-keys-text">
        {t('shell:keys.singleText')}
      </p>
    </Modal>
  );
}

/** Keys, and what they do. */
type Row = readonly [readonly string[], string];
type GroupProps = { title: string; rows: readonly Row[] };

function Group({ title, rows }: GroupProps): React.JSX.Element {
  const then = useTranslation('common').t('key.afterwards');
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map(([keys, meaning]) => (
          <div key={meaning}>
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
