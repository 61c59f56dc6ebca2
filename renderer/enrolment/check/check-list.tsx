import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { swapSlots } from '../../../shared/contract/enrolment/carts.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { BatteryGlyph } from '../../ui/headset/battery-glyph.tsx';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { nameOf, type Slot } from '../cart/cart-progress.ts';
import { cartIdOf } from '../cart/use-cart-slots.ts';
import { troubles, type Finding } from './cart-check.ts';

/** Problems and what to do; below, offline headsets. */
export function CheckList({ findings }: { findings: readonly Finding[] }): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const id = useId();
  const wrong = troubles(findings);
  const silent = findings.filter(
    ({ slot, verdict }) => verdict === 'unseen' && slot.state.state === 'offline',
  );
  return (
    <div className="check-lists grid wide">
      <section className="panel" aria-labelledby={`${id}-wrong`}>
        <header>
          <h2 id={`${id}-wrong`}>{t('carts:check.wrong')}</h2>
          <span className="end faint">{wrong.length}</span>
        </header>
        {wrong.length === 0 && <p className="in dim">{t('carts:check.wrongNone')}</p>}
        <ul className="check-findings">
          {wrong.map((finding) => (
            <FindingRow key={finding.slot.headset.id} finding={finding} />
          ))}
        </ul>
      </section>
      <section className="panel" aria-labelledby={`${id}-silent`}>
        <header>
          <h2 id={`${id}-silent`}>{t('carts:check.silent')}</h2>
          <span className="end faint">{silent.length}</span>
        </header>
        <p className="in dim">
          {t(silent.length === 0 ? 'carts:check.silentNone' : 'carts:check.silentText')}
        </p>
        <ul className="check-findings">
          {silent.map(({ slot }) => (
            <li key={slot.headset.id}>
              <StateGlyph state="offline" />
              <div className="stack tight breaks">
                <b>{nameOf(slot.headset)}</b>
                <LastSeen slot={slot} />
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

const GLYPHS: Readonly<Record<string, GlyphState>> = { wrong: 'drifted', empty: 'failed' };

function FindingRow({ finding }: { finding: Finding }): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const { slot, verdict, found, text, isMutual, isMissing } = finding;
  const name = nameOf(slot.headset);
  const other = found === null ? (text ?? '') : nameOf(found);
  const cart = found?.cart?.label ?? t('enrol:desk.noCart');
  return (
    <li>
      <StateGlyph state={GLYPHS[verdict] ?? 'attention'} />
      <div className="stack tight breaks">
        <b>
          {verdict === 'wrong' && t(`carts:check.say.${isMutual ? 'mutual' : 'wrong'}`, { name, other })}
          {verdict === 'foreign' && t('carts:check.say.foreign', { name, other, cart })}
          {verdict === 'stranger' && t('carts:check.say.stranger', { name, other })}
          {verdict === 'empty' && t('carts:check.say.empty', { name })}
        </b>
        {isMissing && (
          <>
            <span className="small dim">{t('carts:check.say.missing', { name })}</span>
            <LastSeen slot={slot} />
          </>
        )}
        {found !== null && <Swap slot={slot} found={found} isMutual={isMutual} />}
        {verdict === 'stranger' && <span className="small dim">{t('carts:check.say.strangerDo')}</span>}
      </div>
    </li>
  );
}

type SwapProps = { slot: Slot; found: NonNullable<Finding['found']>; isMutual: boolean };

/** Either the headset goes back, or the station records that it stays: explained before, done in one step. */
function Swap({ slot, found, isMutual }: SwapProps): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const { isBusy, refusal, run } = useAction();
  const a = nameOf(slot.headset);
  const b = nameOf(found);
  const isOfCart = cartIdOf(found) === cartIdOf(slot.headset);
  const back = isMutual ? 'swapBack' : isOfCart ? 'ownSlot' : 'remove';
  const swap = async (): Promise<void> => {
    await run(call(swapSlots, { body: { devicesId: [slot.headset.id, found.id] } }));
  };
  return (
    <>
      <span className="small dim">
        {t(`carts:check.say.${back}`, { b })} {t('carts:check.say.orSwap', { a, b })}
      </span>
      <SmallButton className="check-swap" loading={isBusy} onClick={() => void swap()}>
        {t('enrol:swap.submit', { a, b })}
      </SmallButton>
      {refusal !== null && <RefusalNote refusal={refusal} />}
    </>
  );
}

/** Last contact and battery: it may be in a bag or flat on a shelf. */
function LastSeen({ slot }: { slot: Slot }): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const format = useFormat();
  const { lastHeartbeatAt, battery, isLinked } = slot.headset;
  const level = battery?.level ?? null;
  const received =
    lastHeartbeatAt === null
      ? t('enrol:says.offlineNever')
      : t('enrol:says.offline', { time: format.moment(Date.parse(lastHeartbeatAt)) });
  return (
    <span className="row small dim">
      {isLinked ? t('carts:check.online') : received}
      {level !== null && (
        <BatteryGlyph
          level={level}
          isCharging={battery?.isCharging ?? false}
          isOld={!isLinked}
          label={t('carts:check.battery', { level: format.percent(level / 100) })}
          figure={format.percent(level / 100)}
        />
      )}
    </span>
  );
}
