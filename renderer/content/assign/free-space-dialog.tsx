import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import { collectLibrary } from '../../../shared/contract/content/library.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';

type Props = { onClose: () => void; onFreed: () => void };

type Collected = z.infer<typeof collectLibrary.reply>;

/** Removes items that no headset needs, after showing them. */
export function FreeSpace({ onClose, onFreed }: Props): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  const format = useFormat();
  const query = useQuery<Collected>((signal) => call(collectLibrary, { body: { dryRun: true }, signal }));
  const { isBusy, refusal, run } = useAction();
  const { reply } = query;
  const count = reply?.removed.length ?? 0;
  const remove = async (): Promise<void> => {
    const done = await run(call(collectLibrary, { body: {} }));
    if (done === null) return;
    onFreed();
    onClose();
  };
  return (
    <div className="form">
      <ReadingState query={query} lines={3} />
      {reply !== null && (
        <>
          <p>
            {count === 0
              ? t('content:space.nothing')
              : t('content:space.text', { count, size: format.size(reply.freedBytes) })}
          </p>
          {count > 0 && (
            <ul className="rows space-list framed" tabIndex={0} aria-label={t('content:space.list')}>
              {reply.removed.map(({ sha256, name, sizeBytes }) => (
                <li key={sha256} className="row">
                  <span className="grow cut">{name}</span>
                  <span className="faint">{format.size(sizeBytes)}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <DialogFoot
        cancel={t(count === 0 ? 'common:close' : 'common:cancel')}
        onCancel={onClose}
        isCancelFocused
      >
        {count > 0 && (
          <Button variant="outline" color="danger" loading={isBusy} onClick={() => void remove()}>
            {t('content:space.submit', { count })}
          </Button>
        )}
      </DialogFoot>
    </div>
  );
}
