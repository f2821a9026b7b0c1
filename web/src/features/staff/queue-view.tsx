import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { CardsSkeleton } from '@/ui/skeletons.tsx'

interface Props<Item> {
  query: UseQueryResult<Item[]>
  icon: LucideIcon
  /** Heading of the empty state. */
  title: string
  text: string
  height?: number
  children: (list: Item[]) => ReactNode
}

/** Queue of tasks for staff, as cards. */
export function QueueView<Item>(props: Props<Item>) {
  const { query, icon, title, text, height = 200, children } = props
  const { t } = useTranslation('staff')
  return (
    <QueryView
      query={query}
      skeleton={<CardsSkeleton cards={2} height={height} />}
      empty={{
        icon,
        title,
        text,
        action: (
          <Button variant="default" loading={query.isFetching} onClick={() => query.refetch()}>
            {t('refresh')}
          </Button>
        ),
      }}
    >
      {(list) => <ul className={primitives.grid}>{children(list)}</ul>}
    </QueryView>
  )
}
