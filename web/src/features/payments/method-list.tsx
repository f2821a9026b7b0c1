import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Landmark, Plus } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { requireFactor } from '@/domain/accounts/factors.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { lazyDialog } from '@/ui/loadable.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { methodsQuery, useRemoveMethod, type Method } from './queries.ts'
import styles from './payments.module.css'

const MethodDialog = lazyDialog(() => import('./method-dialog.tsx'), 'MethodDialog')

function MethodRow({ method }: { method: Method }) {
  const { t } = useTranslation('payments')
  const remove = useRemoveMethod()
  return (
    <li>
      <span className={primitives.words}>
        <strong>{method.masked}</strong>
        <span className={primitives.quiet}>
          {method.holder} · {t('method_since')} <TimeText value={method.created_at} show="date" />
        </span>
      </span>
      <ConfirmButton
        variant="subtle"
        size="compact-sm"
        aria-label={t('method_remove_label', { method: method.masked })}
        title={t('method_remove_title', { method: method.masked })}
        text={t('method_remove_text')}
        danger
        onConfirm={() => remove.mutateAsync(method.id)}
      >
        {t('method_remove')}
      </ConfirmButton>
    </li>
  )
}

export function MethodList() {
  const { t } = useTranslation('payments')
  const query = useQuery(methodsQuery())
  const [adding, { open, close }] = useDisclosure()
  // Asks for the second factor first, so that a filled-in form is not refused.
  async function openForm() {
    if (await requireFactor()) open()
  }
  return (
    <SectionCard
      title={t('methods')}
      actions={
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => void openForm()}
        >
          {t('method_add')}
        </Button>
      }
    >
      <QueryView
        bare
        query={query}
        skeleton={<ListSkeleton rows={1} />}
        empty={{ icon: Landmark, title: t('no_methods'), text: t('no_methods_text') }}
      >
        {(list) => (
          <ul className={styles.rows}>
            {list.map((method) => (
              <MethodRow key={method.id} method={method} />
            ))}
          </ul>
        )}
      </QueryView>
      <MethodDialog opened={adding} onClose={close} />
    </SectionCard>
  )
}
