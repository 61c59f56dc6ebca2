import { Button, Checkbox, NumberInput, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { blockedBy } from '../../ui/why/why.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import type { Lan, LanProps } from './lan.ts';
import { ticked } from '../../ui/controls/field-props.ts';

/** Id of the note that flags decide. */
const BY_FLAGS = 'lan-by-flags';

/** The LAN access switch, with its networks and port. */
export function LanPanel({ lan, isBusy, change }: LanProps): React.JSX.Element {
  const { t } = useTranslation('station');
  return (
    <Panel title={t('lan.heading')}>
      <div className="pad stack">
        <Switch
          {...ticked(lan.isOn, (isOn) => void change({ isOn }))}
          disabled={lan.isSetByFlags}
          label={t('lan.switch')}
          description={t('lan.switchText')}
        />
        {lan.isSetByFlags && (
          <div className="note">
            <StateGlyph state="queued" />
            <div id={BY_FLAGS}>{t('lan.byFlags')}</div>
          </div>
        )}
      </div>
      <div className="pad">
        {/* A form begins with what is in force, and begins anew when that changes. */}
        <WhereForm
          key={JSON.stringify([lan.interfaces, lan.port])}
          lan={lan}
          isBusy={isBusy}
          change={change}
        />
      </div>
      <div className="pad">
        <Switch
          {...ticked(
            lan.allowsUnpairedEnrolment,
            (isAllowed) => void change({ allowsUnpairedEnrolment: isAllowed }),
          )}
          label={t('lan.unpaired')}
          description={t('lan.unpairedText')}
        />
      </div>
    </Panel>
  );
}

function WhereForm({ lan, isBusy, change }: LanProps): React.JSX.Element {
  const { t } = useTranslation(['station', 'common']);
  const [interfaces, setInterfaces] = useState(lan.interfaces);
  const [port, setPort] = useState<number | string>(lan.port);
  const isPort = typeof port === 'number' && Number.isInteger(port) && port >= 1 && port <= 65_535;
  const isChanged = port !== lan.port || JSON.stringify(interfaces) !== JSON.stringify(lan.interfaces);
  const isComplete = isPort && interfaces?.length !== 0;
  const unfit = isComplete
    ? isChanged
      ? null
      : t('common:why.unchanged')
    : t(isPort ? 'lan.noNetwork' : 'lan.portWrong');
  const submit = (): void => {
    if (isComplete) void change({ port, interfaces });
  };
  return (
    <Form className="form" onSubmit={submit}>
      <fieldset
        className="choices"
        disabled={lan.isSetByFlags}
        aria-describedby={lan.isSetByFlags ? BY_FLAGS : undefined}
      >
        <legend>{t('lan.networks')}</legend>
        <Checkbox
          {...ticked(interfaces === null, (isTicked) =>
            setInterfaces(isTicked ? null : lan.available.map(({ name }) => name)),
          )}
          label={t('lan.all')}
          description={t('lan.allText')}
        />
        {interfaces !== null && <Interfaces lan={lan} chosen={interfaces} onChange={setInterfaces} />}
        {interfaces?.length === 0 && <p className="small s-failed">{t('lan.noNetwork')}</p>}
      </fieldset>
      <NumberInput
        className="short-field"
        label={t('lan.port')}
        value={port}
        min={1}
        max={65_535}
        allowDecimal={false}
        hideControls
        disabled={lan.isSetByFlags}
        aria-describedby={lan.isSetByFlags ? BY_FLAGS : undefined}
        error={isPort ? undefined : t('lan.portWrong')}
        onChange={setPort}
      />
      <div>
        <Button
          type="submit"
          variant="default"
          loading={isBusy}
          {...blockedBy(lan.isSetByFlags ? t('lan.byFlags') : unfit)}
        >
          {t('lan.apply')}
        </Button>
      </div>
    </Form>
  );
}

type InterfacesProps = { lan: Lan; chosen: readonly string[]; onChange: (chosen: string[]) => void };

/** Networks of this computer, including chosen ones that are not connected now. */
function Interfaces({ lan, chosen, onChange }: InterfacesProps): React.JSX.Element {
  const { t } = useTranslation('station');
  const missing = chosen.filter((name) => lan.available.every((each) => each.name !== name));
  const all = [...lan.available, ...missing.map((name) => ({ name, addresses: [] }))];
  return (
    <ul className="stack interfaces indent">
      {all.map(({ name, addresses }) => (
        <li key={name}>
          <Checkbox
            {...ticked(chosen.includes(name), (isTicked) =>
              onChange(isTicked ? [...chosen, name] : chosen.filter((other) => other !== name)),
            )}
            label={name}
            description={addresses.length === 0 ? t('lan.away') : addresses.join(', ')}
          />
        </li>
      ))}
    </ul>
  );
}
