import { lazy, Suspense, useEffect } from 'react'
import { answerStepUp, useStepUp } from '@/lib/session/step-up.ts'

// Its form is much code that few visits need.
const StepUpQuestion = lazy(() =>
  import('./step-up-question.tsx').then((m) => ({ default: m.StepUpQuestion })),
)

/**
 * Asks for the second factor, wherever in the application something needed it. Mounted before
 * any other dialog: it has to be the first to hear Escape, which would close that one as well.
 */
export function StepUpDialog() {
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
    <Suspense fallback={null}>
      <StepUpQuestion />
    </Suspense>
  ) : null
}
