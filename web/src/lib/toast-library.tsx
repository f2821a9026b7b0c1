import { useMediaQuery } from '@mantine/hooks'
import { ToastContainer, toast } from 'react-toastify/unstyled'
import { TOAST_MS, TOASTS_AT_ONCE, TOASTS_AT_ONCE_ON_PHONE } from './constants.ts'
import 'react-toastify/ReactToastify.css'
import './toasts.css'

export { toast }

/** Where toasts are shown. */
export function Toasts() {
  const isPhone = useMediaQuery('(max-width: 480px)')
  return (
    <ToastContainer
      position="top-right"
      theme="dark"
      closeButton
      limit={isPhone ? TOASTS_AT_ONCE_ON_PHONE : TOASTS_AT_ONCE}
      autoClose={TOAST_MS.default}
      newestOnTop
    />
  )
}
