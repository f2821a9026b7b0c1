import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useSession } from '@/lib/session/session.ts'
import type { ActionsProps } from '@/ui/form.tsx'
import { QueryView } from '@/ui/query-view.tsx'
import { factorsQuery, useEnterCode } from '@/domain/accounts/factors.ts'
import { EnrolFactor } from './enrol-factor.tsx'
import { FactorCodeForm } from './factor-code-form.tsx'
import primitives from '@/ui/primitives.module.css'

interface Props extends Pick<ActionsProps, 'aside' | 'onCancel'> {
  onDone: () => void
}

/** Raises the session to `aal2`: by the code of an app, or by setting up an app if there is none. */
export function FactorCheck({ onDone, ...leave }: Props) {
  const { t } = useTranslation('security')
  const user = useSession((state) => state.user)
  const query = useQuery({ ...factorsQuery(user?.id ?? ''), enabled: user !== null })
  const enter = useEnterCode(onDone)
  return (
    <QueryView query={query} bare skeleton={<Skeleton height={140} />}>
      {(factors) =>
        factors.length === 0 ? (
          <>
            <p className={primitives.intro} style={{ marginBottom: 14 }}>
              {t('check.none')}
            </p>
            <EnrolFactor onDone={onDone} {...leave} />
          </>
        ) : (
          <FactorCodeForm
            factors={factors}
            error={enter.error}
            isPending={enter.isPending}
            onSubmit={(answer) => enter.mutate(answer)}
            {...leave}
          />
        )
      }
    </QueryView>
  )
}
