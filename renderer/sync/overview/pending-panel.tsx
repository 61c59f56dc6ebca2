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
import { useFormat } from '../../copy/format.ts';
import { useSyncFacts } from '../../model/station/sync-facts.ts';
import { PENDING_KINDS, pendingCounts, isPendingFor, type PendingKind } from '../status/sync-status.ts';

const SIGNS: Readonly<Record<PendingKind, typeof IconTag>> = {
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

/** Pending changes by kind, each with its headsets. */
export function PendingPanel({ sync }: { sync: Sync }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const format = useFormat();
  const differing = useSyncFacts((facts) => facts.differing);
  const rows = pendingCounts(differing);
  // A headset may appear in several lines.
  const headsets = differing.filter((device) =>
    PENDING_KINDS.some((kind) => isPendingFor(device, kind)),
  ).length;
  return (
    <section className="panel" aria-labelledby="sync-waiting">
      <header>
        <h2 id="sync-waiting">{t('waiting.title')}</h2>
        <span className="end faint">{t('waiting.headsets', { count: headsets })}</span>
      </header>
      <ul className="rows links">
        {rows.map(({ kind, count }) => {
          const Sign = SIGNS[kind];
          return (
            <li key={kind}>
              <Link href={`/sync/headsets?kind=${kind}`} className="hovers row">
                <Sign className="i s" aria-hidden="true" />
                <span className="grow cut">{t(`waiting.kind.${kind}`)}</span>
                <span>{format.number(count)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      {sync.waiting.held > 0 && (
        <p className="pad small dim">{t('waiting.held', { count: sync.waiting.held })}</p>
      )}
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
