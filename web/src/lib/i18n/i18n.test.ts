import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const readWords = vi.hoisted(() => vi.fn<(language: string, name: string) => Promise<object>>())
vi.mock('./words.ts', () => ({ readWords }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  readWords.mockReset()
  vi.stubGlobal('localStorage', { getItem: () => 'en' })
  vi.stubGlobal('document', { documentElement: {} })
})
afterEach(() => void vi.useRealTimers())

async function started() {
  const { i18n, startI18n } = await import('./i18n.ts')
  await Promise.all([startI18n(['orders']), vi.runAllTimersAsync()])
  const { textOr } = await import('./text.ts')
  return { i18n, textOr }
}

test('texts that fail to load at first are loaded again', async () => {
  const lost = new Error('lost')
  readWords.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost) // once for each of the two files
  readWords.mockResolvedValue({ tip: 'Give a tip' })
  expect((await started()).i18n.t('orders:tip')).toBe('Give a tip')
})

test('a text that could not be loaded makes the screen fail, unless the caller gives a fallback', async () => {
  readWords.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  const { i18n, textOr } = await started()
  expect(() => i18n.t('orders:tip')).toThrow('dynamically imported')
  expect(textOr('common:retry', 'Try again')).toBe('Try again')
})
