import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'wouter';

import { blockedBy } from '../../ui/why/why.ts';
import { getCertificate } from '../../../shared/contract/network/lan.ts';
import { listPeople, type Person, removePerson } from '../../../shared/contract/access/people.ts';
import { type Role, ROLES } from '../../../shared/contract/access/roles.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { lockToClass } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { saveAsFile } from '../../model/labels/save-file.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useStation } from '../../model/station/station-facts.ts';
import { QrCode } from '../../ui/parts/qr-code.tsx';
import { Chip } from '../../ui/parts/chip.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { PersonForm } from './person-dialog.tsx';
import { useCartNames } from './use-cart-names.ts';
import { StationFrame } from '../../model/station/station-frame.tsx';
import { typed } from '../../ui/controls/field-props.ts';

/** People: who signs in with a passcode, and their roles. */
export function PeoplePage(): React.JSX.Element {
  const { t } = useTranslation('people');
  const query = useQuery((signal) => call(listPeople, { signal }), 15_000);
  const [edited, setEdited] = useState<Person | 'new' | null>(null);
  const close = (): void => setEdited(null);
  const [removing, setRemoving] = useState<Person | null>(null);
  const { refusal, run } = useAction();
  const people = query.reply?.items ?? [];
  const remove = async ({ id }: Person): Promise<void> => {
    await run(call(removePerson, { params: { personId: id } }));
    await query.reload();
  };
  return (
    <StationFrame
      title={
        query.reply === null
          ? t('tab')
          : people.length === 0
            ? t('none')
            : t('title', { count: people.length })
      }
      sub={t('sub')}
      tools={
        <Button
          leftSection={<IconPlus className="i s" aria-hidden="true" />}
          onClick={() => setEdited('new')}
        >
          {t('add')}
        </Button>
      }
    >
      <ReadingState query={query} />
      {refusal !== null && <RefusalNote refusal={refusal} />}
      {query.reply !== null && people.length === 0 && <p className="dim">{t('noneText')}</p>}
      {people.length > 0 && <FoundPeople people={people} onChange={setEdited} onRemove={setRemoving} />}
      <WherePanel hasTechnician={people.some(({ role }) => role === 'technician')} />
      <Dialog
        isOpen={edited !== null}
        onClose={close}
        title={edited === null || edited === 'new' ? t('add') : t('changeOf', { name: edited.name })}
      >
        {edited !== null && (
          <PersonForm
            person={edited === 'new' ? null : edited}
            onClose={close}
            onSaved={() => {
              close();
              void query.reload();
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        isOpen={removing !== null}
        title={t('removeTitle', { name: removing?.name ?? '' })}
        text={t('removeText')}
        action={t('remove')}
        onConfirm={() => removing !== null && void remove(removing)}
        onClose={() => setRemoving(null)}
      />
    </StationFrame>
  );
}

type TableProps = {
  people: readonly Person[];
  onChange: (person: Person) => void;
  onRemove: (person: Person) => void;
};

/** Below this number a search field is not needed. */
const FEW = 12;

/** Lists all people, or those that match the search by name or role. */
function FoundPeople({ people, ...actions }: TableProps): React.JSX.Element {
  const { t } = useTranslation(['people', 'shell']);
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<Role | null>(null);
  const words = search.trim().toLowerCase();
  const found = people.filter(
    (person) => (role === null || person.role === role) && person.name.toLowerCase().includes(words),
  );
  if (people.length <= FEW) return <PeopleTable people={people} {...actions} />;
  return (
    <>
      <div className="row wrap" role="search">
        <div className="row" role="group" aria-label={t('people:role')}>
          {([null, ...ROLES] as const).map((each) => (
            <Chip key={each ?? 'all'} isOn={role === each} onClick={() => setRole(each)}>
              {each === null ? t('people:all') : t(`shell:role.${each}`)}
            </Chip>
          ))}
        </div>
        <TextInput
          className="end"
          placeholder={t('people:find')}
          aria-label={t('people:find')}
          maxLength={64}
          {...typed(search, setSearch)}
        />
      </div>
      {found.length === 0 ? (
        <p className="dim" role="status">
          {t('people:noMatch')}
        </p>
      ) : (
        <PeopleTable people={found} {...actions} />
      )}
    </>
  );
}

/** Scrolls to the person that another screen refers to. */
function intoView(row: HTMLTableRowElement | null): void {
  row?.scrollIntoView({ block: 'center' });
}

function PeopleTable({ people, onChange, onRemove }: TableProps): React.JSX.Element {
  const { t } = useTranslation(['people', 'shell']);
  const format = useFormat();
  // The person that another screen, such as the log, refers to.
  const requested = useSearchParams()[0].get('person');
  return (
    <section className="panel" aria-label={t('people:tab')}>
      <table className="plain-table people">
        <thead>
          <tr>
            <th>{t('people:name')}</th>
            <th style={{ width: '44%' }}>{t('people:role')}</th>
            <th>{t('people:signedIn')}</th>
            <th>
              <span className="sr">{t('people:change')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr
              key={person.id}
              ref={person.id === requested ? intoView : undefined}
              aria-current={person.id === requested ? 'true' : undefined}
            >
              <td>
                <b>{person.name}</b>
              </td>
              <td data-label={t('people:role')}>
                {t(`shell:role.${person.role}`)}
                <div className="small faint">{t(`people:roleText.${person.role}`)}</div>
                {person.role !== 'technician' && <CartsLine carts={person.carts} />}
              </td>
              <td className="dim" data-label={t('people:signedIn')}>
                {person.lastSignInAt === null
                  ? t('people:never')
                  : format.moment(Date.parse(person.lastSignInAt))}
                <div className="small faint">
                  {person.sessions === 0
                    ? t('people:noSessions')
                    : t('people:sessions', { count: person.sessions })}
                </div>
              </td>
              <td className="num nowrap">
                <SmallButton
                  aria-label={t('people:changeOf', { name: person.name })}
                  onClick={() => onChange(person)}
                >
                  {t('people:change')}
                </SmallButton>{' '}
                <SmallButton
                  aria-label={t('people:removeOf', { name: person.name })}
                  onClick={() => onRemove(person)}
                >
                  {t('people:remove')}
                </SmallButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The headsets that a person reaches. */
function CartsLine({ carts }: Pick<Person, 'carts'>): React.JSX.Element {
  const { t } = useTranslation('people');
  const format = useFormat();
  const nameOf = useCartNames();
  if (carts === null) return <div className="small">{t('allCarts')}</div>;
  return <div className="small">{t('onlyCarts', { carts: format.list(carts.map(nameOf)) })}</div>;
}

/** Where to sign in, and locking this window to Class mode. */
function WherePanel({ hasTechnician }: { hasTechnician: boolean }): React.JSX.Element {
  const { t } = useTranslation('people');
  const [, navigate] = useLocation();
  const addresses = useStation((station) => station.addresses).filter((address) =>
    address.startsWith('https:'),
  );
  return (
    <Panel title={t('where')}>
      <div className="pad stack wide">
        {addresses.length === 0 ? (
          <p className="dim">
            {t('noLan')} <Link href="/station/network">{t('toNetwork')}</Link>
          </p>
        ) : (
          <p className="dim">{t('whereText')}</p>
        )}
        {addresses.map((address) => (
          <div key={address} className="mono">
            {address}
          </div>
        ))}
        {addresses[0] !== undefined && <FirstVisit address={addresses[0]} />}
        <p className="dim">{t('lockToClassText')}</p>
        <div className="row wrap">
          <Button
            variant="default"
            {...blockedBy(!hasTechnician && t('needsTechnician'))}
            onClick={() => {
              // The next person to sign in here is the teacher, who has no access to this page.
              navigate('/class');
              void lockToClass();
            }}
          >
            {t('lockToClass')}
          </Button>
          <Link href="/class/lessons">{t('lessons')}</Link>
        </div>
      </div>
    </Panel>
  );
}

/** The first visit of a tablet: the address to scan, the warning it will show and why, and how to be sure. */
function FirstVisit({ address }: { address: string }): React.JSX.Element {
  const { t } = useTranslation('people');
  const { reply } = useQuery((signal) => call(getCertificate, { signal }));
  return (
    <div className="with-qr">
      <QrCode text={address} label={t('first.qr', { address })} />
      <div className="stack">
        <h3>{t('first.title')}</h3>
        <ol className="bullets grid snug prose">
          <li>{t('first.scan')}</li>
          <li>{t('first.warning')}</li>
          <li>{t('first.compare')}</li>
          <li>{t('first.passcode')}</li>
        </ol>
        {reply !== null && (
          <>
            <p>
              {t('first.fingerprint')} <span className="mono fingerprint breaks">{reply.sha256}</span>
            </p>
            <p className="dim">{t('first.install')}</p>
            <div className="row">
              <Button
                variant="default"
                onClick={() =>
                  saveAsFile('muster-station.crt', reply.certificate, 'application/x-x509-ca-cert')
                }
              >
                {t('first.save')}
              </Button>
            </div>
          </>
        )}
      </div>
    </div>
  );
}
