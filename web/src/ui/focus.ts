/** True if the focus is nowhere, or on a heading or section that takes it from the page and does nothing. */
export const isFocusIdle = () =>
  ((document.activeElement as HTMLElement | null)?.tabIndex ?? -1) < 0
