import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { answerLeaving, useLeaving } from '@/lib/session/leaving.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { useFocusBack } from '@/ui/use-focus-back.ts'

/** The question before a sign-out: it says which unsent messages and drafts will be deleted. */
export function LeavingQuestion() {
  const { t } = useTranslation()
  useFocusBack()
  const { messages = 0, drafts = 0 } = useLeaving((state) => state.unsent) ?? {}
  const stay = () => answerLeaving(false)
  return (
    <Dialog opened onClose={stay} title={t('signing_out.title')}>
      <Text component="div" size="sm" c="dimmed">
        {t('signing_out.text')}
        <ul>
          {messages > 0 && <li>{t('signing_out.messages', { count: messages })}</li>}
          {drafts > 0 && <li>{t('signing_out.drafts', { count: drafts })}</li>}
        </ul>
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="subtle" color="red" onClick={() => answerLeaving(true)}>
          {t('signing_out.confirm')}
        </Button>
        <Button data-autofocus onClick={stay}>
          {t('leave.stay')}
        </Button>
      </Group>
    </Dialog>
  )
}
