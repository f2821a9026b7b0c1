import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isolated } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, useLocation, useSearchParams } from 'wouter'
import { isOnChain } from '@/domain/money/on-chain.ts'
import type { EarlierOrder } from '@/domain/orders/earlier-order.ts'
import { paths } from '@/domain/paths.ts'
import { usePayLabel } from '@/shared/orders/payment-parts.tsx'
import { DraftNote } from '@/ui/draft-note.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import primitives from '@/ui/primitives.module.css'
import { RefusalText } from '@/ui/refusal-text.tsx'
import lines from '@/ui/step-line.module.css'
import { BriefStep, PayStep, TermsStep, WhatStep } from './ordering-steps.tsx'
import { canBePaidQuery, type OfferedPack } from './queries.ts'
import { stepOf, stepPath, STEPS, type Step } from './steps.ts'
import { useOrdering } from './use-ordering.ts'
import styles from './ordering.module.css'

interface NavProps {
  now: Step
  pathOf: (step: Step) => string
}

function StepNav({ now, pathOf }: NavProps) {
  const { t } = useTranslation(['ordering', 'orders'])
  const at = STEPS.indexOf(now)
  return (
    <nav aria-label={t('orders:steps')}>
      <ol className={lines.line}>
        {STEPS.map((step, index) => (
          <li
            key={step}
            data-state={index < at ? 'done' : index === at ? 'current' : 'later'}
            aria-current={index === at ? 'step' : undefined}
          >
            <Link href={pathOf(step)} className={lines.name}>
              {t(`step_${step}`)}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Focuses the heading of a newly opened step. */
function useHeadingFocus(step: Step) {
  const ref = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    ref.current?.focus()
  }, [step])
  return ref
}

/** Shows the errors of a step after the step has been opened and its fields are rendered. */
function useLaterCheck(areThere: boolean, check: () => Promise<boolean>) {
  const isAsked = useRef(false)
  useEffect(() => {
    if (!areThere || !isAsked.current) return
    isAsked.current = false
    void check()
  })
  return () => (isAsked.current = true)
}

interface Props extends OfferedPack {
  /** The earlier order, if it is bought again. */
  againId: string | null
  earlier: EarlierOrder | null
}

export function OrderingForm({ pack, creator, againId, earlier }: Props) {
  const { t } = useTranslation(['ordering', 'common'])
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const step = stepOf(params)
  const heading = useHeadingFocus(step)
  const place = earlier ? `buy:${pack.id}:${againId}` : `buy:${pack.id}`
  const ordering = useOrdering({ pack, place, earlier })
  const { form, files, terms, changed, total, wallet } = ordering
  const pay = usePayLabel(changed ? 'pay' : 'order', total, terms.currency, wallet.useWallet)
  const { data: canBePaid = true } = useQuery({
    ...canBePaidQuery(pack),
    enabled: isOnChain(terms.currency),
  })
  const pathOf = (to: Step) => stepPath(pack.id, to, againId)
  const before = STEPS[STEPS.indexOf(step) - 1]
  const after = STEPS[STEPS.indexOf(step) + 1]

  const checkLater = useLaterCheck(step === 'brief', form.check)

  async function goOn() {
    const isComplete = step === 'what' || (await form.check())
    if (!isComplete) {
      if (step === 'brief') return undefined
      checkLater()
      return navigate(pathOf('brief'))
    }
    return after ? navigate(pathOf(after)) : ordering.submit()
  }
  return (
    <>
      <StepNav now={step} pathOf={pathOf} />
      <section className={`${primitives.surface} ${styles.step}`} aria-labelledby="step">
        <h2 id="step" tabIndex={-1} ref={heading}>
          {t(`title_${step}`)}
        </h2>
        {step === 'brief' && <DraftNote form={form} files={files} />}
        <Form onSubmit={goOn}>
          {step === 'what' && <WhatStep pack={pack} ordering={ordering} />}
          {step === 'brief' && <BriefStep ordering={ordering} isAgain={earlier !== null} />}
          {step === 'terms' && <TermsStep terms={terms} creator={isolated(creator.display_name)} />}
          {step === 'pay' && <PayStep ordering={ordering} briefPath={pathOf('brief')} />}
          {!canBePaid && (
            <p role="status" className={primitives.warning}>
              <RefusalText token="creator_without_wallet" />
            </p>
          )}
          <FormActions
            submit={
              after
                ? t('common:next')
                : changed
                  ? `${t('to_payment_new')} · ${pay.label}`
                  : pay.label
            }
            busy={ordering.busy}
            disabled={!after && (!canBePaid || !pay.parts)}
            aside={
              <Button
                component={Link}
                href={before ? pathOf(before) : paths.creator(pack.kol_id)}
                variant="default"
              >
                {t('common:back')}
              </Button>
            }
          />
        </Form>
      </section>
    </>
  )
}
