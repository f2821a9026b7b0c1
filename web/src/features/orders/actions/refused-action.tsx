import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import primitives from '@/ui/primitives.module.css'
import { RefusalText } from '@/ui/refusal-text.tsx'
import type { ActionWords } from './order-actions.ts'
import styles from '../orders.module.css'

/** A button that stays reachable by keyboard, so that a screen reader reads the reason with it. */
export function RefusedAction({ words, refusal }: { words: ActionWords; refusal: string }) {
  const { t } = useTranslation('orders')
  const id = useId()
  return (
    <div className={`${primitives.wrap} ${styles.actions}`}>
      <Button variant="default" data-disabled aria-disabled aria-describedby={id}>
        {t(words)}
      </Button>
      <p id={id} className={primitives.quiet}>
        <RefusalText token={refusal} />
      </p>
    </div>
  )
}
