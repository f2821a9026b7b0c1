import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'

test('a file button empties its input before each choice, so that the same file can be chosen again', () => {
  const input = { value: 'C:\\fakepath\\me.png' }
  const { defaultProps } = mergeMantineTheme(DEFAULT_THEME, theme).components['FileButton'] ?? {}
  defaultProps.inputProps.onClick({ currentTarget: input })
  expect(input.value).toBe('')
})

test('the button of a harmful action has red colours with enough contrast', () => {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme)
  const colors = (color: string, variant = 'filled') =>
    whole.variantColorResolver({ color, theme: whole, variant, autoContrast: true })
  expect(colors('red').background).toBe('var(--mantine-color-red-9)')
  expect(colors('red').color).toBe('var(--mantine-color-white)')
  for (const quiet of ['subtle', 'light'])
    expect(colors('red', quiet).color).toBe('var(--k-bad-ink)')
  expect(colors('jade').background).toBe('var(--k-accent)')
})
