import { Button, Table } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actionWithName } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { hledgerJournal, journalCsv, type JournalLine } from '@/domain/money/books.ts'
import { sellerYearsFile } from '@/domain/money/seller-years.ts'
import { saveFile } from '@/lib/storage/save-file.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { GroupName, NamedGroup } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SaveButton } from '@/ui/save-button.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import {
  bookMonthsQuery,
  fetchJournal,
  fetchSellerYears,
  trialBalanceQuery,
  type BookMonth,
} from './book-queries.ts'
import { Differences } from './differences.tsx'
import { ProposalNote } from './proposed.tsx'
import { useStaffAction } from './staff-actions.ts'
import styles from './staff.module.css'

const FORMATS: Record<'csv' | 'journal', (lines: JournalLine[]) => string> = {
  csv: journalCsv,
  journal: hledgerJournal,
}

function TrialBalance({ month }: { month: string }) {
  const { t } = useTranslation('staff')
  const query = useQuery(trialBalanceQuery(month))
  return (
    <QueryView
      bare
      query={query}
      skeleton={<ListSkeleton rows={4} />}
      empty={{ title: t('books_empty') }}
    >
      {(lines) =>
        Array.from(
          Map.groupBy(lines, (line) => line.currency),
          ([currency, own]) => (
            <Table.ScrollContainer key={currency} minWidth={560}>
              <Table captionSide="top">
                <Table.Caption>{currency}</Table.Caption>
                <Table.Thead>
                  <Table.Tr>
                    {(['account', 'opening', 'in', 'out', 'closing'] as const).map((column) => (
                      <Table.Th key={column}>{t(`books_${column}`)}</Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {own.map(({ kind, ...sums }) => (
                    <Table.Tr key={kind}>
                      <Table.Th scope="row">{t(`books_kind_${kind}`)}</Table.Th>
                      {[sums.opening_minor, sums.in_minor, sums.out_minor, sums.closing_minor].map(
                        (minor, index) => (
                          <Table.Td key={index}>
                            <MoneyText minor={minor} currency={currency} />
                          </Table.Td>
                        ),
                      )}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          ),
        )
      }
    </QueryView>
  )
}

/** Downloads a closed year of all creators; the download is recorded. */
function YearButton({ year }: { year: string }) {
  const { t } = useTranslation('staff')
  return (
    <SaveButton
      size="xs"
      label={t('books_year', { year })}
      name={`kolpact-creators-${year}.csv`}
      content={async () => sellerYearsFile(await fetchSellerYears(Number(year)))}
    />
  )
}

function Month({
  month,
  closed_at: closedAt,
  can_be_closed: canBeClosed,
  is_proposed: isProposed,
}: BookMonth) {
  const { t, i18n } = useTranslation('staff')
  const [isOpen, setIsOpen] = useState(false)
  const act = useStaffAction()
  const save = useMutation({
    mutationFn: async (format: keyof typeof FORMATS) => {
      const text = FORMATS[format](await fetchJournal(month))
      saveFile(new Blob([text], { type: 'text/plain' }), `kolpact-${month.slice(0, 7)}.${format}`)
    },
  })
  const name = new Intl.DateTimeFormat(i18n.language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(month))
  return (
    <li>
      <NamedGroup className={styles.row}>
        <span className={primitives.words}>
          <GroupName>{name}</GroupName>
          <span className={primitives.quiet}>{t(closedAt ? 'books_closed' : 'books_open')}</span>
          {isProposed && <ProposalNote find={month} />}
        </span>
        <span className={primitives.wrap}>
          <Button
            size="xs"
            variant="default"
            aria-label={actionWithName(t('books_balance'), name)}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('books_balance')}
          </Button>
          {(['csv', 'journal'] as const).map((format) => (
            <Button
              key={format}
              size="xs"
              variant="default"
              aria-label={actionWithName(t(`books_${format}`), name)}
              loading={save.isPending && save.variables === format}
              onClick={() => save.mutate(format)}
            >
              {t(`books_${format}`)}
            </Button>
          ))}
          {closedAt && month.endsWith('-12-01') && <YearButton year={month.slice(0, 4)} />}
          {canBeClosed && !isProposed && (
            <ConfirmButton
              size="xs"
              title={t('books_close_title', { month: name })}
              text={t('books_close_text')}
              onConfirm={() => act.mutateAsync({ act: 'close_month', args: { month } })}
            >
              {t('books_close')}
            </ConfirmButton>
          )}
        </span>
        {isOpen && <TrialBalance month={month} />}
      </NamedGroup>
    </li>
  )
}

/** The books by month: trial balance, journal, and closing. */
export function Books() {
  const { t } = useTranslation('staff')
  const query = useQuery(bookMonthsQuery())
  return (
    <div className={primitives.stack}>
      <Differences />
      <SectionCard title={t('section_books')}>
        <p className={styles.intro}>{t('books_text')}</p>
        <QueryView query={query} skeleton={<ListSkeleton rows={3} />}>
          {(months) => (
            <ul className={primitives.rows}>
              {months.map((month) => (
                <Month key={month.month} {...month} />
              ))}
            </ul>
          )}
        </QueryView>
      </SectionCard>
    </div>
  )
}
