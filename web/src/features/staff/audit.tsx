import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download, ScrollText } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { i18n as words } from '@/lib/i18n/i18n.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { saveFile } from '@/lib/storage/save-file.ts'
import { idOf } from '@/ui/long-list.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { fetchAuditCsv } from './audit-csv.ts'
import { detailsOf } from './audit-details.ts'
import { MemberLink, OrderLink } from './links.tsx'
import type { StaffSearch } from './staff-list-query.ts'
import { StaffList, useTerm } from './staff-list.tsx'
import type { AuditEntry } from './staff-rows.ts'
import styles from './staff.module.css'

const FILTERS = ['kind', 'by', 'about', 'since', 'until'] as const

/** Days of the reader, as times; the last day counts whole. */
const timeOf = {
  since: (day: string) => new Date(`${day}T00:00`),
  until: (day: string) => new Date(`${day}T24:00`),
}

function useFilters() {
  const [params, setParams] = useSearchParams()
  const key = params.toString()
  const search = useMemo(() => {
    const given = new URLSearchParams(key)
    const found: StaffSearch = {}
    for (const name of FILTERS) {
      const value = given.get(name)
      if (!value) continue
      const time = name === 'since' || name === 'until' ? timeOf[name](value) : null
      if (time && Number.isNaN(time.getTime())) continue
      found[name] = time ? time.toISOString() : value
    }
    return found
  }, [key])
  const set = (name: (typeof FILTERS)[number], value: string) =>
    setParams(
      (before) => {
        const changed = new URLSearchParams(before)
        if (value) changed.set(name, value)
        else changed.delete(name)
        return changed
      },
      { replace: true },
    )
  return { params, search, set }
}

/** Every act that has words, by their words. */
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
  const { params, set } = filters
  const acts = useActs()
  return (
    <>
      <NativeSelect
        aria-label={t('audit_what')}
        data={acts}
        value={params.get('kind') ?? ''}
        onChange={(event) => set('kind', event.currentTarget.value)}
      />
      {(['since', 'until'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          aria-label={t(`audit_${name}`)}
          value={params.get(name) ?? ''}
          onChange={(event) => set(name, event.currentTarget.value)}
        />
      ))}
      {(['by', 'about'] as const)
        .filter((name) => params.has(name))
        .map((name) => (
          <Button key={name} variant="default" onClick={() => set(name, '')}>
            {t(`audit_any_${name}`)}
          </Button>
        ))}
    </>
  )
}

function SaveButton({ search }: { search: StaffSearch }) {
  const { t, i18n } = useTranslation('staff')
  const save = useMutation({
    mutationFn: async () => saveFile(await fetchAuditCsv(search, i18n.language), 'audit.csv'),
  })
  return (
    <Button
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('save_csv')}
    </Button>
  )
}

/** A row of the log: a name opens what staff know of the member, "only …" filters the log by it. */
export function AuditRow({ row }: { row: AuditEntry }) {
  const { t, i18n } = useTranslation('staff')
  return (
    <>
      <span className={primitives.words}>
        <strong>
          {textOr(`staff:act_${row.action}`, row.action)}
          {row.number && (
            <>
              {': '}
              <OrderLink id={row.order_id} name={row.number} />
            </>
          )}
          {row.member && (
            <>
              {': '}
              <MemberLink id={row.member_id} name={row.member} />
            </>
          )}
        </strong>
        <span className={primitives.quiet}>{detailsOf(row.details, i18n.language, row.names)}</span>
      </span>
      <span className={styles.end}>
        {row.actor_id ? (
          <Link href={`${paths.staff('audit')}?by=${row.actor_id}`} className={styles.link}>
            <bdi>{row.actor}</bdi>
          </Link>
        ) : (
          <span>{t('database_owner')}</span>
        )}
        <TimeText value={row.created_at} show="full" className={primitives.quiet} />
      </span>
    </>
  )
}

export function Audit() {
  const { t } = useTranslation('staff')
  const filters = useFilters()
  const [term] = useTerm()
  return (
    <StaffList
      list="audit"
      find={t('find_audit')}
      filters={filters.search}
      tools={
        <>
          <Filters filters={filters} />
          <SaveButton search={{ ...filters.search, ...(term && { term }) }} />
        </>
      }
      keyOf={idOf}
      empty={{ icon: ScrollText, title: t('no_audit') }}
    >
      {(row) => <AuditRow row={row} />}
    </StaffList>
  )
}
