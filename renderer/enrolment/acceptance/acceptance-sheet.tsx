import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { Acceptance } from '../../../shared/contract/enrolment/carts.ts';
import type { LibraryEntryView } from '../../../shared/contract/content/library.ts';
import { isLocallyAdministered } from '../../../shared/domain/network/mac-address.ts';
import { type Formatters, useFormat } from '../../copy/format.ts';
import { contentName, useAppNames } from '../../model/content/use-app-names.ts';
import { useRowLabels } from '../../model/labels/row-labels.ts';
import { RollCall, type RollBar } from '../../ui/headset/roll-call.tsx';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { nameOf } from '../cart/cart-progress.ts';
import { shortIdOf } from '../labels/use-labels.ts';
import type { SignedBy } from './signed-by.ts';
import type { Sheet } from './use-sheet.ts';

/** Maximum number of bars in a strip; more are not readable. */
const MAX_BARS = 60;
/** Longer names wrap, so that they leave the other columns their width. */
const MAX_ONE_LINE = 16;
/** Number of headsets that share a page with the signatures at least. */
const WITH_SIGNATURES = 3;
const COLUMNS = [
  'name',
  'model',
  'ids',
  'firmware',
  'apps',
  'kiosk',
  'wifi',
  'battery',
  'enrolled',
  'state',
] as const;

type Props = { sheet: Sheet; cart: string; signed: SignedBy };

