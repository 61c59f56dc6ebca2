import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import { listNearbyStations } from '../../../shared/contract/sync/partner.ts';
import { useStation } from '../../model/station/station-facts.ts';
import { call } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import type { PartnerOrders } from './use-partner.ts';
import { typed } from '../../ui/controls/field-props.ts';

/** Stations on the local network, each with a button; and a field for one that is not found. */
export function NearbyList({ orders }: { orders: PartnerOrders }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const isOnLan = useStation((station) => station.tlsFingerprint !== null);
  return (
    <>
      <p className="dim">{t('partner.intro')}</p>
      {isOnLan ? (
        <Found orders={orders} />
      ) : (
        <>
          <p>{t('partner.lanOff')}</p>
          <div>
            <Button variant="default" component={Link} href="/station/network">
              {t('partner.lanLink')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

function Found({ orders }: { orders: PartnerOrders }): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const [url, setUrl] = useState('');
  const query = useQuery((signal) => call(listNearbyStations, { signal }));
  const stations = query.reply?.items ?? [];
  return (
    <>
      <ul className="rows partner-found">
        {stations.map((station) => {
          const name = station.name ?? t('partner.unnamed');
          return (
            <li key={station.url} className="row">
              <div className="grow">
                <b className="cut">{name}</b>
                <div className="dim small mono">{new URL(station.url).host}</div>
              </div>
              <Button
                size="compact-sm"
                aria-label={t('partner.chooseOne', { name })}
                loading={orders.isBusy}
                onClick={() => void orders.start(station.url)}
              >
                {t('partner.choose')}
              </Button>
            </li>
          );
        })}
      </ul>
      <div className="row" role="status">
        {query.reply === null && <span className="dim">{t('partner.searching')}</span>}
        {query.reply !== null && stations.length === 0 && <span className="dim">{t('partner.none')}</span>}
        {query.reply !== null && (
          <Button size="compact-sm" variant="subtle" onClick={() => void query.reload()}>
            {t('partner.search')}
          </Button>
        )}
      </div>
      <Form
        className="partner-url row wrap"
        onSubmit={() => {
          if (url.trim() !== '') void orders.start(url.trim());
        }}
      >
        <TextInput
          label={t('partner.byUrl')}
          description={t('partner.byUrlText')}
          placeholder="https://192.168.1.20:7443"
          maxLength={2_048}
          {...typed(url, setUrl)}
        />
        <Button type="submit" variant="default" {...needs(url.trim() === '' && t('common:need.url'))}>
          {t('partner.choose')}
        </Button>
      </Form>
    </>
  );
}
