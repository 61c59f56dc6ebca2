import { Button } from '@mantine/core';
import { IconEqual } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { CABLE_STEPS, type CableHeadset, type CableStep } from '../../../shared/contract/enrolment/cable.ts';
import { type CableRecipe } from '../../../shared/contract/enrolment/cable-recipe.ts';
import { Panel } from '../../ui/parts/panel.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import type { StoredRecipe } from './use-cable.ts';

type Props = { stored: StoredRecipe; headsets: readonly CableHeadset[]; onChange: () => void };

/** The recipe of the cart, each step with the number of headsets that have finished it. */
export function RecipePanel({ stored, headsets, onChange }: Props): React.JSX.Element {
  const { t } = useTranslation('cable');
  const { recipe, agent } = stored;
  if (recipe === null) {
    return (
      <Panel title={t('recipe.title')}>
        <div className="in stack">
          <b>{t('recipe.none')}</b>
          <p className="small dim">{t('recipe.noneText')}</p>
          <Button variant="default" onClick={onChange}>
            {t('recipe.make')}
          </Button>
        </div>
      </Panel>
    );
  }
  const begun = headsets.filter(({ steps }) => steps.length > 0);
  return (
    <section className="panel">
      <header>
        <h2>{t('recipe.title')}</h2>
        <span className="dim">{recipe.name}</span>
        <SmallButton className="end" onClick={onChange}>
          {t('recipe.change')}
        </SmallButton>
      </header>
      <ol className="cable-recipe rows dense">
        {CABLE_STEPS.map((step, index) => {
          const states = begun.map(({ steps }) => steps.find((each) => each.step === step)?.state);
          const unchanged = states.filter((state) => state === 'unchanged').length;
          const done = states.filter((state) => state === 'done').length + unchanged;
          const isWanted = isInRecipe(recipe, step);
          return (
            <li key={step} className={isWanted ? 'row top' : 'row top skip'}>
              {isWanted ? (
                <span className="mark">{index + 1}</span>
              ) : (
                <span className="cable-glyph">
                  <IconEqual className="i s" aria-hidden />
                </span>
              )}
              <span className="grow">
                <b>{t(`step.${step}`)}</b>
                {step === 'agent' && agent !== null && (
                  <small className="small dim block breaks">
                    {t('recipe.agentFacts', {
                      name: agent.packageName,
                      version: agent.versionName ?? agent.versionCode,
                    })}
                  </small>
                )}
                {step === 'agent' && typeof agent?.signer === 'string' && (
                  <small className="mono micro dim block breaks">
                    {t('recipe.signer', { signer: `${agent.signer.slice(0, 16)}…` })}
                  </small>
                )}
                {step === 'wifi' && recipe.wifi !== null && (
                  <small className="small dim block breaks">{recipe.wifi.ssid}</small>
                )}
                {unchanged > 0 && (
                  <small className="small dim block breaks">
                    {t('recipe.unchanged', { count: unchanged })}
                  </small>
                )}
                {!isWanted && <small className="small dim block breaks">{t('recipe.notIncluded')}</small>}
              </span>
              {isWanted && begun.length > 0 && (
                <span className="small dim">{t('recipe.done', { done, total: begun.length })}</span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Returns true for a step that the recipe needs. */
function isInRecipe({ agent, wifi, timezone, locale, contents }: CableRecipe, step: CableStep): boolean {
  switch (step) {
    case 'permissions':
      return agent !== null && agent.permissions.length + agent.appOps.length > 0;
    case 'owner':
      return agent !== null && agent.deviceOwner !== null;
    case 'wifi':
      return wifi !== null;
    case 'region':
      return timezone !== null || locale !== null;
    case 'contents':
      return contents.length > 0;
    case 'agent':
      return agent !== null;
    case 'check':
    case 'enrol':
      return true;
  }
}
