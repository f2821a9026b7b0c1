import { toast, type ToastOptions } from 'react-toastify/unstyled'
import { TOAST_MS } from './constants.ts'

type Words = Parameters<typeof toast>[0]

/** A text already on the screen is not said twice: its own words are its id. */
function options(words: Words, more?: ToastOptions): ToastOptions {
  return {
    autoClose: TOAST_MS.default,
    ...(typeof words === 'string' ? { toastId: words } : {}),
    ...more,
  }
}

export const notify = {
  info: (words: Words, more?: ToastOptions) => toast.info(words, options(words, more)),
  success: (words: Words, more?: ToastOptions) => toast.success(words, options(words, more)),
  warning: (words: Words, more?: ToastOptions) => toast.warning(words, options(words, more)),
  error: (words: Words, more?: ToastOptions) => toast.error(words, options(words, more)),
  plain: (words: Words, more?: ToastOptions) => toast(words, options(words, more)),
  dismiss: (id?: string) => toast.dismiss(id),
}
