import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** Light to dark; filled controls use the last in light and the first in dark. */
const ink: MantineColorsTuple = [
  '#eef2ef',
  '#dde0da',
  '#b9c2be',
  '#949e9a',
  '#828a84',
  '#5c6561',
  '#454d4a',
  '#2c3335',
  '#1f2426',
  '#14181a',
];

const danger: MantineColorsTuple = [
  '#fce8e5',
  '#ffd5d0',
  '#ecb1aa',
  '#ff9186',
  '#ee6a5e',
  '#d9473b',
  '#c2352b',
  '#b0241c',
  '#8f1b15',
  '#6b302b',
];

/** Uses our tokens where the library would compute a colour: text on solid ink must stay legible in both schemes. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const usual = defaultVariantColorsResolver(input);
  const isInk = input.color === undefined || input.color === 'ink';
  if (input.variant === 'filled' && isInk) {
    return {
      background: 'var(--solid)',
      hover: 'var(--solid-hover)',
      color: 'var(--on-solid)',
      border: '1px solid var(--solid)',
    };
  }
  if (input.variant === 'default') {
    return {
      background: 'var(--surface)',
      hover: 'var(--hover)',
      color: 'var(--ink)',
      border: '1px solid var(--line)',
    };
  }
  if (input.variant === 'subtle' && isInk) {
    return { ...usual, hover: 'var(--sunken)', color: 'var(--ink-2)' };
  }
  if (input.variant === 'outline' && input.color === 'danger') {
    return {
      background: 'var(--surface)',
      hover: 'var(--bad-wash)',
      color: 'var(--bad)',
      border: '1px solid var(--bad)',
    };
  }
  return usual;
};

function clearChoice({ currentTarget }: React.MouseEvent<HTMLInputElement>): void {
  currentTarget.value = '';
}

/** Buttons are ink, colour only shows state: no component keeps the library's blue. */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: 'var(--font)', fontWeight: '650' },
  primaryColor: 'ink',
  primaryShade: { light: 9, dark: 0 },
  autoContrast: true,
  variantColorResolver,
  defaultRadius: 6,
  respectReducedMotion: true,
  focusRing: 'never',
  cursorType: 'default',
  colors: { ink, danger },
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '22px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  components: {
    // The page behind never scrolls on its own; locking it would only write a style that the page's policy refuses.
    Modal: {
      defaultProps: { centered: true, radius: 12, lockScroll: false, transitionProps: { duration: 160 } },
    },
    Drawer: { defaultProps: { lockScroll: false, transitionProps: { duration: 220 } } },
    // A corrected file may be chosen again under the same name.
    FileButton: { defaultProps: { inputProps: { onClick: clearChoice } } },
    // The library's empty element for the first focus is not a valid menu item.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
  },
});

const roles = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--act)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-color-disabled-border': 'transparent',
  '--mantine-primary-color-filled': 'var(--solid)',
  '--mantine-primary-color-filled-hover': 'var(--solid-hover)',
  '--mantine-primary-color-contrast': 'var(--on-solid)',
  '--mantine-color-ink-filled': 'var(--solid)',
  '--mantine-color-ink-filled-hover': 'var(--solid-hover)',
  '--mantine-color-ink-text': 'var(--ink)',
  '--mantine-color-ink-light': 'var(--sunken)',
  '--mantine-color-ink-light-hover': 'var(--hover)',
  '--mantine-color-ink-light-color': 'var(--ink)',
  '--mantine-color-danger-text': 'var(--bad)',
};

/** Points the library's colour variables to our tokens, in both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: roles,
  dark: roles,
});
