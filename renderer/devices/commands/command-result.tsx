import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useCodeLabels } from '../../model/labels/code-labels.ts';
import { useCommandNames } from '../record/command-names.ts';
import type { Sent } from './use-command.ts';

/** The result of a command: never "done" unless the headset answered. */
export function CommandResultLine({ sent }: { sent: Sent | null }): React.JSX.Element {
  return (
    <div role="status" className="command-result">
      {sent !== null && <Result sent={sent} />}
    </div>
  );
}

function Result({ sent: { event, outcome } }: { sent: Sent }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const format = useFormat();
  const name = useCommandNames()(event);
  const codes = useCodeLabels();
  if (outcome === null) return <Line state="applying" text={t('result.sent', { name })} />;
  if ('refused' in outcome) {
    return outcome.refused === 'DEVICE_UNREACHABLE' ? (
      <Line state="offline" text={t('result.skipped', { name })} />
    ) : (
      <RefusalNote refusal={outcome} />
    );
  }
  if (outcome.status === 'queued') {
    const when = format.moment(Date.parse(outcome.expiresAt));
    return <Line state="queued" text={t('result.queued', { name, when })} />;
  }
  if (outcome.answer['accepted'] === false) {
    const { reason } = outcome.answer;
    const code = typeof reason === 'string' ? reason : undefined;
    const why = code === undefined ? null : codes(code);
    const text = t('result.refused', { name });
    return <Line state="failed" text={why === null ? text : `${text} ${why}`} code={code} />;
  }
  return <Line state="ready" text={t('result.done', { name })} />;
}

type LineProps = {
  state: 'applying' | 'offline' | 'queued' | 'failed' | 'ready';
  text: string;
  code?: string | undefined;
};

function Line({ state, text, code }: LineProps): React.JSX.Element {
  return (
    <p className={`result-line row top s-${state}`}>
      <StateGlyph state={state} />
      <span>
        {text} {code !== undefined && <span className="mono faint small">{code}</span>}
      </span>
    </p>
  );
}
