import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, CreditCard, SearchX } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useParams, useSearchParams } from 'wouter'
import { AmountRow } from '@/shared/money/amount-row.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { isOnChain } from '@/domain/money/on-chain.ts'
import { clockWords } from '@/domain/orders/clocks.ts'
import { totalOf } from '@/domain/orders/checkout.ts'
import { orderQuery, type Order } from '@/domain/orders/order-query.ts'
import { isUnpaid } from '@/domain/orders/orders.ts'
import { termsOf } from '@/domain/orders/promise.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { BoughtLines } from '@/shared/orders/bought-lines.tsx'
import { PayButtons } from '@/shared/orders/pay-buttons.tsx'
import { PaymentPartsList } from '@/shared/orders/payment-parts.tsx'
import { settlementPreview } from '@/domain/orders/settlement-preview.ts'
import { dateTime } from '@/lib/i18n/time.ts'
import { paths } from '@/domain/paths.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { AwaitedCode } from '@/ui/awaited-code.tsx'
import { EmptyPage } from '@/ui/empty-state.tsx'
import { lazyOf } from '@/ui/loadable.tsx'
import { Page } from '@/ui/page.tsx'
import { CardsSkeleton, QueryView } from '@/ui/query-view.tsx'
import { useDocumentTitle } from '@/ui/use-document-title.ts'
import { LinkButton } from '@/ui/link-button.tsx'
import { checkoutState, outcomeText } from './checkout-state.ts'
import primitives from '@/ui/primitives.module.css'
import styles from './checkout.module.css'

// These parts are loaded on demand, because they contain all code for wallets and the chain.
const ChainCheckout = lazyOf(() => import('./chain-checkout.tsx'), 'ChainCheckout')
const ChainReceipt = lazyOf(() => import('./chain-checkout.tsx'), 'ChainReceipt')

/** Interval at which the result is loaded again, in case a lost connection has swallowed the live change. */
const ASK_AGAIN_MS = 4_000
const LONG_WAIT_MS = 30_000

function useIsLong(waiting: boolean) {
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLong(true), LONG_WAIT_MS)
    return () => clearTimeout(timer)
  }, [waiting])
  return waiting && long
}

const ICONS = {
  waiting: <Loader size={34} />,
  paid: <CircleCheck size={44} aria-hidden />,
  unpaid: <CreditCard size={40} aria-hidden />,
  over: <CircleX size={44} aria-hidden />,
}

/** The receipt: what the wallet and the card have paid. */
function Paid({ order }: { order: Order }) {
  const { t } = useTranslation(['checkout', 'orders'])
  const key = [...keyRoots.orders, 'one', order.id, 'split']
  const { data: money } = useQuery(settlementPreview(key, order.id))
  if (!money?.is_paid) return null
  const rows = [
    { label: t('orders:paid_wallet'), minor: money.wallet_minor },
    { label: t('orders:paid_card'), minor: money.provider_minor },
  ]
  return (
    <dl className={primitives.pairs}>
      {rows.map(({ label, minor }) =>
        minor ? (
          <AmountRow key={label} label={label} minor={minor} currency={order.currency} />
        ) : null,
      )}
    </dl>
  )
}

function Outcome({ order, returned }: { order: Order; returned: string | null }) {
  const { t, i18n } = useTranslation(['checkout', 'common'])
  const isFrozen = useProfile().profile.frozen_at !== null
  const state = checkoutState(order.status, returned)
  const isLong = useIsLong(state === 'waiting')
  useDocumentTitle(t(`${state}_title`))
  const terms = termsOf(order.terms)
  const context = isOnChain(order.currency) ? 'chain' : undefined
  const date = order.due_at ? dateTime(new Date(order.due_at), i18n.language) : ''
  return (
    <section
      className={`${primitives.surface} ${styles.card}`}
      data-state={state}
      aria-live="polite"
    >
      <span className={`${primitives.tile} ${styles.icon}`}>{ICONS[state]}</span>
      <h1>{t(`${state}_title`)}</h1>
      <p>
        {t(isLong ? 'waiting_long' : outcomeText(state, order.status, isFrozen), {
          ...clockWords(order),
          date,
          context,
        })}
      </p>
      <dl className={styles.summary}>
        <dt>
          {order.number} · <bdi>{order.pack_title}</bdi>
        </dt>
        <dd>
          <MoneyText minor={totalOf(order)} currency={order.currency} />
        </dd>
      </dl>
      {terms && <BoughtLines bought={terms} currency={order.currency} />}
      {state === 'unpaid' && (
        <PaymentPartsList
          priceMinor={order.price_minor}
          totalMinor={totalOf(order)}
          currency={order.currency}
        />
      )}
      {state === 'paid' && !isOnChain(order.currency) && <Paid order={order} />}
      {isOnChain(order.currency) && (
        <Suspense fallback={null}>
          <ChainReceipt orderId={order.id} />
        </Suspense>
      )}
      <div className={`${primitives.wrap} ${styles.actions}`}>
        {state === 'unpaid' && !isFrozen && <PayButtons order={order} />}
        <LinkButton href={paths.order(order.id)} variant={state === 'paid' ? 'filled' : 'default'}>
          {t('common:to_order')}
        </LinkButton>
      </div>
    </section>
  )
}

export function CheckoutPage() {
  const { t } = useTranslation(['checkout', 'common'])
  const { orderId = '' } = useParams<{ orderId: string }>()
  const [params] = useSearchParams()
  const query = useQuery({
    ...orderQuery(orderId),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && isUnpaid(state.data.status) ? ASK_AGAIN_MS : false,
  })
  return (
    <Page width="narrow">
      <QueryView isPage query={query} skeleton={<CardsSkeleton cards={1} height={320} />}>
        {(order) =>
          order ? (
            isOnChain(order.currency) && isUnpaid(order.status) ? (
              <AwaitedCode fallback={<CardsSkeleton cards={1} height={320} />}>
                <ChainCheckout order={order} />
              </AwaitedCode>
            ) : (
              <Outcome order={order} returned={params.get('result')} />
            )
          ) : (
            <EmptyPage
              icon={SearchX}
              title={t('common:order_gone')}
              action={<LinkButton href={paths.orders}>{t('to_orders')}</LinkButton>}
            />
          )
        }
      </QueryView>
    </Page>
  )
}
