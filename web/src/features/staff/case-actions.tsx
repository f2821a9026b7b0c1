import { Button } from '@mantine/core'
import { FolderOpen, Gavel } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { paths } from '@/domain/paths.ts'
import primitives from '@/ui/primitives.module.css'
import { RefusalText } from '@/ui/refusal-text.tsx'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import type { DisputedOrder } from './staff-rows.ts'

/** Refusals that do not depend on the content of the ruling. The form of the ruling shows all others. */
const INDEPENDENT_OF_RULING = [
  'not_allowed',
  'dispute_already_seen',
  'dispute_not_read',
  'dispute_not_heard',
]

/** Whether the reader may decide the dispute now. A colleague's proposal has to be decided first. */
export const mayRule = ({ status, refusal, is_proposed }: DisputedOrder) =>
  status !== 'ruled' && !is_proposed && !INDEPENDENT_OF_RULING.includes(refusal ?? '')

interface Props {
  order: DisputedOrder
  onOpen: () => void
}

/** Button that opens the case of a dispute, or the reason why the reader may not decide it. */
export function CaseActions({ order, onOpen }: Props) {
  const { t } = useTranslation('staff')
  const { refusal } = order
  const open = <FolderOpen size={16} aria-hidden />
  const isOwn = refusal === 'not_allowed'
  const isRuled = order.status === 'ruled'
  const isRefused = !mayRule(order)
  return (
    <>
      {!isRuled && refusal && INDEPENDENT_OF_RULING.includes(refusal) && (
        <p className={primitives.quiet}>
          {isOwn ? t('own_dispute') : <RefusalText token={refusal} />}
        </p>
      )}
      <footer className={primitives.wrap}>
        {!isOwn &&
          !isRuled &&
          (order.is_read ? (
            <Button
              variant={isRefused ? 'light' : 'filled'}
              leftSection={isRefused ? open : <Gavel size={16} aria-hidden />}
              data-open
              onClick={onOpen}
            >
              {isRefused && t('read_case')}
              {!isRefused && t(order.status === 'appealed' ? 'decide_appeal' : 'rule')}
            </Button>
          ) : (
            <ConfirmButton
              variant="light"
              leftSection={open}
              data-open
              title={t('read_case_title')}
              text={t('read_case_text')}
              onConfirm={onOpen}
            >
              {t('read_case')}
            </ConfirmButton>
          ))}
        <LinkButton href={paths.order(order.id)} data-open={isOwn || isRuled || undefined}>
          {t('look_at_order')}
        </LinkButton>
      </footer>
    </>
  )
}