/** The sheet as printed: black on white in every theme, its head on every page, lines to sign at the end. */
export function AcceptanceSheet({ sheet, cart, signed }: Props): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const { items } = sheet;
  const open = items.filter(({ isConfirmed }) => !isConfirmed);
  const confirmed = items.length - open.length;
  return (
    <section className="sheet paper" aria-label={t('carts:sheet.title', { cart })}>
      <div className="sheet-summary row small">
        <Strip items={items} label={t('carts:sheet.confirmed', { confirmed, total: items.length })} />
        <p>
          <b>{t('carts:sheet.confirmed', { confirmed, total: items.length })}</b>{' '}
          {open.length === 0 ? t('carts:sheet.all') : t('carts:sheet.open', { count: open.length })}
        </p>
      </div>
      <table>
        <thead>
          <tr className="sheet-head">
            <th colSpan={COLUMNS.length} scope="colgroup">
              <SheetHead sheet={sheet} cart={cart} signed={signed} />
            </th>
          </tr>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`carts:sheet.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.slice(0, -WITH_SIGNATURES).map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </tbody>
        {/* On paper these stay together, so that nobody signs a page without headsets. */}
        <tbody className="sheet-last">
          {items.slice(-WITH_SIGNATURES).map((item) => (
            <Row key={item.id} item={item} />
          ))}
          <tr className="sheet-signed">
            <td colSpan={COLUMNS.length}>
              <Signatures signed={signed} />
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function SheetHead({ sheet, cart, signed }: Props): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const format = useFormat();
  const { items } = sheet;
  const confirmed = items.filter(({ isConfirmed }) => isConfirmed).length;
  const facts: readonly (readonly [string, string])[] = [
    [t('carts:sheet.count'), t('carts:sheet.confirmed', { confirmed, total: items.length })],
    [t('carts:sheet.station'), sheet.station],
    [t('carts:sheet.site'), signed.site.trim()],
    [t('carts:sheet.technician'), signed.technician.trim()],
    [t('carts:sheet.date'), momentWithYear(format, sheet.at)],
  ];
  return (
    <div className="sheet-title row spread baseline">
      <b>{t('carts:sheet.title', { cart })}</b>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={value === '' ? 'sheet-blank' : ''}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Returns the state of a line. */
function stateOf({ open }: Acceptance): GlyphState {
  const [first] = open;
  return first === undefined ? 'ready' : STATES[first.code];
}

const STATES: Readonly<Record<Acceptance['open'][number]['code'], GlyphState>> = {
  NOT_ENROLLED: 'waiting',
  NEVER_HEARD: 'enrolled',
  PROFILE_WAITS: 'failed',
  SETTINGS_NOT_APPLIED: 'applying',
  CHANGE_QUEUED: 'queued',
  CONTENT_NOT_THERE: 'applying',
  CONTENT_FAILED: 'failed',
  NOT_IN_EFFECT: 'drifted',
};

function Strip({ items, label }: { items: readonly Acceptance[]; label: string }): React.JSX.Element | null {
  const bars = useMemo(
    () => items.map((item): RollBar => ({ id: item.id, state: stateOf(item), title: nameOf(item) })),
    [items],
  );
  return bars.length > MAX_BARS ? null : <RollCall bars={bars} label={label} />;
}

function Row({ item }: { item: Acceptance }): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const format = useFormat();
  const { isConfirmed } = item;
  const rows = useRowLabels();
  const subjectOf = (code: OpenCode, subject: string | null): string => {
    if (subject === null) return '';
    return code === 'NOT_IN_EFFECT' ? rows.path(subject) : contentName(subject);
  };
  const unknown = <span className="sheet-unknown">{t('carts:sheet.unknown')}</span>;
  return (
    <tr className={isConfirmed ? '' : 'open'} data-confirmed={isConfirmed}>
      <th scope="row" className={nameOf(item).length > MAX_ONE_LINE ? 'long' : ''}>
        {nameOf(item)}
        {/* As it is printed on the sticker. */}
        <small className="mono">{shortIdOf(item.id)}</small>
      </th>
      <td>{item.model ?? unknown}</td>
      <td>
        <Identity item={item} />
      </td>
      <td className="nowrap">{item.firmware ?? unknown}</td>
      <td>
        <Apps item={item} />
      </td>
      <td>
        <Kiosk item={item} />
      </td>
      <td>{item.wifi.length === 0 ? t('carts:sheet.notManaged') : item.wifi.join(', ')}</td>
      <td className="num">{item.battery === null ? unknown : format.percent(item.battery / 100)}</td>
      <td>
        {item.enrolledAt === null ? '' : momentWithYear(format, item.enrolledAt)}
        {item.cable !== null && <Cable cable={item.cable} />}
      </td>
      <td className="sheet-state">
        <StateGlyph state={stateOf(item)} size="s" />
        <span>
          <b>{t(isConfirmed ? 'carts:sheet.isConfirmed' : 'carts:sheet.isOpen')}</b>
          {item.lastHeartbeatAt !== null && (isConfirmed || !item.isOnline) && (
            <small>
              {t(item.isOnline ? 'carts:sheet.lastSeen' : 'carts:sheet.offlineSince', {
                at: momentWithYear(format, item.lastHeartbeatAt),
              })}
            </small>
          )}
          {item.open.map(({ code, subject }) => (
            <small key={`${code} ${subject}`}>
              {t(`carts:sheet.why.${code}`, { subject: subjectOf(code, subject) })}
            </small>
          ))}
        </span>
      </td>
    </tr>
  );
}

type OpenCode = Acceptance['open'][number]['code'];

/** Formats a time with its year, because the sheet is kept. */
function momentWithYear(format: Formatters, at: string): string {
  return `${format.date(Date.parse(at))}, ${format.clock(Date.parse(at))}`;
}

/** The identifiers of the headset, each with its kind. */
function Identity({ item }: { item: Acceptance }): React.JSX.Element {
  const { t } = useTranslation('carts');
  const { macAddress, androidId, cable } = item;
  const isRandom = macAddress !== null && isLocallyAdministered(macAddress);
  const lines: readonly (readonly [string, string | null])[] = [
    [t(isRandom ? 'sheet.id.randomMac' : 'sheet.id.mac'), macAddress],
    [t('sheet.id.serial'), cable?.serial ?? null],
    [t('sheet.id.headset'), androidId],
  ];
  return (
    <>
      {lines.flatMap(([name, value]) =>
        value === null
          ? []
          : [
              <span key={name} className="sheet-line">
                {name} <span className="mono">{value}</span>
              </span>,
            ],
      )}
    </>
  );
}

/** The work done by cable before enrolment. */
function Cable({ cable }: { cable: NonNullable<Acceptance['cable']> }): React.JSX.Element {
  const { t } = useTranslation('cable');
  const format = useFormat();
  const done = cable.steps.filter(({ isUnchanged }) => !isUnchanged).map(({ step }) => t(`step.${step}`));
  return <small>{t('onSheet', { serial: cable.serial, steps: format.list(done) })}</small>;
}

function Apps({ item }: { item: Acceptance }): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const { itemOf } = useAppNames();
  if (item.apps.length === 0) return <>{t('carts:sheet.noApps')}</>;
  return (
    <>
      {item.apps.map(({ name, versionCode, status }) => (
        <span key={name} className="sheet-line">
          {contentName(name)}{' '}
          {versionCode !== null &&
            t('carts:sheet.version', { version: versionName(itemOf(name), versionCode) ?? versionCode })}
          {status !== 'INSTALLED' && (
            <b> {t(`carts:sheet.app.${status === 'FAILED' ? 'failed' : 'notInstalled'}`)}</b>
          )}
        </span>
      ))}
    </>
  );
}

/** Returns the version name; null if the library has another version. */
function versionName(item: LibraryEntryView | null, versionCode: number): string | null {
  return item?.apk?.versionCode === versionCode ? (item.apk.versionName ?? null) : null;
}

function Kiosk({ item }: { item: Acceptance }): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  if (item.kiosk === null) return <>{t('carts:sheet.noKiosk')}</>;
  const reported = item.isKioskConfirmed;
  return (
    <>
      {contentName(item.kiosk)}
      <small>
        {t(
          reported === null
            ? 'carts:sheet.kioskUnknown'
            : reported
              ? 'carts:sheet.kioskOn'
              : 'carts:sheet.kioskOff',
        )}
      </small>
    </>
  );
}

function Signatures({ signed }: { signed: SignedBy }): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  return (
    <div className="sheet-signatures">
      {(['handedOver', 'received'] as const).map((who) => (
        <div key={who}>
          <span>{t(`carts:sheet.${who}`)}</span>
          <span className="sheet-sign">{who === 'handedOver' ? signed.technician.trim() : ''}</span>
          <small>{t('carts:sheet.signature')}</small>
        </div>
      ))}
    </div>
  );
}
