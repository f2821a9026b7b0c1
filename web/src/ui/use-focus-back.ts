import { useEffect, useState } from 'react'

/** For a dialog that exists only while it is open: the focus returns to what opened it. */
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
