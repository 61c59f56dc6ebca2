import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { factsOf } from './check-facts.ts';
import type { CheckView } from './network-verdict.ts';

/** Texts of the network checks. */
export type CheckLabels = {
  readonly name: (check: CheckView) => string;
  readonly finding: (check: CheckView) => string;
  readonly todo: (check: CheckView) => string;
  /** Returns its subjects: addresses, programs, headsets; empty if there is nothing to add. */
  readonly about: (check: CheckView) => string;
};

/** Returns the texts in the current language. */
export function useCheckLabels(): CheckLabels {
  const { t } = useTranslation(['network', 'station']);
  const format = useFormat();

  const about = (check: CheckView): string => {
    const facts = factsOf(check);
    const parts: string[] = [];
    const add = (text: string, hasText: boolean): void => void (hasText && parts.push(text));
    add(t('station:about.silent', { list: format.list(facts.silent) }), facts.silent.length > 0);
    add(t('station:about.reached', { list: format.list(facts.reached) }), facts.reached.length > 0);
    add(format.list(facts.addresses), facts.addresses.length > 0 && facts.silent.length === 0);
    add(t('station:about.port', { port: facts.port ?? 0 }), facts.port !== null);
    add(
      t('station:about.program', { program: facts.program ?? '', pid: facts.pid ?? 0 }),
      facts.program !== null,
    );
    add(t('station:about.missing', { list: format.list(facts.missing) }), facts.missing.length > 0);
    add(format.list(facts.up), facts.up.length > 0 && facts.missing.length === 0);
    for (const { name, address, isReceived } of facts.networks) {
      add(t(isReceived ? 'station:about.found' : 'station:about.notFound', { name, address }), true);
    }
    for (const { name, address, isCopy } of facts.stations) {
      add(t(isCopy ? 'station:about.copy' : 'station:about.station', { name, address }), true);
    }
    add(t('station:about.headsets', { count: facts.headsets ?? 0 }), (facts.headsets ?? 0) > 0);
    add(t('station:about.measured', { count: facts.measured ?? 0 }), (facts.measured ?? 0) > 0);
    for (const { deviceId, label, skewMs } of facts.devices) {
      const duration = format.duration(Math.abs(skewMs));
      const key = skewMs < 0 ? 'station:about.behind' : 'station:about.ahead';
      add(t(key, { name: label ?? deviceId, duration }), true);
    }
    add(
      t('station:about.leases', { taken: facts.taken ?? 0, size: facts.size ?? 0 }),
      facts.size !== null && facts.taken !== null,
    );
    add(facts.address ?? '', facts.address !== null);
    return parts.join(' · ');
  };

  return {
    name: ({ id }) => t(`network:check.${id}`),
    finding: ({ finding }) => t(`network:finding.${finding}`),
    todo: ({ todo }) => t(`network:todo.${todo}`),
    about,
  };
}
