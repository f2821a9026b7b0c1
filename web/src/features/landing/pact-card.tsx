import { Check, LockKeyhole } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { creatorShare } from '@/domain/money/creator-share.ts'
import { formatMoney } from '@/domain/money/money.ts'
import { useTerms } from '@/domain/use-terms.ts'
import styles from './pact-card.module.css'

const STEPS = ['paid', 'accepted', 'delivered', 'released'] as const

const PRICE = 120_000

/** A sample order as the product shows it: it is paid, and the work has begun. */
export function PactCard() {
  const { t, i18n } = useTranslation('landing')
  const fee = useTerms((terms) => terms.creator_fee)
  const money = (minor: number) => formatMoney(minor, 'USD', i18n.language)
  return (
    <figure className={styles.figure}>
      <div className={styles.card} aria-hidden>
        <div className={styles.head}>
          <span className={styles.avatars}>
            <i className={styles.brand}>N</i>
            <i className={styles.kol}>M</i>
          </span>
          <div>
            <strong>{t('pact.title')}</strong>
            <span>{t('pact.sides')}</span>
          </div>
          <b>{money(PRICE)}</b>
        </div>
        <div className={styles.vault}>
          <span className={styles.lock}>
            <LockKeyhole size={20} />
          </span>
          <div>
            <strong>{t('pact.held', { amount: money(PRICE) })}</strong>
            <span>{t('pact.held_text')}</span>
          </div>
        </div>
        <ol className={styles.steps}>
          {STEPS.map((step, index) => (
            <li
              key={step}
              className={index < 2 ? styles.done : index === 2 ? styles.now : undefined}
            >
              <i>{index < 2 && <Check size={13} strokeWidth={3} />}</i>
              <div>
                <strong>{t(`pact.${step}`)}</strong>
                <span>{t(`pact.${step}_text`, { amount: money(creatorShare(PRICE, fee)) })}</span>
              </div>
            </li>
          ))}
        </ol>
      </div>
      <div className={styles.toast} aria-hidden>
        <span>
          <Check size={15} strokeWidth={3} />
        </span>
        {t('pact.toast')}
      </div>
      <figcaption>{t('pact.caption')}</figcaption>
    </figure>
  )
}
