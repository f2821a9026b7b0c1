import { useQuery } from '@tanstack/react-query'
import {
  chainPaymentsQuery,
  failureOf,
  signedPayment,
  actStepOf,
  useLiveActs,
  type ChainPayment,
} from '@/domain/chain/chain-payments.ts'
import { networkName } from '@/domain/chain/networks.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { paths } from '@/domain/paths.ts'
import { dateTime } from '@/lib/i18n/time.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { ChainLink } from '@/shared/chain/chain-link.tsx'
import { WalletChoice } from '@/shared/chain/wallet-choice.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { useDocumentTitle } from '@/ui/use-document-title.ts'
import { LinkButton } from '@/ui/link-button.tsx'
import { SignPayment } from './sign-payment.tsx'
import styles from './checkout.module.css'

/** How often the payment is loaded again, in case of a lost connection or a change in another tab. */
const ASK_AGAIN_MS = 4_000

/** The steps of a signed payment on its way into the escrow, each with a link to the explorer. */
export function PaymentSteps({ payment }: { payment: ChainPayment }) {
  const { t } = useTranslation('chain')
  const { chain_id, escrow, signed_at } = payment
  const act = payment.acts.find(({ kind }) => kind === 'authorize')
  const isIn = act?.state === 'mined' || act?.state === 'final'
  const isSent = isIn || act?.state === 'broadcast'
  const steps = [
    { name: 'signed', isDone: true, about: signed_at && <TimeText value={signed_at} /> },
    {
      name: 'sent',
      isDone: isSent,
      about: act?.tx_hash && <ChainLink chainId={chain_id} kind="tx" value={act.tx_hash} />,
    },
    {
      name: 'escrow',
      isDone: isIn,
      about: isIn && <ChainLink chainId={chain_id} kind="address" value={escrow} />,
    },
  ] as const
  const now = steps.find(({ isDone }) => !isDone)
  return (
    <ol className={styles.steps}>
      {steps.map(({ name, isDone, about }) => (
        <li
          key={name}
          data-state={isDone ? 'done' : 'later'}
          aria-current={name === now?.name ? 'step' : undefined}
        >
          <span>
            {t(`paid_${name}`)}
            {isDone && <span className="k-visually-hidden"> ({t('done')})</span>}
          </span>
          <span>{about}</span>
        </li>
      ))}
    </ol>
  )
}

function Progress({ payment }: { payment: ChainPayment }) {
  const { t, i18n } = useTranslation('chain')
  useDocumentTitle(t('progress_title'))
  const isRefused = payment.acts.some(
    (act) => act.kind === 'authorize' && actStepOf(act) === 'refused',
  )
  const until = new Date(Number(payment.pre_approval_expiry) * 1000)
  return (
    <>
      <h1>{t('progress_title')}</h1>
      <p>{t('progress_text', { network: networkName(payment.chain_id) })}</p>
      {isRefused && (
        <p className={primitives.warning}>
          {t('payment_refused', { date: dateTime(until, i18n.language) })}
        </p>
      )}
      <PaymentSteps payment={payment} />
    </>
  )
}

/** Offers to sign a payment. After a payment that does not pay the order, another can be signed once that payment is closed. */
function Unsigned({ order, before }: { order: Order; before: ChainPayment | undefined }) {
  const { t, i18n } = useTranslation(['chain', 'checkout'])
  const isFrozen = useProfile().profile.frozen_at !== null
  useDocumentTitle(t('pay_title'))
  const failure = before && failureOf(before)
  return (
    <>
      <h1>{t('pay_title')}</h1>
      <p>
        {t(isFrozen ? 'checkout:unpaid_frozen' : 'pay_text', {
          date: order.due_at ? dateTime(new Date(order.due_at), i18n.language) : '',
        })}
      </p>
      {failure && before.signed_at && (
        <p role="status" className={primitives.warning}>
          {t(failure, { date: dateTime(new Date(before.signed_at), i18n.language) })}
        </p>
      )}
      {before?.closed_at !== null && !isFrozen && (
        <WalletChoice>
          {(connected) => (
            <SignPayment key={connected.address} order={order} connected={connected} />
          )}
        </WalletChoice>
      )}
    </>
  )
}

/** The payment of an order from a wallet: offers to sign it, or shows its progress. */
export function ChainCheckout({ order }: { order: Order }) {
  const { t } = useTranslation(['chain', 'common'])
  const query = useQuery({ ...chainPaymentsQuery(order.id), refetchInterval: ASK_AGAIN_MS })
  useLiveActs(order.id)
  return (
    <section className={`${primitives.surface} ${styles.card} ${styles.chain}`} aria-live="polite">
      <QueryView
        bare
        isPage
        query={query}
        isEmpty={() => false}
        skeleton={<ListSkeleton rows={3} />}
      >
        {(payments) => {
          const signed = signedPayment(payments)
          return signed?.closed_at === null && !failureOf(signed) ? (
            <Progress payment={signed} />
          ) : (
            <Unsigned order={order} before={signed} />
          )
        }}
      </QueryView>
      <div className={`${primitives.wrap} ${styles.actions}`}>
        <LinkButton href={paths.order(order.id)}>{t('common:to_order')}</LinkButton>
      </div>
    </section>
  )
}

/** The steps by which a payment reached the escrow, shown below the result. */
export function ChainReceipt({ orderId }: { orderId: string }) {
  const { data = [] } = useQuery(chainPaymentsQuery(orderId))
  useLiveActs(orderId)
  const signed = signedPayment(data)
  return signed ? <PaymentSteps payment={signed} /> : null
}
