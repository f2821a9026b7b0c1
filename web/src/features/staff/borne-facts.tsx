import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { formatMoney } from '@/domain/money/money.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { OrderLink } from './links.tsx'
import type { Chargeback } from './staff-rows.ts'

/** The part of the loss by a chargeback that the market pays, as computed by the database. */
export const marketLossMinor = ({ creators }: Chargeback) =>
  (creators ?? []).reduce((sum, { borne_minor }) => sum + borne_minor, 0)

/** Facts about a lost card dispute: what each creator keeps, and what that costs the market, if the market pays. */
export function MarketLossFacts({ chargeback }: { chargeback: Chargeback }) {
  const { creators, currency } = chargeback
  const { t, i18n } = useTranslation('staff')
  if (!creators) return null
  const money = (minor: number) => formatMoney(minor, currency, i18n.language)
  return (
    <>
      {creators.map(({ order_id: id, number, creator, creator_minor, fees_minor }) => (
        <div key={id}>
          <dt>
            <OrderLink id={id} name={number} /> · <bdi>{creator}</bdi>
          </dt>
          <dd>{t('bear_gets', { amount: money(creator_minor), fee: money(fees_minor) })}</dd>
        </div>
      ))}
      <dt>{t('bear_borne')}</dt>
      <dd>
        <MoneyText minor={marketLossMinor(chargeback)} currency={currency} />
      </dd>
    </>
  )
}
