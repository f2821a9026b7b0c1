import { Button, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { FactorCheck } from '@/domain/accounts/second-factor/factor-check.tsx'
import { answerStepUp, useStepUp } from '@/lib/step-up.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { useFocusBack } from '@/ui/use-focus-back.ts'

/** Above the dialog whose act is waiting for the answer. */
const ABOVE_OTHER_DIALOGS = 300

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
  return isOpen ? <OpenDialog /> : null
}

function OpenDialog() {
  const { t } = useTranslation(['security', 'common'])
  useFocusBack()
  const cancel = () => answerStepUp(false)
  return (
    <Dialog
      opened
      onClose={cancel}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('check.title')}
      zIndex={ABOVE_OTHER_DIALOGS}
    >
      <Text size="sm" c="dimmed" mb="md">
        {t('check.text')}
      </Text>
      <FactorCheck
        onDone={() => answerStepUp(true)}
        aside={
          <Button variant="default" onClick={cancel}>
            {t('common:cancel')}
          </Button>
        }
      />
    </Dialog>
  )
}
