import { useTranslation } from '@/lib/i18n/use-translation.ts'
import site from '@/ui/site.module.css'
import { Hero } from './blocks.tsx'
import styles from './content.module.css'

const FACTS = ['amount', 'held', 'network', 'payer', 'receiver', 'from'] as const
/** Sentences about the state of the payment or of the wallet. reclaim.ts shows one at a time. */
const STATES = [
  'no_payment',
  'wrong_payer',
  'wrong_network',
  'unknown_network',
  'never_paid',
  'nothing_left',
  'too_early',
  'ready',
  'asking',
  'sent',
  'done',
  'reverted',
  'rejected',
  'failed',
] as const
export type ReclaimState = (typeof STATES)[number]

/** Page on which a payer takes back what an escrow still holds, without any request to our backend. */
export function ReclaimPage() {
  const { t } = useTranslation('pages')
  return (
    <div className={`${site.content} ${site.narrow}`}>
      <Hero title={t('reclaim.title')} lead={t('reclaim.lead')} />
      <div className={styles.reclaim} data-reclaim="">
        <h2>{t('reclaim.info_title')}</h2>
        <p>{t('reclaim.info_text')}</p>
        <label>
          {t('reclaim.file')}
          <input type="file" accept=".json,application/json" data-file="" />
        </label>
        <label>
          {t('reclaim.text')}
          <textarea
            rows={5}
            spellCheck={false}
            autoComplete="off"
            aria-label={t('reclaim.text')}
            data-text=""
          />
        </label>
        <label data-several="" hidden>
          {t('reclaim.several')}
          <select aria-label={t('reclaim.several')} data-payments="" />
        </label>
        <dl data-facts="" hidden>
          {FACTS.map((fact) => (
            <div key={fact} data-row={fact}>
              <dt>{t(`reclaim.fact_${fact}`)}</dt>
              <dd data-fact={fact} />
            </div>
          ))}
        </dl>
        <h2>{t('reclaim.wallet_title')}</h2>
        <p data-none="">{t('reclaim.no_wallet')}</p>
        <ul data-wallets="" className={styles.wallets} aria-label={t('reclaim.wallet_title')} />
        <p data-connected="" hidden>
          {t('reclaim.connected')} <code data-address="" />
        </p>
        <div role="status" data-says="">
          {STATES.map((state) => (
            <p key={state} data-say={state} hidden>
              {t(`reclaim.${state}`)}
            </p>
          ))}
        </div>
        <button type="button" data-switch="" className={site.button} hidden>
          {t('reclaim.switch')}
        </button>
        <button type="button" data-act="" className={`${site.button} ${site.large}`} hidden>
          {t('reclaim.act')}
        </button>
        <p data-sent="" hidden>
          {t('reclaim.transaction')} <span data-hash="" />
        </p>
      </div>
    </div>
  )
}
