import type { ToastContent, ToastOptions } from 'react-toastify'
import { TOAST_MS } from './constants.ts'

type Kind = 'info' | 'success' | 'warning' | 'error'

/** The library is loaded after the first screen; earlier toasts are shown when it is loaded. */
const library = async () => (await import('./toast-library.tsx')).toast

const withLibrary = (act: (show: Awaited<ReturnType<typeof library>>) => void): void =>
  // Without a connection the library may be missing. That is ignored, because a toast's text is also shown elsewhere.
  void library().then(act, () => {})

/** The text is the toast's id, so that a text that is already on the screen is not shown twice. */
function options(words: ToastContent, more?: ToastOptions): ToastOptions {
  return {
    autoClose: TOAST_MS.default,
    ...(typeof words === 'string' ? { toastId: words } : {}),
    ...more,
  }
}

const say =
  (kind: Kind | 'default') =>
  (words: ToastContent, more?: ToastOptions): void => {
    withLibrary((show) => show(words, { type: kind, ...options(words, more) }))
  }

export const toast = {
  info: say('info'),
  success: say('success'),
  warning: say('warning'),
  error: say('error'),
  plain: say('default'),
  dismiss: (id?: string) => withLibrary((show) => show.dismiss(id)),
}
