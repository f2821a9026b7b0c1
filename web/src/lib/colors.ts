import { STORAGE_KEYS } from './constants.ts'

export type Colors = 'light' | 'dark' | 'auto'

export function chosenColors(): Colors {
  const stored = localStorage.getItem(STORAGE_KEYS.colors)
  return stored === 'light' || stored === 'dark' ? stored : 'auto'
}
