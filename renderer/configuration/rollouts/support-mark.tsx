import { IconBan, IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const MARKS = { no: IconBan, unknown: IconHelpCircle } as const;

/** What a manufacturer supports, with the same mark and words in editor, preview and result. */
export function SupportMark({ verdict }: { verdict: keyof typeof MARKS }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const Mark = MARKS[verdict];
  return (
    <span className="support-mark">
      <Mark className="i s" aria-hidden="true" />
      {t(`support.${verdict}`)}
    </span>
  );
}
