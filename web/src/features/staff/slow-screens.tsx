import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { ROUTES } from '@/domain/routes.ts'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { screenSpeedsQuery } from './queries.ts'
import styles from './staff.module.css'

const WORST = 5
/** Limits up to which a value is rated as good (web.dev/vitals). */
const GOOD = { LCP: 2_500, INP: 200, CLS: 0.1 }

/** The slowest screens for members, by name. */
export function SlowScreens() {
  const { t, i18n } = useTranslation('staff')
  const query = useQuery(screenSpeedsQuery())
  const format = (metric: keyof typeof GOOD, value: number) =>
    value.toLocaleString(
      i18n.language,
      metric === 'CLS'
        ? { maximumFractionDigits: 2 }
        : { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 },
    )
  return (
    <SectionCard title={t('speeds')}>
      <p className={`${primitives.intro} ${styles.intro}`}>{t('speeds_text')}</p>
      <QueryView
        bare
        query={query}
        skeleton={<ListSkeleton rows={3} />}
        empty={{ title: t('speeds_empty') }}
      >
        {(speeds) => (
          <Table.ScrollContainer minWidth={520}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  {(['screen', 'measure', 'p75', 'good', 'visits'] as const).map((column) => (
                    <Table.Th key={column}>{t(`speeds_${column}`)}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {speeds.slice(0, WORST).map(({ route, metric, p75, visits }) => (
                  <Table.Tr key={route + metric}>
                    <Table.Th scope="row">{ROUTES[route].path}</Table.Th>
                    <Table.Td>{t(`speed_${metric}`)}</Table.Td>
                    <Table.Td>{format(metric, p75)}</Table.Td>
                    <Table.Td>{format(metric, GOOD[metric])}</Table.Td>
                    <Table.Td>{visits.toLocaleString(i18n.language)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </QueryView>
    </SectionCard>
  )
}
