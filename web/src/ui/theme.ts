import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const jade: MantineColorsTuple = [
  '#e9f7f1',
  '#d2efe3',
  '#a5e0c8',
  '#72d3ae',
  '#3fca9a',
  '#25b183',
  '#169a70',
  '#0f8963',
  '#0b7a5b',
  '#075e46',
]

const gray: MantineColorsTuple = [
  '#f9f8f4',
  '#f4f2ec',
  '#ebe8df',
  '#e0dcd0',
  '#cfcbbf',
  '#a3a196',
  '#767872',
  '#5a5f5a',
  '#3b403c',
  '#232724',
]

const dark: MantineColorsTuple = [
  '#d5dcd8',
  '#b1bbb5',
  '#95a099',
  '#68736c',
  '#3a453f',
  '#29322d',
  '#1c231f',
  '#151a17',
  '#0e1210',
  '#090c0a',
]

export const theme = createTheme({
  colors: { jade, gray, dark },
  primaryColor: 'jade',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.34,
  fontFamily: 'var(--k-font)',
  headings: {
    fontFamily: 'var(--k-font)',
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.2' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h4: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '7px', md: '10px', lg: '14px', xl: '20px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' }, styles: { label: { fontWeight: 560 } } },
    TextInput: { defaultProps: { size: 'sm' } },
    Card: { defaultProps: { radius: 'lg', withBorder: true, padding: 'lg' } },
    Paper: { defaultProps: { radius: 'lg' } },
    Modal: { defaultProps: { radius: 'lg', centered: true, overlayProps: { backgroundOpacity: 0.45, blur: 3 } } },
    Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.45, blur: 3 } } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 350 } },
    Badge: { styles: { root: { textTransform: 'none', fontWeight: 560, letterSpacing: 0 } } },
    Menu: { defaultProps: { shadow: 'md', radius: 'md' } },
  },
})

/** Mantine's surfaces are the product's own tokens, so both worlds change together. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--k-bg)',
    '--mantine-color-text': 'var(--k-ink)',
    '--mantine-color-dimmed': 'var(--k-ink-2)',
    '--mantine-color-placeholder': 'var(--k-ink-3)',
    '--mantine-color-default': 'var(--k-surface)',
    '--mantine-color-default-hover': 'var(--k-surface-2)',
    '--mantine-color-default-color': 'var(--k-ink)',
    '--mantine-color-default-border': 'var(--k-line)',
    '--mantine-color-anchor': 'var(--k-accent)',
    '--mantine-color-error': 'var(--k-bad-ink)',
  },
  light: {},
  dark: {},
})
