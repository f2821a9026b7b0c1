import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { factorsQuery, useRemoveFactor, type Factor } from '@/domain/accounts/factors.ts'
import { EnrolFactor } from '@/shared/accounts/second-factor/enrol-factor.tsx'
import { FactorCodeForm } from '@/shared/accounts/second-factor/factor-code-form.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { useUser } from '@/lib/session/session.ts'
import { toast } from '@/lib/toast.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { useFocusBack } from '@/ui/use-focus-back.ts'
import primitives from '@/ui/primitives.module.css'
import styles from './settings.module.css'

type Open = { kind: 'add' } | { kind: 'remove'; factor: Factor } | null

export function FactorsCard() {
  const { t } = useTranslation(['security', 'common'])
  const user = useUser()
  const { profile } = useProfile()
  const query = useQuery(factorsQuery(user?.id ?? ''))
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <SectionCard title={t('factor.title')}>
      <div className={styles.form}>
        <p className={primitives.intro}>
          {t('factor.explain')}{' '}
          {profile.is_staff ? t('factor.required_staff') : t('factor.recommended')}
        </p>
        <QueryView query={query} bare skeleton={<Skeleton height={96} />}>
          {(factors) => (
            <>
              {factors.length === 0 ? (
                <p className={primitives.intro}>
                  <strong>{t('factor.none')}</strong>
                </p>
              ) : (
                <FactorList
                  factors={factors}
                  onRemove={(factor) => setOpen({ kind: 'remove', factor })}
                />
              )}
              <div>
                <Button
                  variant={factors.length === 0 ? 'filled' : 'default'}
                  leftSection={<ShieldCheck size={16} aria-hidden />}
                  onClick={() => setOpen({ kind: 'add' })}
                >
                  {factors.length === 0 ? t('factor.add') : t('factor.add_another')}
                </Button>
              </div>
              {open?.kind === 'add' && <AddDialog factors={factors} onClose={close} />}
              {open?.kind === 'remove' && (
                <RemoveDialog factor={open.factor} factors={factors} onClose={close} />
              )}
            </>
          )}
        </QueryView>
      </div>
    </SectionCard>
  )
}

interface ListProps {
  factors: Factor[]
  onRemove: (factor: Factor) => void
}

function FactorList({ factors, onRemove }: ListProps) {
  const { t } = useTranslation(['security', 'common'])
  return (
    <ul className={styles.people} aria-label={t('factor.list')}>
      {factors.map((factor) => (
        <li key={factor.id}>
          <div>
            <strong>{factor.name || t('code.unnamed')}</strong>
            <span>
              {t('factor.added')} <TimeText value={factor.createdAt} show="date" />
            </span>
          </div>
          <ToneBadge tone="good">{t('factor.on')}</ToneBadge>
          <Button
            variant="default"
            size="xs"
            aria-label={t('factor.remove_named', { name: factor.name })}
            onClick={() => onRemove(factor)}
          >
            {t('common:remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function AddDialog({ factors, onClose }: { factors: Factor[]; onClose: () => void }) {
  const { t } = useTranslation(['security', 'common'])
  useFocusBack()
  return (
    <Dialog opened onClose={onClose} title={t('factor.add')}>
      <EnrolFactor
        taken={factors.map(({ name }) => name)}
        onDone={() => {
          toast.success(t('factor.added_done'))
          onClose()
        }}
        onCancel={onClose}
      />
    </Dialog>
  )
}

interface RemoveProps {
  factor: Factor
  factors: Factor[]
  onClose: () => void
}

function RemoveDialog({ factor, factors, onClose }: RemoveProps) {
  const { t } = useTranslation(['security', 'common'])
  useFocusBack()
  const remove = useRemoveFactor(() => {
    toast.success(t('factor.removed'))
    onClose()
  })
  return (
    <Dialog opened onClose={onClose} title={t('factor.remove_title', { name: factor.name })}>
      <p className={primitives.intro} style={{ marginBottom: 16 }}>
        {factors.length === 1 ? t('factor.remove_last') : t('factor.remove_text')}
      </p>
      <FactorCodeForm
        factors={factors}
        danger
        submitLabel={t('common:remove')}
        error={remove.error}
        isPending={remove.isPending}
        onSubmit={({ factorId, code }) =>
          remove.mutate({ factorId: factor.id, provedWith: factorId, code })
        }
        onCancel={onClose}
      />
    </Dialog>
  )
}
