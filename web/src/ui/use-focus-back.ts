import { useEffect, useState } from 'react'

/** Returns the focus to the element that opened a dialog. For dialogs that are mounted only while they are open. */
export function useFocusBack() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      setTimeout(() => {
        const isNowhere =
          document.activeElement === null || document.activeElement === document.body
        if (isNowhere && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}
