import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';

/** Goes back from live views to the board. */
export function BackButton({ label, onBack }: { label: string; onBack: () => void }): React.JSX.Element {
  return (
    <Button variant="default" size="lg" leftSection={<IconArrowLeft aria-hidden="true" />} onClick={onBack}>
      {label}
    </Button>
  );
}
