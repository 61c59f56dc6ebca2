import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy, IconReload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { getNetworkChecks, runNetworkChecks } from '../../../shared/contract/network/network-checks.ts';
import type { NetworkChecks } from '../../../shared/contract/network/network-checks.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { usePresent } from '../../model/fleet/fleet-store.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useStation } from '../../model/station/station-facts.ts';
import { factsOf } from './check-facts.ts';
import { CommandLine } from '../../model/notes/command-line.tsx';
import { InternetPanel } from './internet-panel.tsx';
import { bySeverity, verdictOf, type CheckView } from './network-verdict.ts';
import { PathDiagram, STATUS_GLYPH } from './path-diagram.tsx';
import { StationFrame } from '../../model/station/station-frame.tsx';
import { StationPanel } from '../../model/station/station-panel.tsx';
import { useCheckLabels } from './use-check-labels.ts';

/** Network check: what prevents headsets from reaching this station, and what to do about each finding. */
export function CheckPage(): React.JSX.Element {
  const { t } = useTranslation('station');
  const format = useFormat();
  const query = useQuery<NetworkChecks>((signal) => call(getNetworkChecks, { signal }));
  const { isBusy: isChecking, refusal, run } = useAction();
  const { reply } = query;

  const checkAgain = async (body: { internetAddress?: string | null } = {}): Promise<void> => {
    const done = await run(call(runNetworkChecks, { body }));
    if (done !== null) query.put(done);
  };

  const count = reply?.checks.length ?? 0;
  const serious = reply?.checks.filter(({ status }) => status === 'problem' || status === 'warning') ?? [];
  const unknown = reply?.checks.filter(({ status }) => status === 'unknown').length ?? 0;
  const [sentence, counted] =
    serious.length > 0
      ? (['check.sub', serious.length] as const)
      : unknown > 0
        ? (['check.subUnknown', unknown] as const)
        : (['check.subFine', count] as const);
  const sub =
    reply === null
      ? t('check.checking')
      : t(sentence, { count: counted, total: count, when: format.clock(Date.parse(reply.checkedAt)) });
  return (
    <StationFrame
      title={
        reply === null ? t('check.title') : t(`verdict.${verdictOf(reply.checks)}`, { count: serious.length })
      }
      sub={sub}
      tools={
        <>
          {reply !== null && <CopyReport checks={reply} />}
          <Button
            loading={isChecking}
            leftSection={<IconReload className="i s" aria-hidden="true" />}
            onClick={() => void checkAgain()}
          >
            {t('check.again')}
          </Button>
        </>
      }
    >
      <ReadingState query={query} lines={8} />
      {refusal !== null && <RefusalNote refusal={refusal} />}
      {reply !== null && (
        <div className="page-split">
          <Findings checks={reply.checks} />
          <div className="stack wide">
            <StationPanel />
            <InternetPanel
              address={reply.internetAddress}
              isBusy={isChecking}
              onChange={(internetAddress) => void checkAgain({ internetAddress })}
            />
          </div>
        </div>
      )}
    </StationFrame>
  );
}

function Findings({ checks }: { checks: readonly CheckView[] }): React.JSX.Element {
  const { t } = useTranslation(['station', 'shell']);
  const labels = useCheckLabels();
  const [linked, total] = usePresent();
  const address = useStation((facts) => facts.addresses.findLast((each) => URL.canParse(each)));
  const sorted = bySeverity(checks);
  const serious = sorted.filter(({ status }) => status === 'problem' || status === 'warning');
  return (
    <div className="stack wide">
      <section className="panel" aria-label={t('station:path.label')}>
        <PathDiagram
          checks={checks}
          labels={labels}
          address={address === undefined ? '\u00a0' : new URL(address).host}
          headsets={t('shell:status.linked', { linked, total })}
        />
        {serious.map((check) => (
          <Finding key={check.id} check={check} />
        ))}
      </section>
      <section className="panel" aria-label={t('station:check.all')}>
        <ul className="rows checks">
          {sorted.map((check) => (
            <li key={check.id}>
              <StateGlyph state={STATUS_GLYPH[check.status]} />
              <span className="check-name">
                {labels.name(check)}
                <span className="sr">: {t(`station:status.${check.status}`)}.</span>
              </span>
              <span>
                <span className="dim">{labels.finding(check)}</span>
                {labels.about(check) !== '' && (
                  <span className="small faint block">{labels.about(check)}</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Links to the screens where something can be done about a finding. */
const DO_IT: Partial<Record<CheckView['todo'], '/station/network' | '/station/routers'>> = {
  TURN_ON_LISTENER: '/station/network',
  CHOOSE_INTERFACE: '/station/network',
  FREE_PORT: '/station/network',
  SET_UP_LEASES: '/station/routers',
};

function Finding({ check }: { check: CheckView }): React.JSX.Element {
  const { t } = useTranslation('station');
  const labels = useCheckLabels();
  const { commands } = factsOf(check);
  const about = labels.about(check);
  const target = DO_IT[check.todo];
  return (
    <div className={`note ${check.status === 'problem' ? 'bad' : 'warn'} in-panel`}>
      <StateGlyph state={STATUS_GLYPH[check.status]} />
      <div>
        <b>{labels.finding(check)}</b>
        {about !== '' && <div className="dim">{about}</div>}
        <div>{labels.todo(check)}</div>
        {commands.length > 0 && (
          <div className="stack tight">
            {commands.map((command) => (
              <CommandLine key={command} command={command} />
            ))}
          </div>
        )}
      </div>
      {target !== undefined && (
        <SmallButton component={Link} href={target}>
          {t('check.goThere')}
        </SmallButton>
      )}
    </div>
  );
}

/** Copies every finding as plain text, for the network administrator. */
function CopyReport({ checks }: { checks: NetworkChecks }): React.JSX.Element {
  const { t } = useTranslation('station');
  const labels = useCheckLabels();
  const lines = bySeverity(checks.checks).map((check) => {
    const parts = [
      labels.finding(check),
      labels.about(check),
      labels.todo(check),
      ...factsOf(check).commands,
    ];
    const reported = parts.filter((part) => part !== '').join('\n  ');
    return `[${t(`status.${check.status}`)}] ${labels.name(check)} (${check.finding})\n  ${reported}`;
  });
  const report = [t('check.reportTitle', { when: checks.checkedAt }), ...lines].join('\n\n');
  return (
    <CopyButton value={report}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          leftSection={
            copied ? (
              <IconCheck className="i s" aria-hidden="true" />
            ) : (
              <IconCopy className="i s" aria-hidden="true" />
            )
          }
          onClick={copy}
        >
          {copied ? t('copied') : t('check.copy')}
        </Button>
      )}
    </CopyButton>
  );
}
