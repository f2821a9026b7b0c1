import { STORAGE_KEYS } from '@/lib/constants.ts'

/** Shows all texts in Inter, and lets later pages begin with it (index.html). */
export function showInter(): void {
  document.documentElement.dataset.inter = ''
  localStorage.setItem(STORAGE_KEYS.inter, '1')
}

/**
 * Loads Inter for the next page. The first page of a browser stays in a font of the device with texts of nearly the same
 * size, so that the font delays no content, and nothing moves when it arrives.
 */
export async function fetchInter(): Promise<void> {
  try {
    await document.fonts.load("1em 'Inter Variable'")
    localStorage.setItem(STORAGE_KEYS.inter, '1')
  } catch {
    // The next page tries again.
  }
}
