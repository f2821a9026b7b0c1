/** Delay before the focus returns. A dialog closes faster, so no button in a closing dialog gets the focus. */
const WAIT_MS = 300

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

/**
 * Returns the focus to a button that was disabled while its request ran. The browser moves the focus of a disabled
 * button to the page, and a reader who works by keyboard would start again at the first link, behind an open dialog.
 */
export function keepFocusOfButtons(): void {
  let last: HTMLButtonElement | null = null
  const returnTo = (button: HTMLButtonElement) => {
    if (button === last && button.isConnected && !button.disabled && isNowhere())
      button.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(([change]) => {
    const button = change?.target
    if (button instanceof HTMLButtonElement && !button.disabled)
      setTimeout(() => returnTo(button), WAIT_MS)
  })
  document.addEventListener('focusin', ({ target }) => {
    observer.disconnect()
    last = target instanceof HTMLButtonElement ? target : null
    if (last) observer.observe(last, { attributes: true, attributeFilter: ['disabled'] })
  })
}
