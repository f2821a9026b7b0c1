import { Select, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import type { Amount } from '@/domain/money/ledger.ts'
import { decimalsOf, formatMoney, moneyInput, parseMoney } from '@/domain/money/money.ts'
import { isPaidOut } from '@/domain/money/ledger.ts'
import { requestKey } from '@/lib/storage/drafts.ts'
import { useTerms } from '@/domain/use-terms.ts'
import { useDraftForm } from '@/lib/form.ts'
import { useNow } from '@/lib/i18n/use-now.ts'
import { useUser } from '@/lib/session/session.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { toast } from '@/lib/toast.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { MethodForm } from './method-form.tsx'
import { methodsQuery, useRequestPayout, type Method } from './queries.ts'

interface Props {
  opened: boolean
  onClose: () => void
  balances: Amount[]
}

/** The balance in a currency. If there is none any more, as for an old draft, the first balance. */
const sourceOf = (sources: Amount[], currency: string): Omit<Amount, 'kind'> =>
  sources.find((each) => each.currency === currency) ?? sources[0] ?? { currency, amount_minor: 0 }

/** The smallest payout in minor units, from a setting in whole units. Only all available money may be less. */
const leastOf = (units: number, currency: string) => Math.round(units * 10 ** decimalsOf(currency))

export function payoutSchema(sources: Amount[], locale: string, leastUnits: number) {
  const minorOf = ({ amount, currency }: { amount: string; currency: string }) =>
    parseMoney(amount, sourceOf(sources, currency).currency, locale) ?? 0
  const path = ['amount']
  return z
    .object({
      currency: z.string(),
      amount: z.string(),
      method: z.string(),
    })
    .check(
      z.refine((input) => minorOf(input) > 0, { path, error: textKey('payments:amount_wrong') }),
      z.refine((input) => minorOf(input) <= sourceOf(sources, input.currency).amount_minor, {
        path,
        error: textKey('payments:amount_too_much'),
      }),
      z.refine(
        (input) => {
          const { amount_minor, currency } = sourceOf(sources, input.currency)
          return minorOf(input) >= Math.min(amount_minor, leastOf(leastUnits, currency))
        },
        { path, error: textKey('payments:amount_too_small') },
      ),
    )
}

/** True for a new account, whose payouts have to wait. */
function useIsNew() {
  const hours = useTerms((terms) => terms.payout_method_wait)
  const now = useNow()
  return ({ created_at }: Method) => now.getTime() < Date.parse(created_at) + hours * 3_600_000
}

function usePayout(balances: Amount[], methods: Method[], onDone: () => void) {
  const { t, i18n } = useTranslation('payments')
  const member = useUser()?.id ?? 'nobody'
  const request = useRequestPayout()
  const sources = balances.filter(
    (each) => each.kind === 'available' && each.amount_minor > 0 && isPaidOut(each.currency),
  )
  const first = sources[0]
  const isNew = useIsNew()
  const leastUnits = useTerms((terms) => terms.payout_least)
  const usual = methods.findLast((each) => !isNew(each)) ?? methods.at(-1)
  const form = useDraftForm(
    payoutSchema(sources, i18n.language, leastUnits),
    {
      currency: first?.currency ?? 'USD',
      amount: first ? moneyInput(first.amount_minor, first.currency, i18n.language) : '',
      method: usual?.id ?? '',
    },
    'payout',
  )
  const { currency, amount_minor: available } = sourceOf(sources, form.watch('currency'))

  // The draft may contain an account that was removed since.
  const method = methods.find((each) => each.id === form.watch('method')) ?? usual

  const submit = form.handleSubmit(({ amount }) =>
    request
      .mutateAsync({
        amount: parseMoney(amount, currency, i18n.language) ?? 0,
        currency,
        method: method?.id ?? '',
        idempotencyKey: requestKey(member, 'payout'),
      })
      .then(() => {
        onDone()
        toast.success(t('payout_done'))
      }),
  )
  const waits = method !== undefined && isNew(method)
  const least = leastOf(leastUnits, currency)
  const busy = request.isPending
  return { form, submit, sources, currency, available, least, method, waits, busy }
}

/** The text about the duration and the cost of a payout to this account. */
const textOf = (method?: Method) =>
  method?.kind === 'iban'
    ? 'payout_text'
    : method?.is_instant
      ? 'payout_text_instant'
      : 'payout_text_provider'

type FormProps = Omit<Props, 'opened'> & { methods: Method[] }

function PayoutForm({ balances, methods, onClose }: FormProps) {
  const { t, i18n } = useTranslation(['payments', 'common'])
  const payout = usePayout(balances, methods, onClose)
  const { form, submit, sources, currency, available, least, method, busy } = payout
  const { fieldOf, controlOf, setValue, watch } = form
  const amount = parseMoney(watch('amount'), currency, i18n.language) ?? 0
  return (
    <Form onSubmit={submit}>
      {sources.length > 1 && (
        <Select
          {...controlOf('currency')}
          label={t('common:currency')}
          data={sources.map((each) => each.currency)}
          value={currency}
          onChange={(next) => {
            const chosen = sources.find((each) => each.currency === next)
            if (!chosen) return
            controlOf('currency').onChange(chosen.currency)
            setValue('amount', moneyInput(chosen.amount_minor, chosen.currency, i18n.language))
          }}
        />
      )}
      <TextInput
        label={t('amount', { currency })}
        description={t('amount_text', {
          available: formatMoney(available, currency, i18n.language),
          least: formatMoney(least, currency, i18n.language),
        })}
        inputMode="decimal"
        data-autofocus
        {...fieldOf('amount')}
      />
      <Select
        {...controlOf('method')}
        label={t('payout_to')}
        data={methods.map((each) => ({
          value: each.id,
          label: `${each.masked} · ${each.holder}`,
        }))}
        value={method?.id ?? null}
      />
      {amount > 0 && amount <= available && method && (
        <Text size="sm" role="status">
          {t('payout_summary', {
            amount: formatMoney(amount, currency, i18n.language),
            method: method.masked,
            holder: method.holder,
          })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t(textOf(method))} {payout.waits && t('method_wait')}
      </Text>
      <FormActions submit={t('payout_submit')} busy={busy} onCancel={onClose} />
    </Form>
  )
}

/** Dialog for a payout. A member without an account adds one first. */
export function PayoutDialog({ opened, onClose, balances }: Props) {
  const { t } = useTranslation(['payments', 'common'])
  const query = useQuery({ ...methodsQuery(), enabled: opened })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('payout_title')}>
      <QueryView bare query={query} skeleton={<ListSkeleton rows={2} />}>
        {(methods) =>
          methods.length === 0 ? (
            <MethodForm onDone={() => {}} onCancel={onClose} />
          ) : (
            <PayoutForm balances={balances} methods={methods} onClose={onClose} />
          )
        }
      </QueryView>
    </Dialog>
  )
}
