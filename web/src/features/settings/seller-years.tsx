import { Button, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { sellerYearsFile, type SellerYear } from '@/domain/money/seller-years.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { askingFor, read } from '@/lib/api/supabase.ts'
import { saveFile } from '@/lib/storage/save-file.ts'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'

const sellerYearsQuery = () =>
  queryOptions({
    queryKey: [...keyRoots.payments, 'seller-years'],
    queryFn: askingFor<SellerYear[]>(() => read('my_seller_years')),
  })

const save = (year: number, rows: SellerYear[]) =>
  saveFile(sellerYearsFile(rows), `kolpact-year-${year}.csv`)

/** A creator's closed years as they are reported to the tax authorities. */
export function SellerYears() {
  const { t } = useTranslation('settings')
  const query = useQuery(sellerYearsQuery())
  return (
    <SectionCard title={t('years.title')}>
      <p className={primitives.intro} style={{ marginBottom: 16 }}>
        {t('years.text')}
      </p>
      <QueryView bare query={query} skeleton={<ListSkeleton rows={1} />} isEmpty={() => false}>
        {(rows) =>
          rows.length === 0 ? (
            <Text size="sm">{t('years.none')}</Text>
          ) : (
            <div className={primitives.wrap}>
              {Array.from(
                Map.groupBy(rows, ({ year }) => year),
                ([year, own]) => (
                  <Button key={year} variant="default" onClick={() => save(year, own)}>
                    {t('years.save', { year: String(year) })}
                  </Button>
                ),
              )}
            </div>
          )
        }
      </QueryView>
    </SectionCard>
  )
}
