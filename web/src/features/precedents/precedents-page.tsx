import { queryOptions, useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { percent } from '@/lib/i18n/numbers.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { Tables } from '@/lib/database.types.ts'
import { askingFor, supabase } from '@/lib/api/supabase.ts'
import { Page, PageHeader } from '@/ui/page.tsx'
import primitives from '@/ui/primitives.module.css'
import { CardsSkeleton, QueryView } from '@/ui/query-view.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import styles from './precedents.module.css'

const MOST = 100

/** A precedent with the category and the clause of its ruling. */
type Precedent = Tables<'precedents'> & Pick<Tables<'rulings'>, 'category' | 'clause'>

const precedentsQuery = () =>
  queryOptions({
    queryKey: ['precedents'],
    queryFn: askingFor<Precedent[]>(() =>
      supabase
        .from('precedents')
        .select('*')
        .order('decided_on', { ascending: false })
        .order('id')
        .limit(MOST),
    ),
  })

function PrecedentCard({ precedent }: { precedent: Precedent }) {
  const { t, i18n } = useTranslation(['precedents', 'common', 'order-states'])
  return (
    <article className={`${primitives.card} ${styles.card}`}>
      <h2>
        {t(`common:ruling_category.${precedent.category}`)} ·{' '}
        {t(`common:ruling_clause.${precedent.clause}`)}
      </h2>
      <p>
        <strong>
          {t('share', { percent: percent(precedent.creator_percent / 100, i18n.language, 2) })}
        </strong>
      </p>
      {precedent.summary && <p>{precedent.summary}</p>}
      <p className={primitives.quiet}>
        <TimeText value={precedent.decided_on} show="date" />
        {' · '}
        {t('disputed_in', { status: t(`order-states:${precedent.disputed_in}_name`) })}
        {precedent.on_appeal && ` · ${t('on_appeal')}`}
      </p>
    </article>
  )
}

/** The page of precedents: how staff decided disputes, without names. */
export function PrecedentsPage() {
  const { t } = useTranslation('precedents')
  const query = useQuery(precedentsQuery())
  return (
    <Page>
      <PageHeader title={t('title')} description={t('text')} />
      <QueryView
        query={query}
        skeleton={<CardsSkeleton cards={3} height={140} />}
        empty={{ icon: Scale, title: t('none'), text: t('none_text') }}
      >
        {(list) => (
          <ul className={primitives.grid}>
            {list.map((precedent) => (
              <li key={precedent.id}>
                <PrecedentCard precedent={precedent} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Page>
  )
}
