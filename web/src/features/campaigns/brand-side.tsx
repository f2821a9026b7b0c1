import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { fromPricesQuery } from '@/domain/market/from-prices.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { Applicant } from './applicant.tsx'
import { sortApplicants, SORTS, type Sort } from './applicants.ts'
import { applicationsQuery, isFull, type Campaign } from './queries.ts'

export function BrandSide({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns')
  const [by, setBy] = useState<Sort>('first')
  const query = useQuery(applicationsQuery(campaign.id))
  const ids = query.data?.map(({ kol_id }) => kol_id) ?? []
  const { data: prices } = useQuery({ ...fromPricesQuery(ids), enabled: ids.length > 0 })
  return (
    <SectionCard title={t('applications')}>
      {ids.length > 1 && (
        <Select
          size="xs"
          maw={220}
          mb="md"
          label={t('sort')}
          data={SORTS.map((each) => ({ value: each, label: t(`sort_${each}`) }))}
          value={by}
          onChange={(next) => next && setBy(next)}
        />
      )}
      {isFull(campaign) && <p className={primitives.quiet}>{t('full_text')}</p>}
      <QueryView
        bare
        query={query}
        skeleton={<ListSkeleton rows={3} />}
        empty={{ icon: Users, title: t('no_applications'), text: t('no_applications_text') }}
      >
        {(list) => (
          <ul className={`${primitives.stack} ${primitives.divided}`}>
            {sortApplicants(list, by).map((application) => (
              <li key={application.id}>
                <Applicant
                  application={application}
                  campaign={campaign}
                  price={prices?.[application.kol_id]}
                  hasPictures={list.some(({ card }) => card?.cover)}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </SectionCard>
  )
}
