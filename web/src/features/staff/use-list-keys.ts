import { useEffect, type RefObject } from 'react'
import { isFocusIdle } from '@/ui/focus.ts'

const DIALOG_CLOSES_MS = 400
const FIELDS = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog]'

/** The entry with the focus, or one that is `step` entries away. */
function entryAt(list: HTMLElement, step: number): HTMLElement | null {
  const entries = [...list.querySelectorAll<HTMLElement>('li[data-index]')]
  const here = entries.findIndex((entry) => entry.contains(document.activeElement))
  // If no row has the focus, "j" and "k" go to the first row, and other keys do nothing.
  if (here === -1) return step === 0 ? null : (entries[0] ?? null)
  return entries[here + step] ?? null
}

const KEYS: Record<string, (list: HTMLElement) => void> = {
  j: (list) => focus(entryAt(list, 1)),
  k: (list) => focus(entryAt(list, -1)),
  o: (list) => {
    const entry = entryAt(list, 0)
    const open = entry?.querySelector<HTMLElement>('[data-open]')
    // Opens a link or the marked button, but never presses a button that changes something.
    ;(open ?? entry?.querySelector<HTMLElement>('a'))?.click()
  },
  x: (list) => entryAt(list, 0)?.querySelector<HTMLElement>('[data-choose]')?.click(),
}

function focus(entry: HTMLElement | null) {
  if (!entry) return
  entry.tabIndex = -1
  entry.focus()
  entry.scrollIntoView({ block: 'nearest' })
}

/** Id of the part of the page that a section of the staff page replaces. */
export const STAFF_SECTION = 'staff-section'

/** Single keys for a list. They work only while the focus is within the list's section, as WCAG 2.1.4 requires, and not in a field. */
export function useListKeys(list: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const section = list.current
    if (!section) return
    const area = section.closest<HTMLElement>(`#${STAFF_SECTION}`) ?? section
    // After a section has loaded, nothing has the focus. The section gets it, or its keys would not work.
    if (isFocusIdle()) area.focus({ preventScroll: true })
    const press = (event: KeyboardEvent) => {
      const act = KEYS[event.key]
      const isOther = event.ctrlKey || event.metaKey || event.altKey
      if (!act || isOther || (event.target as Element).closest(FIELDS)) return
      event.preventDefault()
      act(section)
    }
    // When an act removes the row with the focus, the focus moves to the row in its place, or if that was the last one, to the
    // row before it or the section.
    let last = -1
    const note = ({ target }: FocusEvent) => {
      const entry = (target as Element).closest<HTMLElement>('li[data-index]')
      if (entry) last = Number(entry.dataset['index'])
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const at = (index: number) => section.querySelector<HTMLElement>(`li[data-index="${index}"]`)
    const restore = () => {
      clearTimeout(timer)
      // While a dialog closes, it returns the focus to its button, which may have been removed; so this runs again afterwards.
      if (document.querySelector('[role=dialog]')) timer = setTimeout(restore, DIALOG_CLOSES_MS)
      else if (last !== -1 && document.activeElement === document.body)
        focus(at(last) ?? at(last - 1) ?? area)
    }
    const noteDialog = ({ target }: FocusEvent) => {
      if ((target as Element).closest('[role=dialog]')) restore()
    }
    const observer = new MutationObserver(restore)
    observer.observe(section, { childList: true, subtree: true })
    section.addEventListener('focusin', note)
    document.addEventListener('focusin', noteDialog)
    area.addEventListener('keydown', press)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      section.removeEventListener('focusin', note)
      document.removeEventListener('focusin', noteDialog)
      area.removeEventListener('keydown', press)
    }
  }, [list])
}
