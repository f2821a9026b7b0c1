import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { ProfileProvider } from '@/shared/members/profile.tsx'
import { STORAGE_KEYS } from '@/lib/constants.ts'
import { loadWithRetry } from '@/lib/first-screen.ts'
import { queryClient } from '@/lib/api/query-client.ts'
import { adoptStyles } from '@/ui/adopt-styles.ts'
import { theme, themeStyles } from '@/ui/theme.ts'
import './overrides.css'
import { StepUpDialog } from './step-up-dialog.tsx'

adoptStyles(themeStyles())

const colorScheme = localStorageColorSchemeManager({ key: STORAGE_KEYS.colors })

// Comes once the first screen stands, which its sheet would have styled again; what is said before
// waits for it.
const Toasts = lazy(() =>
  loadWithRetry(() => import('@/lib/toast-library.tsx')).then((m) => ({ default: m.Toasts })),
)

export function Providers({ children }: { children: ReactNode }) {
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
        <Suspense fallback={null}>
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  )
}
