import { Text } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { FactorCheck } from '@/shared/accounts/second-factor/factor-check.tsx'
import { answerStepUp } from '@/lib/session/step-up.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { useFocusBack } from '@/ui/use-focus-back.ts'

/** The z-index of this dialog: above the dialog whose action waits for the code. */
const ABOVE_OTHER_DIALOGS = 300

/** The content of the dialog, rendered only while it is open. */
export function StepUpQuestion() {
  const { t } = useTranslation('security')
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
      <FactorCheck onDone={() => answerStepUp(true)} onCancel={cancel} />
    </Dialog>
  )
}
