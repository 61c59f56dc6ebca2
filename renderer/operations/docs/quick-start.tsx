import { CopyButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SmallButton } from '../../ui/controls/small-button.ts';

const ERROR = `{
  "code": "DEVICE_NOT_FOUND",
  "message": "There is no device a-17.",
  "requestId": "req-1"
}`;

/** First steps: a token, one call, errors, following events. */
export function QuickStart(): React.JSX.Element {
  const { t } = useTranslation('docs');
  const { origin } = window.location;
  const list = `export TOKEN=…\ncurl -H "authorization: Bearer $TOKEN" "${origin}/devices?limit=5"`;
  const follow = `curl -N -H "authorization: Bearer $TOKEN" "${origin}/station/updates?snapshot=true"`;
  return (
    <section className="panel in stack quick-start" aria-label={t('start.title')}>
      <h2>{t('start.title')}</h2>
      <ol className="bullets stack">
        <li>
          <b>{t('start.token')}</b> {t('start.tokenText')}{' '}
          <a href="/station/tokens" className="plain-link">
            {t('start.tokenLink')}
          </a>
        </li>
        <li>
          <b>{t('start.call')}</b>
          <Code text={list} />
        </li>
        <li>
          <b>{t('start.errors')}</b> {t('start.errorsText')}
          <Code text={ERROR} />
        </li>
        <li>
          <b>{t('start.events')}</b> {t('start.eventsText')}
          <Code text={follow} />
        </li>
      </ol>
    </section>
  );
}

function Code({ text }: { text: string }): React.JSX.Element {
  return (
    <div className="code">
      <pre className="raw" tabIndex={0}>
        {text}
      </pre>
      <Copy text={text} />
    </div>
  );
}

/** Copies a text, and confirms it. */
export function Copy({ text, label }: { text: string; label?: string }): React.JSX.Element {
  const { t } = useTranslation('docs');
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <SmallButton onClick={copy}>{copied ? t('copied') : (label ?? t('copy'))}</SmallButton>
      )}
    </CopyButton>
  );
}
