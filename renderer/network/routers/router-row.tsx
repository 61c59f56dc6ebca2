import { ActionIcon, Menu, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { blockedBy } from '../../ui/why/why.ts';
import type { RouterTest, RouterView } from '../../../shared/contract/network/routers.ts';
import { useFormat } from '../../copy/format.ts';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import type { RouterList } from './use-routers.ts';
import { ticked } from '../../ui/controls/field-props.ts';

type Props = {
  router: RouterView;
  list: RouterList;
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
  onRemove: () => void;
};

/** One router: its kind, the last test, and its pinned key. */
export function RouterRow({ router, list, isFirst, isLast, onEdit, onRemove }: Props): React.JSX.Element {
  const { t } = useTranslation(['station', 'common']);
  const test = list.tests.get(router.id);
  const isTesting = list.testing.has(router.id);
  return (
    <li className="router">
      <div className="row wide router-line">
        <StateGlyph state={glyphOf(router, test, isTesting)} />
        <div className="grow">
          <b>{router.label}</b> <span className="faint">{t(`routers.kind.${router.kind}`)}</span>
          <div className="small dim">
            <span className="mono breaks">{router.url ?? router.path ?? ''}</span>
            {router.entryCount !== null && t('routers.entries', { count: router.entryCount })}
          </div>
        </div>
        <Switch
          {...ticked(router.isEnabled, (isOn) => void list.setEnabled(router.id, isOn))}
          aria-label={t('routers.enabled', { name: router.label })}
        />
        <SmallButton
          loading={isTesting}
          aria-label={t('routers.testOf', { name: router.label })}
          onClick={() => void list.test(router.id)}
        >
          {t('routers.test')}
        </SmallButton>
        <Menu position="bottom-end" shadow="none">
          <Menu.Target>
            <ActionIcon variant="subtle" aria-label={t('routers.more', { name: router.label })}>
              <IconDots className="i" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil className="i s" />} onClick={onEdit}>
              {t('routers.edit')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowUp className="i s" />}
              {...blockedBy(isFirst && t('common:why.first'))}
              onClick={() => void list.move(router.id, -1)}
            >
              {t('routers.earlier')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown className="i s" />}
              {...blockedBy(isLast && t('common:why.last'))}
              onClick={() => void list.move(router.id, 1)}
            >
              {t('routers.later')}
            </Menu.Item>
            <Menu.Item className="s-failed" leftSection={<IconTrash className="i s" />} onClick={onRemove}>
              {t('routers.removeAction')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      <div className="indent" role="status">
        {test !== undefined && !isTesting && !(test.isOk && router.entryCount !== null) && (
          <Finding test={test} />
        )}
      </div>
      <Pinned router={router} test={test} onAccept={(key) => void list.test(router.id, key)} />
    </li>
  );
}

function glyphOf(router: RouterView, test: RouterTest | undefined, isTesting: boolean): GlyphState {
  if (isTesting) return 'applying';
  if (!router.isEnabled) return 'archived';
  if (test === undefined) return 'waiting';
  return test.isOk ? 'ready' : 'failed';
}

function Finding({ test }: { test: RouterTest }): React.JSX.Element {
  const { t } = useTranslation('station');
  const format = useFormat();
  if (!test.isOk) {
    return (
      <p className="s-failed">
        {t(`routers.finding.${test.finding}`)} <span className="mono small faint">{test.finding}</span>
      </p>
    );
  }
  return (
    <p className="dim">
      {t('routers.knows', {
        arp: format.number(test.arpEntries),
        leases: format.number(test.leaseEntries),
        ms: format.number(test.durationMs),
      })}
    </p>
  );
}

type PinnedProps = {
  router: RouterView;
  test: RouterTest | undefined;
  onAccept: (fingerprint: string) => void;
};

/** The pinned key; a different one has to be accepted by a person. */
function Pinned({ router, test, onAccept }: PinnedProps): React.JSX.Element | null {
  const { t } = useTranslation('station');
  const format = useFormat();
  const { certificate } = router;
  if (certificate === null) return null;
  const shown = test?.finding === 'CERTIFICATE_CHANGED' ? test.fingerprint : null;
  return (
    <div className="indent small breaks">
      <span className="faint">
        {t('routers.pinned', { when: format.moment(Date.parse(certificate.pinnedAt)) })}{' '}
      </span>
      <span className="mono dim">{certificate.fingerprint}</span>
      {shown !== null && (
        <div className="note bad">
          <StateGlyph state="failed" />
          <div>
            <b>{t('routers.changedTitle')}</b>
            <p>{t('routers.changedText')}</p>
            <p className="mono">{shown}</p>
          </div>
          <SmallButton onClick={() => onAccept(shown)}>{t('routers.accept')}</SmallButton>
        </div>
      )}
    </div>
  );
}
