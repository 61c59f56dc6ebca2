import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { chooseLanguage, currentLanguage, LANGUAGES } from '../../copy/language.ts';
import { Panel } from '../../ui/parts/panel.tsx';

const SCHEMES = ['light', 'dark', 'auto'] as const;

/** Language and colours of this window. */
export function AppearancePanel(): React.JSX.Element {
  const { t } = useTranslation('care');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const languageId = useId();
  const schemeId = useId();
  const language = LANGUAGES.map((value) => ({ value, label: t(`computer.languages.${value}`) }));
  const schemes = SCHEMES.map((value) => ({ value, label: t(`computer.themes.${value}`) }));
  return (
    <Panel title={t('computer.appearance')}>
      <div className="pad stack">
        <b id={languageId}>{t('computer.language')}</b>
        <SegmentedControl
          aria-labelledby={languageId}
          data={language}
          value={currentLanguage()}
          onChange={(chosen) => {
            const known = LANGUAGES.find((each) => each === chosen);
            if (known !== undefined) void chooseLanguage(known);
          }}
        />
        <b id={schemeId}>{t('computer.theme')}</b>
        <SegmentedControl
          aria-labelledby={schemeId}
          data={schemes}
          // On a narrow phone the words take two lines.
          styles={{ root: { maxWidth: '100%' }, label: { whiteSpace: 'normal', paddingInline: 4 } }}
          value={colorScheme}
          onChange={(chosen) => {
            const known = SCHEMES.find((each) => each === chosen);
            if (known !== undefined) setColorScheme(known);
          }}
        />
      </div>
    </Panel>
  );
}
