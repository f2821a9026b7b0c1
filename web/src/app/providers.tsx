import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ProfileProvider } from '@/shared/members/profile.tsx'
import { STORAGE_KEYS } from '@/lib/constants.ts'
import { queryClient } from '@/lib/api/query-client.ts'
import { adoptStyles } from '@/ui/adopt-styles.ts'
import { AwaitedCode } from '@/ui/awaited-code.tsx'
import { theme, themeStyles } from '@/ui/theme.ts'
import './overrides.css'
import { useLeaving } from '@/lib/session/leaving.ts'
import { answerStepUp, useStepUp } from '@/lib/session/step-up.ts'
import { lazyOf, lazyPart } from '@/ui/loadable.tsx'

// The form for the second factor is loaded on demand, because it is much code that few visits need.
const StepUpQuestion = lazyOf(() => import('./step-up-question.tsx'), 'StepUpQuestion')

/**
 * Asks for the second factor when any request needs it. It is mounted before all other dialogs, because it has
 * to handle Escape first: the key would close the other dialog, too.
 */
function StepUpDialog() {
  const isOpen = useStepUp((state) => state.isOpen)
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.isComposing || !useStepUp.getState().isOpen) return
      event.stopImmediatePropagation()
      answerStepUp(false)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])
  return isOpen ? (
    <AwaitedCode kind="press">
      <StepUpQuestion />
    </AwaitedCode>
  ) : null
}

const LeavingQuestion = lazyPart(() => import('./leaving-question.tsx'), 'LeavingQuestion')

/** Asks before a sign-out that deletes something, wherever it was started. */
function LeavingDialog() {
  const isAsked = useLeaving((state) => state.unsent !== null)
  return isAsked ? (
    <AwaitedCode kind="press">
      <LeavingQuestion />
    </AwaitedCode>
  ) : null
}

adoptStyles(themeStyles())

const colorScheme = localStorageColorSchemeManager({ key: STORAGE_KEYS.colors })

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      // Both options would add style elements. Our style sheet has the variables, and the classes are not used.
      withCssVariables={false}
      withGlobalClasses={false}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <StepUpDialog />
        <LeavingDialog />
        <ProfileProvider>{children}</ProfileProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}
