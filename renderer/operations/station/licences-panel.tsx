import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import './care.css';
import { connection } from '../../service/session.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Panel } from '../../ui/parts/panel.tsx';

const licencesSchema = z.array(
  z.object({ name: z.string(), version: z.string(), licence: z.string(), text: z.string() }),
);
type Licences = z.infer<typeof licencesSchema>;

/** The licence of Muster, and of everything it includes. */
export function LicencesPanel({ version }: { version: string }): React.JSX.Element {
  const { t } = useTranslation('care');
  const [isOpen, setOpen] = useState(false);
  const [licences, setLicences] = useState<Licences | null | 'missing'>(null);
  const open = async (): Promise<void> => {
    setOpen(true);
    // The version is in the URL, because a browser may cache the file forever.
    const answer = await fetch(`${connection()?.url ?? ''}/assets/licences.json?v=${version}`).catch(
      () => null,
    );
    const read = licencesSchema.safeParse(await answer?.json().catch(() => null));
    setLicences(read.success ? read.data : 'missing');
  };
  return (
    <Panel title={t('computer.licences')}>
      <div className="pad stack">
        <p className="dim">{t('computer.licencesText')}</p>
        <div>
          <Button variant="default" onClick={() => void open()}>
            {t('computer.showLicences')}
          </Button>
        </div>
      </div>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} size="xl" title={t('computer.licences')}>
        {licences === 'missing' && <p role="alert">{t('computer.licencesMissing')}</p>}
        {licences !== null && licences !== 'missing' && <LicenceList licences={licences} />}
      </Dialog>
    </Panel>
  );
}

function LicenceList({ licences }: { licences: Licences }): React.JSX.Element {
  const { t } = useTranslation('care');
  return (
    <div className="stack">
      <p className="dim">{t('computer.licencesOf', { count: licences.length })}</p>
      <ul className="rows">
        {licences.map(({ name, version, licence, text }) => (
          <li key={`${name} ${version}`}>
            {text === '' ? (
              <LicenceName name={name} version={version} licence={licence} />
            ) : (
              <details>
                <summary>
                  <LicenceName name={name} version={version} licence={licence} />
                </summary>
                <pre className="small licence-text">{text}</pre>
              </details>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function LicenceName(props: { name: string; version: string; licence: string }): React.JSX.Element {
  return (
    <>
      <b>{props.name}</b> <span className="dim">{props.version}</span>{' '}
      <span className="small faint">{props.licence}</span>
    </>
  );
}
