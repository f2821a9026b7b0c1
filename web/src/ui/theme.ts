import {
  Alert,
  convertCssVariables,
  createTheme,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  defaultVariantColorsResolver,
  mergeMantineTheme,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

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

/** The accent colour is bright in the dark theme, so text on it has to be dark. Mantine does not handle that. */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  // Mantine's shade for filled buttons in the dark theme would turn red into pink.
  if (input.color === 'red' && input.variant === 'filled')
    return {
      ...colors,
      background: 'var(--mantine-color-red-9)',
      hover: 'var(--mantine-color-red-8)',
      color: 'var(--mantine-color-white)',
    }
  // In the dark theme, Mantine's lightest red is almost white.
  if (input.color === 'red' && (input.variant === 'subtle' || input.variant === 'light'))
    return {
      ...colors,
      background: input.variant === 'light' ? 'var(--k-bad-soft)' : 'transparent',
      hover: 'var(--k-bad-soft)',
      color: 'var(--k-bad-ink)',
    }
  const accent = !input.color || input.color === 'jade'
  if (!accent || input.variant !== 'filled') return colors
  return {
    ...colors,
    background: 'var(--k-accent)',
    hover: 'var(--k-accent-hover)',
    color: 'var(--k-accent-ink)',
  }
}

const ALERT_TONES: Record<string, string> = {
  yellow: 'warn',
  orange: 'warn',
  red: 'bad',
  blue: 'info',
}

/** Alerts use the product's own colours, because Mantine's yellow on yellow is hard to read. */
function alertVars(_theme: unknown, props: { color?: string }) {
  const tone = props.color === 'gray' ? null : ALERT_TONES[props.color ?? '']
  const background = tone
    ? `var(--k-${tone}-soft)`
    : props.color === 'gray'
      ? 'var(--k-surface-2)'
      : 'var(--k-accent-soft)'
  const color = tone
    ? `var(--k-${tone}-ink)`
    : props.color === 'gray'
      ? 'var(--k-ink)'
      : 'var(--k-accent-soft-ink)'
  return { root: { '--alert-bg': background, '--alert-color': color } }
}

function emptyInput({ currentTarget }: { currentTarget: { value: string } }) {
  currentTarget.value = ''
}

const dialogStyles = {
  content: { backgroundColor: 'var(--k-surface)' },
  header: { backgroundColor: 'var(--k-surface)' },
  title: { fontSize: '1.125rem', fontWeight: 620, letterSpacing: '-0.015em' },
}

export const theme = createTheme({
  variantColorResolver: variantColors,
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
    Button: {
      defaultProps: { size: 'sm' },
      styles: {
        // A label that is too long wraps to another line.
        root: { height: 'auto', minHeight: 'var(--button-height)' },
        inner: { height: 'auto', minHeight: 'calc(var(--button-height) - 2px)', paddingBlock: 4 },
        label: { fontWeight: 560, lineHeight: 1.2, whiteSpace: 'normal', overflow: 'visible' },
      },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Alert: Alert.extend({ defaultProps: { radius: 'lg' }, vars: alertVars }),
    TextInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { autosize: true, minRows: 4, maxRows: 12 } },
    // Choosing the selected option again does not clear the field; a field that may be empty has a button for that.
    Select: { defaultProps: { allowDeselect: false } },
    Card: { defaultProps: { radius: 'lg', withBorder: true, padding: 'lg' } },
    Paper: { defaultProps: { radius: 'lg' } },
    // The heading of a dialog must not count as a banner landmark of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: true,
        overlayProps: { backgroundOpacity: 0.45, blur: 3 },
      },
      styles: dialogStyles,
    },
    // Browsers report no change if the same file is chosen again, so the input is emptied before each choice.
    FileButton: { defaultProps: { inputProps: { onClick: emptyInput } } },
    Drawer: {
      defaultProps: { overlayProps: { backgroundOpacity: 0.45, blur: 3 } },
      styles: dialogStyles,
    },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 350 } },
    Badge: { styles: { root: { textTransform: 'none', fontWeight: 560, letterSpacing: 0 } } },
    Menu: { defaultProps: { shadow: 'md', radius: 'md' } },
  },
})

const surfaces = {
  '--mantine-color-body': 'var(--k-bg)',
  '--mantine-color-text': 'var(--k-ink)',
  '--mantine-color-bright': 'var(--k-ink)',
  '--mantine-color-dimmed': 'var(--k-ink-2)',
  '--mantine-color-placeholder': 'var(--k-ink-3)',
  '--mantine-color-default': 'var(--k-surface)',
  '--mantine-color-default-hover': 'var(--k-surface-2)',
  '--mantine-color-default-color': 'var(--k-ink)',
  '--mantine-color-default-border': 'var(--k-line)',
  '--mantine-color-anchor': 'var(--k-accent)',
  '--mantine-color-error': 'var(--k-bad-ink)',
  '--mantine-primary-color-contrast': 'var(--k-accent-ink)',
}

/** Mantine's variables for surfaces refer to the product's own tokens, so both change together. */
export function themeStyles(): string {
  const own = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
  const line = { '--mantine-color-default-border': 'var(--mantine-color-dark-4)' }
  const scheme = '--mantine-color-scheme'
  return convertCssVariables(
    {
      variables: own.variables,
      light: { ...own.light, ...surfaces, [scheme]: 'light' },
      dark: { ...own.dark, ...surfaces, ...line, [scheme]: 'dark' },
    },
    ':root',
  )
}
