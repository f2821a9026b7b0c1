import { Button, Group, Text } from '@mantine/core'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { FormGuardContext, type FormGuard } from '@/lib/form.ts'
import { SectionCard } from './section-card.tsx'

interface AskProps {
  onStay: () => void
  onLeave: () => void
  onDiscard: () => void
}

const focus = (button: HTMLButtonElement | null) => button?.focus()

/** Asks before a form is left. Nothing is lost, because the draft is kept; the text says so. */
function AskBeforeLeaving({ onStay, onLeave, onDiscard }: AskProps) {
  const { t } = useTranslation()
  return (
    <div role="alertdialog" aria-label={t('leave.title')}>
      <Text fw={600}>{t('leave.title')}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        {t('leave.text')}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="red" onClick={onDiscard}>
          {t('leave.discard')}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {t('leave.keep')}
        </Button>
        <Button ref={focus} onClick={onStay}>
          {t('leave.stay')}
        </Button>
      </Group>
    </div>
  )
}

interface LeaveGuard {
  guard: FormGuard
  /** The question, to be shown instead of the form; null while it is not open. */
  question: ReactNode
  stay: () => void
}

/** Asks before forms with entered text are left. */
export function useLeaveGuard(): LeaveGuard {
  const held = useRef(new Map<string, () => void>())
  const [leaving, setLeaving] = useState<{ close: () => void } | null>(null)
  const guard = useMemo<FormGuard>(
    () => ({
      hold: (what, discard) => held.current.set(what, discard),
      release: (what) => held.current.delete(what),
      leave: (close) => (held.current.size > 0 ? setLeaving({ close }) : close()),
    }),
    [],
  )
  function leave(discard: boolean) {
    if (discard) held.current.forEach((forget) => forget())
    held.current.clear()
    setLeaving(null)
    leaving?.close()
  }
  const stay = () => setLeaving(null)
  const question = leaving && (
    <AskBeforeLeaving onStay={stay} onLeave={() => leave(false)} onDiscard={() => leave(true)} />
  )
  return { guard, question, stay }
}

/** A form within a page that can be cancelled; like a dialog, it asks before it is left. */
export function GuardedForm({ children }: { children: ReactNode }) {
  const { guard, question } = useLeaveGuard()
  return (
    <>
      {question && <SectionCard>{question}</SectionCard>}
      <div hidden={question !== null}>
        <FormGuardContext value={guard}>{children}</FormGuardContext>
      </div>
    </>
  )
}
