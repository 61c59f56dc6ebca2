import { ActionIcon, Tooltip, useMantineColorScheme } from '@mantine/core';
import {
  IconAccessPoint,
  IconAdjustments,
  IconChartHistogram,
  IconDeviceDesktop,
  IconLayoutGrid,
  IconMoon,
  IconPackage,
  IconPassword,
  IconRefresh,
  IconSchool,
  IconSearch,
  IconSun,
  IconLogout,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useRoute } from 'wouter';

import { useFormat } from '../../copy/format.ts';
import { chooseLanguage, currentLanguage } from '../../copy/language.ts';
import { useIsLimited, useMay, useSession, signOut } from '../../service/session.ts';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { MusterMark } from '../../ui/parts/muster-mark.tsx';
import { useFleet, usePresent } from '../../model/fleet/fleet-store.ts';
import { CartSwitcher } from './cart-switcher.tsx';
import { NoticeList } from './notice-list.tsx';
import { StatusLines } from './status-lines.tsx';
import { useSyncFacts } from '../../model/station/sync-facts.ts';

/** The side bar: cart, screens, state of station and central, search, language and colours. */
export function Side({ onSearch }: { onSearch: () => void }): React.JSX.Element {
  const { t } = useTranslation('shell');
  const isTechnician = useMay('technician');
  const isTeacher = useSession(({ who }) => who.role === 'teacher');
  const isLimited = useIsLimited();
  const [, headsets] = usePresent();
  const waiting = useFleet(
    (fleet) => fleet.order.filter((id) => fleet.stateById[id]?.state === 'waiting').length,
  );

  return (
    <div className="side">
      <div className="brand">
        <MusterMark />
        <span>Muster</span>
      </div>
      <CartSwitcher />
      <nav className="nav stack" aria-label={t('main')}>
        <NavEntry
          to="/fleet"
          icon={<IconLayoutGrid className="i" aria-hidden="true" />}
          label={t('nav.fleet')}
          count={headsets}
          countLabel={t('navCount.fleet', { count: headsets })}
        />
        {isTechnician && (
          <>
            <NavEntry
              to="/enrol"
              icon={<IconPassword className="i" aria-hidden="true" />}
              label={t('nav.enrol')}
              count={waiting}
              countLabel={t('navCount.enrol', { count: waiting })}
            />
            <NavEntry
              to="/configure"
              icon={<IconAdjustments className="i" aria-hidden="true" />}
              label={t('nav.configure')}
            />
          </>
        )}
        {!isTeacher && !isLimited && (
          <NavEntry
            to="/content"
            icon={<IconPackage className="i" aria-hidden="true" />}
            label={t('nav.content')}
          />
        )}
        <NavEntry to="/class" icon={<IconSchool className="i" aria-hidden="true" />} label={t('nav.class')} />
        <span className="nav-gap" aria-hidden="true" />
        {!isTeacher && (
          <NavEntry
            to="/statistics"
            icon={<IconChartHistogram className="i" aria-hidden="true" />}
            label={t('nav.statistics')}
          />
        )}
        {isTechnician && (
          <>
            <NavEntry
              to="/sync"
              icon={<IconRefresh className="i" aria-hidden="true" />}
              label={t('nav.sync')}
              note={<SyncCount />}
            />
            <NavEntry
              to="/station"
              icon={<IconAccessPoint className="i" aria-hidden="true" />}
              label={t('nav.station')}
            />
          </>
        )}
      </nav>
      <StatusLines />
      <SignedIn />
      <SideFoot onSearch={onSearch} />
    </div>
  );
}

type NavEntryProps = {
  to: string;
  icon: React.JSX.Element;
  label: string;
  count?: number;
  /** The count as a sentence. */
  countLabel?: string;
  /** Shown instead of a count. */
  note?: React.JSX.Element;
};

function NavEntry({ to, icon, label, count = 0, countLabel, note }: NavEntryProps): React.JSX.Element {
  const format = useFormat();
  const [isHere] = useRoute(`${to}/*?`);
  return (
    <Link href={to} className="hovers" aria-current={isHere ? 'page' : undefined} title={label}>
      {icon}
      <span className="nav-label">{label}</span>
      {count > 0 && (
        <span className="n">
          <span aria-hidden="true">{format.number(count)}</span>
          <span className="sr">{countLabel}</span>
        </span>
      )}
      {note}
    </Link>
  );
}

function SyncCount(): React.JSX.Element | null {
  return useSyncFacts((facts) => facts.views?.count) ?? null;
}

function SideFoot({ onSearch }: { onSearch: () => void }): React.JSX.Element {
  const { t } = useTranslation(['shell', 'common']);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const next = ({ light: 'dark', dark: 'auto', auto: 'light' } as const)[colorScheme];
  const SchemeIcon = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }[colorScheme];
  const other = currentLanguage() === 'en' ? 'fr' : 'en';

  return (
    <div className="side-foot row">
      <Tooltip label={t('shell:search.open')}>
        <button type="button" className="icon-btn" onClick={onSearch}>
          <IconSearch className="i s" aria-hidden="true" />
          <span className="sr">{t('shell:search.open')}</span>
          <KeyCap>{`${t('common:key.ctrl')} K`}</KeyCap>
        </button>
      </Tooltip>
      <NoticeList />
      <span className="grow" />
      <Tooltip label={t('shell:language')}>
        <button type="button" className="icon-btn" onClick={() => void chooseLanguage(other)}>
          {t('shell:languageCode')}
          <span className="sr"> {t('shell:language')}</span>
        </button>
      </Tooltip>
      <Tooltip label={t(`shell:theme.${colorScheme}`)}>
        <ActionIcon
          className="icon-btn"
          variant="subtle"
          aria-label={t(`shell:theme.${colorScheme}`)}
          onClick={() => setColorScheme(next)}
        >
          <SchemeIcon className="i s" aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** The person who is signed in, and signing out; nothing for this computer's own window. */
function SignedIn(): React.JSX.Element | null {
  const { t } = useTranslation('shell');
  const { name, role } = useSession(({ who }) => who);
  if (name === null && role === 'technician') return null;
  return (
    <div className="signed-in row">
      <span className="nav-label">
        {name !== null && <b className="cut">{name}</b>}
        <span className="small faint">{t(`role.${role}`)}</span>
      </span>
      <button type="button" className="icon-btn" title={t('role.signOut')} onClick={() => void signOut()}>
        <IconLogout className="i s" aria-hidden="true" />
        <span className="sr">{t('role.signOut')}</span>
      </button>
    </div>
  );
}
