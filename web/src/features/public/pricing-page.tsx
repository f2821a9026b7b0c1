import { Check } from 'lucide-react'
import { percent } from '@/lib/i18n/numbers.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { exampleOrder } from '@/domain/money/example-order.ts'
import { useTerms } from '@/domain/use-terms.ts'
import site from '@/ui/site.module.css'
import { Closing, Faq, Hero, AS_LIST } from './blocks.tsx'
import styles from './content.module.css'

const EXAMPLE_ROWS = ['paid', 'fee', 'received'] as const

function Table({ rows }: { rows: { title: string; text: string }[] }) {
  return (
    <table className={`${styles.table} ${styles.amounts}`}>
      <tbody>
        {rows.map(({ title, text }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function PricingPage() {
  const { t, i18n } = useTranslation(['pages', 'site'])
  const terms = useTerms()
  const example = exampleOrder(terms, i18n.language)
  const offers = [
    { who: 'brand', fee: terms.buyer_fee },
    { who: 'kol', fee: terms.creator_fee },
  ] as const
  return (
    <div className={site.content}>
      <Hero eyebrow={t('site:link.pricing')} title={t('pricing.title')} lead={t('pricing.lead')} />
      <div className={styles.prices}>
        {offers.map(({ who, fee }) => (
          <section key={who} className={styles.price}>
            <h2>{t(`pricing.${who}.title`)}</h2>
            <span className={styles.big}>{percent(fee / 100, i18n.language, 4)}</span>
            <p>{t(`pricing.${who}.text`)}</p>
            <ul>
              {t(`pricing.${who}.list`, AS_LIST).map((line) => (
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
        <p>{t('pricing.example_text', { price: example.price })}</p>
        <Table
          rows={EXAMPLE_ROWS.map((row) => ({
            title: t(`pricing.example.${row}`),
            text: example[row],
          }))}
        />
      </section>
      <section className={styles.section}>
        <h2>{t('pricing.hold_title')}</h2>
        <p>{t('pricing.hold_text')}</p>
        <Table rows={t('pricing.hold', AS_LIST)} />
      </section>
      <Faq title={t('faq')} points={t('pricing.faq', AS_LIST)} />
      <Closing title={t('pricing.close_title')} text={t('pricing.close_text')} />
    </div>
  )
}
