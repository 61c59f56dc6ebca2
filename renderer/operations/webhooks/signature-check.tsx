import { useTranslation } from 'react-i18next';

/** Code with which a receiver verifies that a message is from this station; the same in every language. */
const EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto';

export function isFromMuster(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt } = headers;
  if (Math.abs(Date.now() / 1000 - Number(sentAt)) > 300) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const mac = createHmac('sha256', key).update(\`\${id}.\${sentAt}.\${body}\`).digest();
  return headers['webhook-signature'].split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === mac.length && timingSafeEqual(given, mac);
  });
}`;

/** The signature scheme by name, with code to verify it. */
export function SignatureCheck(): React.JSX.Element {
  const { t } = useTranslation('station');
  return (
    <details>
      <summary>{t('webhooks.signature')}</summary>
      <p className="small dim">{t('webhooks.signatureText')}</p>
      <pre className="mono small" tabIndex={0} aria-label={t('webhooks.signatureCode')}>
        {EXAMPLE}
      </pre>
    </details>
  );
}
