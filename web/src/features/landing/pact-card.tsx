import { Check, LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './pact-card.module.css'

const STEPS = ['paid', 'accepted', 'delivered', 'released'] as const

/** An order as the product shows it, halfway: the money is in, the work is on its way. */
export function PactCard() {
  const { t } = useTranslation('landing')
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
          <b>$1,200.00</b>
        </div>
        <div className={styles.vault}>
          <span className={styles.lock}>
            <LockKeyhole size={20} />
          </span>
          <div>
            <strong>{t('pact.held')}</strong>
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
                <span>{t(`pact.${step}_text`)}</span>
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
