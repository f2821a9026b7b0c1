import { toast as toastify, type ToastOptions } from 'react-toastify/unstyled'
import { TOAST_MS } from './constants.ts'

type Words = Parameters<typeof toastify>[0]

/** A text that is on the screen is not shown twice: the text is its id. */
function options(words: Words, more?: ToastOptions): ToastOptions {
  return {
    autoClose: TOAST_MS.default,
    ...(typeof words === 'string' ? { toastId: words } : {}),
    ...more,
  }
}

export const toast = {
  info: (words: Words, more?: ToastOptions) => toastify.info(words, options(words, more)),
  success: (words: Words, more?: ToastOptions) => toastify.success(words, options(words, more)),
  warning: (words: Words, more?: ToastOptions) => toastify.warning(words, options(words, more)),
  error: (words: Words, more?: ToastOptions) => toastify.error(words, options(words, more)),
  plain: (words: Words, more?: ToastOptions) => toastify(words, options(words, more)),
  dismiss: (id?: string) => toastify.dismiss(id),
}
