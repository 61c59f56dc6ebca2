import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import '../../ui/styles/pages.css';
import './headset.css';
import { listEvents } from '../../../shared/contract/devices/events.ts';
import { call } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { EventsTab } from '../history/events-tab.tsx';

/** A headset that is not in the fleet: deleted, with its history, or unknown. */
export function DeletedPage({ id }: { id: string }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const query = useQuery((signal) =>
    call(listEvents, { params: { deviceId: id }, query: { type: 'DEVICE_DELETED', limit: '1' }, signal }),
  );
  const [deleted] = query.reply?.items ?? [];
  const label = deleted?.payload?.['label'];
  const isNever = query.refusal?.refused === 'DEVICE_NOT_FOUND';
  const isKnown = isNever || query.reply !== null;
  return (
    <div className="page fill">
      <PageHead
        title={
          !isKnown
            ? t('deleted.reading')
            : isNever
              ? t('deleted.neverTitle')
              : typeof label === 'string'
                ? t('deleted.title', { name: label })
                : t('deleted.titleUnnamed')
        }
        sub={isKnown && t(isNever ? 'deleted.neverText' : 'deleted.text')}
      >
        <Button component={Link} href="/fleet" variant="default">
          {t('deleted.back')}
        </Button>
      </PageHead>
      <div className="page-body">
        {!isNever && <ReadingState query={query} lines={3} />}
        {query.reply !== null && <EventsTab id={id} updates={0} />}
      </div>
    </div>
  );
}
