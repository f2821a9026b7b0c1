import { useMediaQuery } from '@mantine/hooks'
import { X } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { ToastContainer, toast, type CloseButtonProps } from 'react-toastify/unstyled'
import { TOAST_MS, TOASTS_AT_ONCE, TOASTS_AT_ONCE_ON_PHONE } from './constants.ts'
import 'react-toastify/ReactToastify.css'
import './toasts.css'

export { toast }

/** Close button with a translated label; the library's own label is English. */
function CloseButton({ closeToast, theme }: CloseButtonProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={`Toastify__close-button Toastify__close-button--${theme}`}
      aria-label={t('close')}
      onClick={(event) => {
        // Without this, the press would also count as a press of the toast, which may open a page.
        event.stopPropagation()
        closeToast(true)
      }}
    >
      <X size={16} aria-hidden />
    </button>
  )
}

/** Container of the toasts. */
export function Toasts() {
  const { t } = useTranslation()
  const isPhone = useMediaQuery('(max-width: 480px)')
  return (
    <ToastContainer
      position="top-right"
      theme="dark"
      aria-label={`${t('toasts')} (Alt+T)`}
      closeButton={CloseButton}
      limit={isPhone ? TOASTS_AT_ONCE_ON_PHONE : TOASTS_AT_ONCE}
      autoClose={TOAST_MS.default}
      newestOnTop
    />
  )
}
