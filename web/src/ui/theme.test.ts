import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'

test('the button of an act that hurts is red in every colour scheme', () => {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme)
  const filled = (color: string) =>
    whole.variantColorResolver({ color, theme: whole, variant: 'filled', autoContrast: true })
  expect(filled('red').background).toBe('var(--mantine-color-red-9)')
  expect(filled('red').color).toBe('var(--mantine-color-white)')
  expect(filled('jade').background).toBe('var(--k-accent)')
})
