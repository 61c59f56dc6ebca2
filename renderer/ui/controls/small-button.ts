import { Button } from '@mantine/core';

/** The button beside or below what it acts on. */
export const SmallButton = Button.withProps({ size: 'compact-sm', variant: 'default' });
