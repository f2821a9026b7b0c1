import { Button } from '@mantine/core'
import { Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { AppError, toUserMessage } from '@/lib/errors.ts'
import primitives from '@/ui/primitives.module.css'
import type { ActionWords } from './order-actions.ts'
import styles from './orders.module.css'

/** Its words come after the first screen, which does not wait for them. */
function Refusal({ token }: { token: string }) {
  useTranslation(['errors', 'refusals'])
  return toUserMessage(new AppError(token))
}

/** A button that stays reachable by keyboard, so that a screen reader reads the reason with it. */
export function RefusedAction({ words, refusal }: { words: ActionWords; refusal: string }) {
  const { t } = useTranslation('orders')
  const id = useId()
  return (
    <div className={styles.refused}>
      <Button variant="default" data-disabled aria-disabled aria-describedby={id}>
        {t(words)}
      </Button>
      <p id={id} className={primitives.quiet}>
        <Suspense fallback={null}>
          <Refusal token={refusal} />
        </Suspense>
      </p>
    </div>
  )
}
