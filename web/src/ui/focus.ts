/** True if no control has the focus: it is nowhere, or on a heading or section that only a script can focus. */
export const isFocusIdle = () =>
  ((document.activeElement as HTMLElement | null)?.tabIndex ?? -1) < 0

/** Focuses the first element that accepts the focus; hidden elements, such as those of a previous page, do not. */
export function focusFirst(elements: Iterable<HTMLElement>): boolean {
  for (const element of elements) {
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return true
  }
  return false
}

/** Focuses the heading of the page, if nothing else has the focus. */
export function focusHeading(): void {
  if (document.activeElement !== document.body) return
  const headings = [...document.querySelectorAll<HTMLElement>('#content h1')]
  for (const heading of headings) heading.tabIndex = -1
  focusFirst(headings)
}
