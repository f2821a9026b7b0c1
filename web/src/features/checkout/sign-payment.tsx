import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { PaymentInfo } from '@/domain/chain/chain-payments.ts'
import { networkName } from '@/domain/chain/networks.ts'
import { expiresIn, preparedQuery, tokenQuery, useSign } from '@/domain/chain/pay-on-chain.ts'
import { switchChain } from '@/domain/chain/wallets.ts'
import { memberLabelQuery } from '@/domain/members/members.ts'
import { formatMoney } from '@/domain/money/money.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { dateTime, shortDate } from '@/lib/i18n/time.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { ChainLink } from '@/shared/chain/chain-link.tsx'
import { WalletError } from '@/shared/chain/failure.tsx'
import type { Connected } from '@/shared/chain/wallet-choice.tsx'
import { Fact } from '@/ui/fact.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import styles from './checkout.module.css'

interface Props {
  order: Order
  connected: Connected
}

const atSecond = (seconds: number) => new Date(Number(seconds) * 1000)

/** Says in words what the signature allows, because wallets show mostly numbers. */
function WhatIsSigned({ order, payment }: { order: Order; payment: PaymentInfo }) {
  const { t, i18n } = useTranslation(['chain', 'common'])
  const { data: creator } = useQuery(memberLabelQuery(order.kol_id))
  const { chain_id, max_amount_minor: amount, max_fee_bps: bps } = payment
  const show = (minor: number) => formatMoney(minor, order.currency, i18n.language)
  const percent = new Intl.NumberFormat(i18n.language).format(bps / 100)
  const rows = [
    [t('common:amount'), <b key="amount">{show(amount)}</b>],
    [
      t('sign_to'),
      <span key="to">
        <bdi>{creator?.display_name ?? t('common:unknown_creator')}</bdi>{' '}
        <ChainLink chainId={chain_id} kind="address" value={payment.receiver} />
      </span>,
    ],
    [
      t('sign_held'),
      <span key="held">
        {t('escrow_on', { network: networkName(chain_id) })}{' '}
        <ChainLink chainId={chain_id} kind="address" value={payment.escrow} />
      </span>,
    ],
    [
      t('sign_fee'),
      t('sign_fee_most', { amount: show(Math.floor((amount * bps) / 10_000)), percent }),
    ],
    [
      t('sign_back'),
      t('sign_back_from', {
        date: shortDate(atSecond(payment.authorization_expiry), i18n.language),
      }),
    ],
    [t('sign_until'), dateTime(atSecond(payment.pre_approval_expiry), i18n.language)],
  ] as const
  return (
    <section className={styles.signed} aria-labelledby="what-is-signed">
      <h2 id="what-is-signed">{t('what_is_signed')}</h2>
      <dl className={primitives.pairs}>
        {rows.map(([label, value]) => (
          <Fact key={label} name={label}>
            {value}
          </Fact>
        ))}
      </dl>
      <p className={primitives.quiet}>{t('sign_bounds')}</p>
    </section>
  )
}

/** Finds a reason why the wallet cannot pay: another network, or too little money. */
function useObstacle({ order, connected }: Props, payment: PaymentInfo) {
  const { t, i18n } = useTranslation('chain')
  const { wallet, address, chainId } = connected
  const { chain_id, max_amount_minor: amount } = payment
  const isElsewhere = chainId !== chain_id
  const balance = useQuery({ ...tokenQuery(wallet, address, payment), enabled: !isElsewhere })
  const network = networkName(chain_id)
  const show = (minor: number) => formatMoney(minor, order.currency, i18n.language)
  if (isElsewhere)
    return { isElsewhere, isShort: false, isUnknown: false, text: t('wrong_network', { network }) }
  const { data: held } = balance
  const isShort = held !== undefined && held < amount
  const text = isShort
    ? t('too_little', { balance: show(held), missing: show(amount - held), network })
    : balance.error
      ? t('balance_unknown')
      : null
  return { isElsewhere, text, isShort, isUnknown: balance.isLoading }
}

interface ReadyProps extends Props {
  prepared: Parameters<ReturnType<typeof useSign>['mutate']>[0]['prepared']
}

function ReadyToSign({ order, connected, prepared }: ReadyProps) {
  const { t, i18n } = useTranslation('chain')
  const { payment } = prepared
  const { wallet, address } = connected
  const { isElsewhere, isShort, isUnknown, text } = useObstacle({ order, connected }, payment)
  const sign = useSign(order)
  const change = useMutation({
    mutationFn: () => switchChain(wallet, payment.chain_id),
    meta: { silent: true, offline: true },
  })
  const network = networkName(payment.chain_id)
  const amount = formatMoney(payment.max_amount_minor, order.currency, i18n.language)
  const isAsked = sign.isPending || change.isPending
  return (
    <>
      <WhatIsSigned order={order} payment={payment} />
      {text && (
        <p role="status" className={primitives.warning}>
          {text}
        </p>
      )}
      {isElsewhere ? (
        <Button fullWidth size="md" loading={change.isPending} onClick={() => change.mutate()}>
          {t('switch', { network })}
        </Button>
      ) : (
        <Button
          fullWidth
          size="md"
          disabled={isShort}
          loading={sign.isPending || sign.isSuccess || isUnknown}
          onClick={() => sign.mutate({ wallet, address, prepared })}
        >
          {t('sign', { amount })}
        </Button>
      )}
      <p role="status" className={primitives.quiet}>
        {isAsked && t('answer_in_wallet', { name: wallet.name })}
      </p>
      <WalletError error={isElsewhere ? change.error : sign.error} />
    </>
  )
}

/** Loads the payment to sign, and a new one as soon as it has expired. */
export function SignPayment({ order, connected }: Props) {
  const query = useQuery({
    ...preparedQuery(order, connected.address),
    refetchInterval: ({ state: { data } }) =>
      data ? Math.max(expiresIn(data.payment, data.preparedAt), 1_000) : false,
  })
  return (
    <QueryView bare query={query} skeleton={<ListSkeleton rows={4} />}>
      {(prepared) => <ReadyToSign order={order} connected={connected} prepared={prepared} />}
    </QueryView>
  )
}
