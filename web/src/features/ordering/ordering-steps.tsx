import { Button } from '@mantine/core'
import { CalendarClock, Check, RefreshCcw, ShieldCheck } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { briefOfInput } from '@/domain/briefs/brief-form.ts'
import { noonOf } from '@/domain/briefs/wished-date.ts'
import { platformName } from '@/domain/market/market.ts'
import { hasChoices, type Offered } from '@/domain/orders/choices.ts'
import { BriefPart } from '@/shared/briefs/brief-part.tsx'
import { BriefView } from '@/shared/briefs/brief-view.tsx'
import { WishedDateField } from '@/shared/briefs/wished-date-field.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { BoughtLines } from '@/shared/orders/bought-lines.tsx'
import { PackChoices } from '@/shared/orders/pack-choices.tsx'
import { PaymentPartsList, UseWallet } from '@/shared/orders/payment-parts.tsx'
import { PromiseList } from '@/shared/orders/promise-list.tsx'
import { TermsCompare } from '@/shared/orders/terms-compare.tsx'
import { FormError } from '@/ui/form.tsx'
import { MemberText } from '@/ui/member-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import type { Pack } from './queries.ts'
import type { Ordering } from './use-ordering.ts'
import styles from './ordering.module.css'

/** The pack as its creator describes it, with its tiers and extras. */
export function WhatStep({ pack, ordering }: { pack: Pack; ordering: Ordering }) {
  const { t } = useTranslation('common')
  const { offered, terms, choosing, total } = ordering
  const days = t('days', { count: terms.delivery_days })
  const revisions = t('revisions', { count: terms.revisions })
  return (
    <>
      <h3>
        <bdi>{pack.title}</bdi>
      </h3>
      <ul className={primitives.terms}>
        {pack.platform && <li>{platformName(pack.platform)}</li>}
        <li>
          <CalendarClock size={15} aria-hidden />
          {days}
        </li>
        <li>
          <RefreshCcw size={15} aria-hidden />
          {revisions}
        </li>
      </ul>
      {pack.description && <MemberText text={pack.description} />}
      <PromiseList promised={pack} />
      <PackChoices pack={offered} choosing={choosing} />
      {hasChoices(offered) && (
        <output className={primitives.ends}>
          {t('total')}: {days}, {revisions}
          <b>
            <MoneyText minor={total} currency={terms.currency} />
          </b>
        </output>
      )}
    </>
  )
}

interface BriefStepProps {
  ordering: Ordering
  isAgain: boolean
}

export function BriefStep({ ordering, isAgain }: BriefStepProps) {
  const { t } = useTranslation('brief')
  const { form, files, terms } = ordering
  return (
    <>
      <BriefPart form={form} files={files} note={isAgain ? t('again') : undefined} />
      <WishedDateField fieldOf={form.fieldOf} deliveryDays={terms.delivery_days} />
    </>
  )
}

/** The terms of the order: what happens after the payment, and what happens if a side does not answer. */
export function TermsStep({ terms, creator }: { terms: Offered; creator: string }) {
  const { t } = useTranslation(['ordering', 'common'])
  const days = t('common:days', { count: terms.delivery_days })
  const revisions = t('common:revisions', { count: terms.revisions })
  const lines = [
    t('terms_escrow', { name: creator }),
    t('terms_accept', { name: creator }),
    t('terms_deliver', { name: creator, days }),
    t('terms_review', { revisions }),
    t('terms_late'),
  ]
  return (
    <ul className={styles.terms}>
      {lines.map((line) => (
        <li key={line}>
          <Check size={16} aria-hidden />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  )
}

interface PayStepProps {
  ordering: Ordering
  /** Address of the step with the brief. */
  briefPath: string
}

/** Shows the brief, and what each side pays or gets, before the payment. */
export function PayStep({ ordering, briefPath }: PayStepProps) {
  const { t } = useTranslation(['ordering', 'brief', 'common'])
  const { form, files, order, terms, changed, total, wallet } = ordering
  const { wishedOn, stored, ...input } = form.watch()
  return (
    <>
      <section className={styles.written} aria-label={t('brief:title')}>
        <div className={primitives.ends}>
          <h3>{t('brief:title')}</h3>
          <Button component={Link} href={briefPath} size="compact-sm" variant="subtle">
            {t('common:edit')}
          </Button>
        </div>
        <BriefView brief={{ ...briefOfInput(input), files: stored }} />
        {files.files.length > 0 && (
          <p className={primitives.quiet}>{files.files.map(({ name }) => name).join(' · ')}</p>
        )}
        {wishedOn && (
          <p className={primitives.quiet}>
            {t('brief:wished_short')}: <TimeText value={noonOf(wishedOn)} show="date" />
          </p>
        )}
      </section>
      {changed && <TermsCompare {...changed} />}
      <UseWallet
        totalMinor={total}
        currency={terms.currency}
        checked={wallet.useWallet}
        onChange={wallet.setUseWallet}
      />
      <p className={primitives.quiet}>
        {t('common:days', { count: terms.delivery_days })} ·{' '}
        {t('common:revisions', { count: terms.revisions })}
      </p>
      <BoughtLines bought={terms} currency={terms.currency} />
      <PaymentPartsList
        priceMinor={terms.price_minor}
        totalMinor={total}
        currency={terms.currency}
        useWallet={wallet.useWallet}
      />
      <p className={styles.promise}>
        <ShieldCheck size={18} aria-hidden />
        {t('pay_promise')}
      </p>
      <FormError error={order.error} />
    </>
  )
}
