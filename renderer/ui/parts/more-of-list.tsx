import { Button } from '@mantine/core';

type Props = {
  /** "Show more". */
  label: string;
  /** Number of shown items, and of all. */
  shown?: string;
  onMore: () => void;
};

/** The end of a partly shown list. */
export function MoreOfList({ label, shown, onMore }: Props): React.JSX.Element {
  return (
    <div className="row">
      <Button variant="default" onClick={onMore}>
        {label}
      </Button>
      {shown !== undefined && <span className="small faint">{shown}</span>}
    </div>
  );
}
