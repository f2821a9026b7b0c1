/** True if the focus is nowhere, or on a heading or section that takes it from the page and does nothing. */
export const isFocusIdle = () =>
  ((document.activeElement as HTMLElement | null)?.tabIndex ?? -1) < 0

/** Gives the focus to the first that takes it: one that is hidden, as those of a page that waits for the next one, does not. */
export function focusFirst(elements: Iterable<HTMLElement>): boolean {
  for (const element of elements) {
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return true
  }
  return false
}

/** Gives the focus to the heading of the page where nothing has it. */
export function focusHeading(): void {
  if (document.activeElement !== document.body) return
  const headings = [...document.querySelectorAll<HTMLElement>('#content h1')]
  for (const heading of headings) heading.tabIndex = -1
  focusFirst(headings)
}
