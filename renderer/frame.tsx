import { MantineProvider } from '@mantine/core';

import { WhyTip } from './ui/why/why-tip.tsx';
import { cssVariablesResolver, theme } from './ui/styles/theme.ts';

/** The theme around a page. Style elements created at run time carry the page's nonce. */
export function Frame({ children }: { children: React.ReactNode }): React.JSX.Element {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
      <WhyTip />
    </MantineProvider>
  );
}

function styleNonce(): string {
  return document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
}
