import { STORAGE_KEYS } from '@/lib/constants.ts'

/**
 * Shows all texts in Inter. On a first visit the font is loaded after the first screen, whose texts have the same size
 * in a font of the device, so that it delays no content. Later visits begin with Inter (index.html).
 */
export function showInter(): void {
  document.documentElement.dataset.inter = ''
  localStorage.setItem(STORAGE_KEYS.inter, '1')
}
