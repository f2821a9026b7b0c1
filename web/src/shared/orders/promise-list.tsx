import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { PROMISE_FACTS, promiseText, type Promised } from '@/domain/orders/promise.ts'
import { Fact } from '@/ui/fact.tsx'
import primitives from '@/ui/primitives.module.css'
import styles from './promise-list.module.css'

/** The deliverables and other promises of a pack or an order; nothing if there are none. */
export function PromiseList({ promised }: { promised: Promised }) {
  const { t } = useTranslation('promise')
  const { deliverables = [] } = promised
  const facts = PROMISE_FACTS.flatMap((fact) => {
    const text = promiseText(fact, promised, t)
    return text ? [{ fact, text }] : []
  })
  return (
    <>
      {deliverables.length > 0 && (
        <ul className={styles.deliverables} aria-label={t('deliverables')}>
          {deliverables.map((line, index) => (
            <li key={`${index} ${line}`} dir="auto">
              {line}
            </li>
          ))}
        </ul>
      )}
      {facts.length > 0 && (
        <dl className={primitives.pairs}>
          {facts.map(({ fact, text }) => (
            <Fact key={fact} name={t(fact)}>
              {text}
            </Fact>
          ))}
        </dl>
      )}
    </>
  )
}
