import { useEffect, type RefObject } from 'react'
import { isFocusIdle } from '@/ui/focus.ts'

const DIALOG_CLOSES_MS = 400
const FIELDS = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog]'

/** The entry that has the focus, and the one before or after it. */
function entryAt(list: HTMLElement, step: number): HTMLElement | null {
  const entries = [...list.querySelectorAll<HTMLElement>('li[data-index]')]
  const here = entries.findIndex((entry) => entry.contains(document.activeElement))
  // Without a row that has the focus, keys lead to the first one and do nothing with it.
  if (here === -1) return step === 0 ? null : (entries[0] ?? null)
  return entries[here + step] ?? null
}

const KEYS: Record<string, (list: HTMLElement) => void> = {
  j: (list) => focus(entryAt(list, 1)),
  k: (list) => focus(entryAt(list, -1)),
  o: (list) => {
    const entry = entryAt(list, 0)
    const open = entry?.querySelector<HTMLElement>('[data-open]')
    // Never a button that acts.
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

/** The id of the part of the page that changes with the section of staff. */
export const STAFF_SECTION = 'staff-section'

/** Single keys that walk a list: only while the focus is within its section, as WCAG 2.1.4 asks, and in no field. */
export function useListKeys(list: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const section = list.current
    if (!section) return
    const area = section.closest<HTMLElement>(`#${STAFF_SECTION}`) ?? section
    // A page that was just loaded has the focus nowhere, and its keys would reach no list.
    if (isFocusIdle()) area.focus({ preventScroll: true })
    const press = (event: KeyboardEvent) => {
      const act = KEYS[event.key]
      const isOther = event.ctrlKey || event.metaKey || event.altKey
      if (!act || isOther || (event.target as Element).closest(FIELDS)) return
      event.preventDefault()
      act(section)
    }
    // An act takes its rows away, and the focus with them: it goes to the row that comes in the last one's place,
    // and after the last row to the section.
    let last = -1
    const note = ({ target }: FocusEvent) => {
      const entry = (target as Element).closest<HTMLElement>('li[data-index]')
      if (entry) last = Number(entry.dataset['index'])
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const at = (index: number) => section.querySelector<HTMLElement>(`li[data-index="${index}"]`)
    const restore = () => {
      clearTimeout(timer)
      // A dialog keeps the focus, and gives it back to its button, which may be gone by then.
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
