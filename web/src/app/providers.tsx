import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ToastContainer } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import { ProfileProvider } from '@/domain/members/profile.tsx'
import { useMediaQuery } from '@mantine/hooks'
import { STORAGE_KEYS, TOAST_MS, TOASTS_AT_ONCE, TOASTS_AT_ONCE_ON_PHONE } from '@/lib/constants.ts'
import { queryClient } from '@/lib/query-client.ts'
import { adoptStyles } from '@/ui/adopt-styles.ts'
import { theme, themeStyles } from '@/ui/theme.ts'
import './overrides.css'
import { StepUpDialog } from './step-up-dialog.tsx'

adoptStyles(themeStyles())

const colorScheme = localStorageColorSchemeManager({ key: STORAGE_KEYS.colors })

export function Providers({ children }: { children: ReactNode }) {
  const isPhone = useMediaQuery('(max-width: 480px)')
  return (
    <MantineProvider
      theme={theme}
      // Both are style elements. The variables come as a sheet; the classes are not used.
      withCssVariables={false}
      withGlobalClasses={false}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <StepUpDialog />
        <ProfileProvider>{children}</ProfileProvider>
        <ToastContainer
          position="top-right"
          theme="dark"
          closeButton
          limit={isPhone ? TOASTS_AT_ONCE_ON_PHONE : TOASTS_AT_ONCE}
          autoClose={TOAST_MS.default}
          newestOnTop
        />
      </QueryClientProvider>
    </MantineProvider>
  )
}
