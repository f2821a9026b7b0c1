import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useMemo } from 'react'
import { searchedTerm } from '@/domain/orders/order-query.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { i18n as words } from '@/lib/i18n/i18n.ts'
import { textOf, textOr } from '@/lib/i18n/text.ts'
import { GroupName } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { SaveButton } from '@/ui/save-button.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { timeOfDay, useUrlFilters } from '@/ui/use-url-filters.ts'
import { everyRow, FILE_PAGE, MOST_ROWS } from '@/lib/api/every-row.ts'
import { csvFile } from '@/lib/csv.ts'
import type { Json } from '@/lib/database.types.ts'
import { detailsOf } from './audit-details.ts'
import { MemberLink, OrderLink } from './links.tsx'
import { foundMembersQuery, MemberSelect } from './member-select.tsx'
import { type StaffSearch, fetchStaffList } from './staff-list-query.ts'
import { StaffList, useSearchTerm } from './staff-list.tsx'
import type { AuditEntry } from './staff-rows.ts'
import styles from './staff.module.css'

/** Says that details are left out until the reader opens the member or the order. */
const leftOut = ({ is_shortened, member_id, order_id }: AuditEntry) =>
  is_shortened ? textOr(`staff:audit_shortened${order_id && !member_id ? '_order' : ''}`, '') : ''

/** The name of the actor if no member of staff caused the record. */
const nobodyOf = ({ action }: AuditEntry) =>
  textOf(action === 'end_proposal' ? 'staff:the_market' : 'staff:database_owner')

/** Rows of the file: the texts of the screen, and at the end the id of the subject, to compare with other files. */
export const auditRows = (rows: AuditEntry[], locale: string) => [
  ['when', 'who', 'what', 'about', 'details', 'id'],
  ...rows.map((row) => [
    row.created_at,
    row.actor ?? nobodyOf(row),
    textOr(`staff:act_${row.action}`, row.action),
    [row.number, row.member].filter(Boolean).join(' · '),
    [detailsOf(row.details, locale, row.names, [row.member_id, row.order_id]), leftOut(row)]
      .filter(Boolean)
      .join(' · '),
    row.subject_id,
  ]),
]

/** A file of all records that match the search, the newest first. */
async function fetchAuditCsv(search: StaffSearch, locale: string): Promise<Blob> {
  const { signal } = new AbortController()
  const fetchPage = (after: Json) =>
    fetchStaffList('audit', search, after, { size: FILE_PAGE, signal })
  return csvFile(auditRows(await everyRow(fetchPage, MOST_ROWS), locale))
}

const MEMBERS = ['by', 'about'] as const
const FILTERS = ['kind', 'by', 'about', 'since', 'until'] as const

function useFilters() {
  const [valueOf, set] = useUrlFilters<(typeof FILTERS)[number]>()
  const search: StaffSearch = {}
  for (const name of FILTERS) {
    const given = valueOf(name)
    const value = name === 'since' || name === 'until' ? timeOfDay(name, given) : given
    if (value) search[name] = value
  }
  return { valueOf, search, set }
}

/** Options for all acts that have a text, sorted by it. */
function useActs() {
  const { t, i18n } = useTranslation('staff')
  return useMemo(() => {
    const known = Object.keys((words.getResourceBundle(i18n.language, 'staff') ?? {}) as object)
    const acts = known
      .filter((key) => key.startsWith('act_'))
      .map((key) => ({ value: key.slice('act_'.length), label: textOr(`staff:${key}`, key) }))
    return [
      { value: '', label: t('every_act') },
      ...acts.toSorted((one, other) => one.label.localeCompare(other.label, i18n.language)),
    ]
  }, [t, i18n.language])
}

function Filters({ filters }: { filters: ReturnType<typeof useFilters> }) {
  const { t } = useTranslation('staff')
  const { valueOf, set } = filters
  const acts = useActs()
  // One request finds the names of all chosen members by their ids.
  const { data: names } = useQuery(
    foundMembersQuery({ term: MEMBERS.map(valueOf).join(' ').trim() }),
  )
  const member = (name: (typeof MEMBERS)[number]) => (
    <MemberSelect
      label={t(`audit_${name}`)}
      value={valueOf(name)}
      chosen={names?.find(({ id }) => id === valueOf(name))?.display_name}
      clearable
      clearButtonProps={{ 'aria-label': t('anybody') }}
      onChange={(id) => set(name, id)}
    />
  )
  return (
    <>
      {member('by')}
      <NativeSelect
        label={t('audit_what')}
        data={acts}
        value={valueOf('kind')}
        onChange={(event) => set('kind', event.currentTarget.value)}
      />
      {member('about')}
      {(['since', 'until'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={t(`audit_${name}`)}
          value={valueOf(name)}
          onChange={(event) => set(name, event.currentTarget.value)}
        />
      ))}
    </>
  )
}

/** A row of the log. A name opens the staff page of the member; "only …" filters the log by that member. */
export function AuditRow({ row }: { row: AuditEntry }) {
  const { i18n } = useTranslation('staff')
  return (
    <>
      <span className={primitives.words}>
        <GroupName>
          {textOr(`staff:act_${row.action}`, row.action)}
          {row.number && (
            <>
              {': '}
              <OrderLink id={row.order_id} name={row.number} />
            </>
          )}
          {row.member && (
            <>
              {row.number ? ' · ' : ': '}
              <MemberLink id={row.member_id} name={row.member} />
            </>
          )}
        </GroupName>
        <span className={primitives.quiet}>
          {detailsOf(row.details, i18n.language, row.names, [row.member_id, row.order_id])}
        </span>
        {row.is_shortened && <span className={primitives.quiet}>{leftOut(row)}</span>}
      </span>
      <span className={styles.end}>
        {row.actor_id ? (
          <Link href={`${paths.staff('audit')}?by=${row.actor_id}`} className={styles.link}>
            <bdi>{row.actor}</bdi>
          </Link>
        ) : (
          <span>{nobodyOf(row)}</span>
        )}
        <TimeText value={row.created_at} show="full" className={primitives.quiet} />
      </span>
    </>
  )
}

export function Audit() {
  const { t, i18n } = useTranslation(['staff', 'common'])
  const filters = useFilters()
  const [typed] = useSearchTerm()
  const term = searchedTerm(typed.trim())
  return (
    <StaffList
      list="audit"
      find={t('find_audit')}
      filters={filters.search}
      tools={
        <>
          <Filters filters={filters} />
          <SaveButton
            label={t('common:save_csv')}
            name="audit.csv"
            content={() =>
              fetchAuditCsv({ ...filters.search, ...(term && { term }) }, i18n.language)
            }
          />
        </>
      }
      empty={{ icon: ScrollText, title: t('no_audit') }}
    >
      {(row) => <AuditRow row={row} />}
    </StaffList>
  )
}
