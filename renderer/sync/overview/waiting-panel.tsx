import {
  IconAdjustments,
  IconArchive,
  IconArrowDown,
  IconCertificate,
  IconFileDescription,
  IconPassword,
  IconReplace,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { Sync } from '../../../shared/contract/sync/sync.ts';
import { useFigures } from '../../copy/figures.ts';
import { useSyncFacts } from '../../model/station/sync-facts.ts';
import { WAITING_KINDS, waitingOf, waitsFor, type WaitingKind } from './standing.ts';

const SIGNS: Readonly<Record<WaitingKind, typeof IconTag>> = {
  enrol: IconPassword,
  unenrol: IconArchive,
  replace: IconReplace,
  delete: IconTrash,
  settings: IconAdjustments,
  label: IconTag,
  license: IconCertificate,
  metadata: IconFileDescription,
  toRead: IconArrowDown,
};

/** What waits for the central, by kind, each with the headsets behind its figure. */
export function WaitingPanel({ sync }: { sync: Sync }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const figures = useFigures();
  const apart = useSyncFacts((facts) => facts.apart);
  const rows = waitingOf(apart);
  // One headset may stand in several lines.
  const headsets = apart.filter((device) => WAITING_KINDS.some((kind) => waitsFor(device, kind))).length;
  return (
    <section className="panel" aria-labelledby="sync-waiting">
      <header>
        <h2 id="sync-waiting">{t('waiting.title')}</h2>
        <span className="end faint">{t('waiting.headsets', { count: headsets })}</span>
      </header>
      <ul className="rows sync-waiting">
        {rows.map(({ kind, count }) => {
          const Sign = SIGNS[kind];
          return (
            <li key={kind}>
              <Link href={`/sync/headsets?kind=${kind}`}>
                <Sign className="i s" aria-hidden="true" />
                <span className="grow cut">{t(`waiting.kind.${kind}`)}</span>
                <span>{figures.number(count)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      <p className="pad small dim">
        {sync.waiting.events > 0
          ? t('waiting.events', { count: sync.waiting.events })
          : rows.length === 0
            ? t(sync.pulledAt === null ? 'waiting.nothingYet' : 'waiting.nothing')
            : t('waiting.noEvents')}
      </p>
    </section>
  );
}
