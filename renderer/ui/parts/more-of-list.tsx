import { Button } from '@mantine/core';

type Props = {
  /** "Show more". */
  label: string;
  /** How many of all are there, in words. */
  shown?: string;
  onMore: () => void;
};

/** The end of a list of which only a part is there. */
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
