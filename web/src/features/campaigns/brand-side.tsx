import { Select } from '@mantine/core'
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { fromPricesQuery, type Prices } from '@/domain/market/from-prices.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { DeclaredNote } from '@/shared/members/channel-list.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { Applicant } from './applicant.tsx'
import { sortApplicants, SORTS, type Sort } from './applicants.ts'
import { applicationsQuery, isCampaignFull, type Campaign } from './queries.ts'

export function BrandSide({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation(['campaigns', 'common'])
  const [by, setBy] = useState<Sort>('first')
  const query = useInfiniteQuery(applicationsQuery(campaign.id))
  const pages = query.data?.pages ?? []
  const prices = useQueries({
    queries: pages.map((page) => fromPricesQuery(page.map(({ kol_id }) => kol_id))),
    combine: (found) => Object.assign({}, ...found.map(({ data }) => data)) as Prices,
  })
  return (
    <SectionCard title={t('applications')}>
      {pages.flat().length > 1 && (
        <Select
          size="xs"
          maw={220}
          mb="md"
          label={t('common:sort.by')}
          data={SORTS.map((each) => ({ value: each, label: t(`common:sort.${each}`) }))}
          value={by}
          onChange={(next) => next && setBy(next)}
        />
      )}
      {isCampaignFull(campaign) && <p className={primitives.quiet}>{t('full_text')}</p>}
      <QueryView
        bare
        more={by === 'first' ? 'auto' : 'whole'}
        query={{ ...query, data: query.data?.pages.flat() }}
        skeleton={<ListSkeleton rows={3} />}
        empty={{ icon: Users, title: t('no_applications'), text: t('no_applications_text') }}
      >
        {(list) => (
          <div className={primitives.stack}>
            <DeclaredNote at={null} />
            <ul className={`${primitives.stack} ${primitives.divided}`}>
              {sortApplicants(list, by).map((application) => (
                <li key={application.id}>
                  <Applicant
                    application={application}
                    campaign={campaign}
                    price={prices[application.kol_id]}
                    hasPictures={list.some(({ card }) => card?.cover)}
                  />
                </li>
              ))}
            </ul>
          </div>
        )}
      </QueryView>
    </SectionCard>
  )
}
