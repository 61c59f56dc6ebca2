import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** A line to copy: a command, a URL, a key. */
export function CommandLine({ command, label }: { command: string; label?: string }): React.JSX.Element {
  const { t } = useTranslation('station');
  return (
    <div className="command row framed">
      <code>{command}</code>
      <CopyButton value={command}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            aria-label={copied ? t('copied') : t('copyOf', { what: label ?? command })}
            onClick={copy}
          >
            {copied ? <IconCheck className="i s" /> : <IconCopy className="i s" />}
          </ActionIcon>
        )}
      </CopyButton>
    </div>
  );
}
