import { useTranslation } from '@/lib/i18n/use-translation.ts'
import site from '@/ui/site.module.css'
import styles from './landing.module.css'

/** The public proof of the money that is held. hydrate-solvency.ts fills in the rows; without a response only the rule is shown. */
export function Solvency() {
  const { t } = useTranslation(['landing', 'common'])
  return (
    <section className={styles.section}>
      <div className={styles.proof}>
        <div>
          <p className={site.kicker}>{t('proof.kicker')}</p>
          <h2>{t('proof.title')}</h2>
          <p>{t('proof.text')}</p>
        </div>
        <div className={styles.ledger} data-solvency="loading">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('common:currency')}</th>
                <th scope="col">{t('proof.held')}</th>
                <th scope="col">{t('proof.owed')}</th>
              </tr>
            </thead>
            <tbody data-rows="">
              <tr>
                <th scope="row">USD</th>
                <td>–</td>
                <td>–</td>
              </tr>
            </tbody>
          </table>
          <template
            dangerouslySetInnerHTML={{
              __html:
                '<tr><th scope="row" data-currency></th><td data-held></td><td data-owed></td></tr>',
            }}
          />
          <p className={styles.verdict}>
            <span data-when="covered">{t('proof.covered')}</span>
            <span data-when="short">{t('proof.short')}</span>
            <span data-when="old">{t('proof.old')}</span>
            <span data-when="unknown">{t('proof.unknown')}</span>
            <span data-when="loading">{t('proof.loading')}</span>
          </p>
          <p className={styles.age} data-age="" hidden>
            {t('proof.asked')} <time />
          </p>
        </div>
      </div>
    </section>
  )
}
