import { Button, type ButtonProps } from '@mantine/core';

import type { Refusal } from '../../service/api.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { needs } from '../../ui/why/why.ts';
import { RefusalNote } from './refusal-note.tsx';

type Props = Pick<ButtonProps, 'variant' | 'color'> & {
  /** The label of the button that submits. */
  action: string;
  isBusy?: boolean;
  /** What has to be entered first, in words. */
  missing?: string | false | null;
  /** Why the last attempt was refused, unless a field says so. */
  refusal?: Refusal | null;
  onCancel: () => void;
};

/** The end of a form in a dialog: why it was refused, and the buttons to leave and to submit it. */
export function FormFoot({
  action,
  isBusy = false,
  missing,
  refusal = null,
  onCancel,
  ...look
}: Props): React.JSX.Element {
  return (
    <>
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <DialogFoot onCancel={onCancel}>
        <Button type="submit" loading={isBusy} {...needs(missing)} {...look}>
          {action}
        </Button>
      </DialogFoot>
    </>
  );
}
