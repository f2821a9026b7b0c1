import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TERMS } from '@/domain/terms.ts'
import { Closing, Faq, Hero } from './blocks.tsx'
import styles from './content.module.css'

/** Lists of the file of words; the numbers in them are the market's terms. */
const WITH_TERMS = { returnObjects: true, ...TERMS } as const

export function PricingPage() {
  const { t, i18n } = useTranslation('pages')
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  const offers = [
    { who: 'brand', fee: TERMS.buyerFee },
    { who: 'kol', fee: TERMS.creatorFee },
  ] as const
  return (
    <div className={styles.room}>
      <Hero eyebrow={t('pricing.eyebrow')} title={t('pricing.title')} lead={t('pricing.lead')} />
      <div className={styles.prices}>
        {offers.map(({ who, fee }) => (
          <section key={who} className={styles.price}>
            <h2>{t(`pricing.${who}.title`)}</h2>
            <span className={styles.big}>{percent.format(fee / 100)}</span>
            <p>{t(`pricing.${who}.text`)}</p>
            <ul>
              {t(`pricing.${who}.list`, WITH_TERMS).map((line) => (
                <li key={line}>
                  <Check size={17} aria-hidden />
                  {line}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <section className={styles.section}>
        <h2>{t('pricing.example_title')}</h2>
        <p>{t('pricing.example_text')}</p>
        <table className={styles.table}>
          <tbody>
            {t('pricing.example', WITH_TERMS).map((row) => (
              <tr key={row.title}>
                <th scope="row">{row.title}</th>
                <td>{row.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section className={styles.section}>
        <h2>{t('pricing.hold_title')}</h2>
        <p>{t('pricing.hold_text', { ...TERMS })}</p>
        <table className={styles.table}>
          <tbody>
            {t('pricing.hold', WITH_TERMS).map((row) => (
              <tr key={row.title}>
                <th scope="row">{row.title}</th>
                <td>{row.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Faq title={t('faq')} points={t('pricing.faq', WITH_TERMS)} />
      <Closing title={t('pricing.close_title')} text={t('pricing.close_text')} />
    </div>
  )
}
