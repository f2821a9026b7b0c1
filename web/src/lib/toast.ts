import type { ToastContent, ToastOptions } from 'react-toastify'
import { TOAST_MS } from './constants.ts'

type Kind = 'info' | 'success' | 'warning' | 'error'

/** The library is loaded after the first screen; toasts of before are queued in it. */
const library = async () => (await import('./toast-library.tsx')).toast

const withLibrary = (act: (show: Awaited<ReturnType<typeof library>>) => void): void =>
  // Without a connection it may be missing; what a toast says is shown elsewhere as well.
  void library().then(act, () => {})

/** A text that is on the screen is not shown twice: the text is its id. */
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
