import '@mantine/spotlight/styles.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import {
  Compass,
  Megaphone,
  MessageSquare,
  MessagesSquare,
  Play,
  Search,
  ShoppingBag,
} from 'lucide-react'
import { useEffect } from 'react'
import { isolated, type TextKey } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { useProfile } from '@/shared/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import { ROUTES, SECTIONS, settingsSections, type Named } from '@/domain/routes.ts'
import { ORDER_ACTIONS } from '@/domain/vocabulary.generated.ts'
import {
  BUTTON_STYLES,
  fixedActionWords,
  type ActionWords,
} from '@/features/orders/actions/order-actions.ts'
import { useOnline } from '@/lib/online.ts'
import { ACCOUNT_ITEMS, navItems } from '../nav.ts'
import {
  actionRank,
  findQuery,
  FOUND_KINDS,
  containsWords,
  pathOfFound,
  type FoundItem,
} from './found-items.ts'

/** Time without typing after which the server is asked. */
const PAUSE_MS = 150
const MOST_ACTIONS = 6
/** Actions that are found by their words, but not suggested while the field is empty. */
const RARE: readonly string[] = ['dispute', 'propose_settlement', 'extend'] satisfies ActionWords[]
const ICONS = {
  order: ShoppingBag,
  conversation: MessagesSquare,
  creator: Compass,
  campaign: Megaphone,
  message: MessageSquare,
  action: Play,
}

/** Members' pages that another page leads to, not the navigation. */
type PageWithin = {
  [Name in Exclude<Named<'access', 'member'>, Named<'nav'>>]: (typeof ROUTES)[Name] extends {
    path: `${string}/:${string}`
  }
    ? never
    : Name
}[Exclude<Named<'access', 'member'>, Named<'nav'>>]

const WITHIN = {
  deadlines: 'orders:see_deadlines',
  figures: 'payments:over_time',
  precedents: 'precedents:title',
} as const satisfies Record<PageWithin, TextKey>

/** The texts of the palette. All are loaded before it opens, because a dialog does not open while it waits for texts. */
const WORDS = ['common', 'orders', 'payments', 'precedents', 'settings', 'staff'] as const

const [store, palette] = createSpotlight()

interface Entry {
  id: string
  label: string
  description?: string
  icon: typeof Search
  path: string
}
type ActionEntry = Entry & { rank: ReturnType<typeof actionRank> }

/** Joins texts on one line; each keeps its own text direction. */
const joinTexts = (...texts: (string | null)[]) =>
  texts.flatMap((text) => (text ? isolated(text) : [])).join(' · ')

/** Pages, pages within them, and sections of the settings and of the staff page, found by their names. */
function usePages(query: string): Entry[] {
  const { t, i18n } = useTranslation(WORDS)
  const { profile } = useProfile()
  const [settings] = ACCOUNT_ITEMS.filter(({ name }) => name === 'settings')
  const pages = [...navItems(profile.role, profile.is_staff), ...ACCOUNT_ITEMS].map((item) => ({
    id: item.name,
    label: t(`nav.${item.name}`),
    icon: item.icon,
    path: item.path,
  }))
  if (query === '') return pages
  const within = (Object.keys(WITHIN) as PageWithin[]).map((name) => ({
    id: name,
    label: `${t(`nav.${ROUTES[name].within}`)} · ${t(WITHIN[name])}`,
    icon: pages.find(({ id }) => id === ROUTES[name].within)?.icon ?? Search,
    path: paths[name],
  }))
  const sections = settingsSections(profile.role).map((name) => ({
    id: `settings-${name}`,
    label: `${t('nav.settings')} · ${t(`settings:section.${name}`)}`,
    icon: settings?.icon ?? Search,
    path: paths.settings(name),
  }))
  const staff = SECTIONS.staff.map((name) => ({
    id: `staff-${name}`,
    label: `${t('nav.staff')} · ${t(`staff:section_${name}`)}`,
    icon: settings?.icon ?? Search,
    path: paths.staff(name),
  }))
  return [...pages, ...within, ...sections, ...(profile.is_staff ? staff : [])].filter(
    ({ label }) => containsWords(label, query, i18n.language),
  )
}

/** Actions that the reader can do now, for example "Accept order · K-7F3Q9 · A thread · Maya". */
function useActions(query: string): ActionEntry[] {
  const { t, i18n } = useTranslation(['common', 'orders'])
  const { data = [] } = useQuery(findQuery(''))
  const entries = data.flatMap((item): ActionEntry[] => {
    const name = ORDER_ACTIONS.find((each) => each === item.action)
    const words = name && fixedActionWords(name)
    if (item.kind !== 'action' || !words || (query === '' && RARE.includes(words))) return []
    return [
      {
        id: `${item.id}-${name}`,
        label: `${t(`orders:${words}`)} · ${item.detail}`,
        description: joinTexts(item.title, item.other_name),
        icon: ICONS.action,
        path: pathOfFound(item),
        rank: actionRank(
          t(`orders:${words}`),
          RARE.includes(words) || BUTTON_STYLES[words] === 'serious',
          query,
          i18n.language,
        ),
      },
    ]
  })
  return entries
    .filter(({ label, description = '' }) =>
      containsWords(`${label} ${description}`, query, i18n.language),
    )
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MOST_ACTIONS)
}

function entryOf(item: FoundItem, unnamed: string): Entry {
  const isMessage = item.kind === 'message'
  const description = isMessage
    ? item.detail
    : joinTexts(item.detail, item.kind === 'order' ? item.other_name : null)
  return {
    id: `${item.kind}-${item.id}`,
    label: item.title ?? unnamed,
    ...(description && { description }),
    icon: ICONS[item.kind],
    path: pathOfFound(item),
  }
}

function Group({ label, entries, query }: { label: string; entries: Entry[]; query: string }) {
  const [, go] = useLocation()
  if (entries.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={label}>
      {entries.map(({ id, label: name, description, icon: Icon, path }) => (
        <Spotlight.Action
          key={id}
          label={name}
          description={description}
          leftSection={<Icon size={18} aria-hidden />}
          highlightQuery={query !== ''}
          onClick={() => go(path)}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

interface State {
  query: string
  isWaiting: boolean
  isError: boolean
  isEmpty: boolean
}

/** Status line below the results, which screen readers announce too. */
function useNote({ query, isWaiting, isError, isEmpty }: State): string | null {
  const { t } = useTranslation()
  const online = useOnline()
  if (query === '') return null
  if (!online) return t('find.offline')
  if (isWaiting) return t('find.searching')
  if (isError) return t('find.failed')
  return isEmpty ? t('nav.search_empty') : null
}

/** Selects the first result again when results change: the library keeps its selection when later results appear above it. */
function useFirstSelected(results: string | undefined) {
  useEffect(() => {
    if (results === undefined) return
    const list = document.getElementById(store.getState().listId)
    list?.querySelector('[data-selected]')?.removeAttribute('data-selected')
    list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
    store.updateState((state) => ({ ...state, selected: 0 }))
  }, [results])
}

function Results({ query }: { query: string }) {
  const { t, i18n } = useTranslation()
  const [settled] = useDebouncedValue(query, PAUSE_MS)
  const { data, isFetching, isError } = useQuery({ ...findQuery(settled), enabled: settled !== '' })
  const pages = usePages(query)
  const actions = useActions(query)
  const asked = actions.filter(({ rank }) => rank === 0)
  const isWaiting = query !== '' && (settled !== query || isFetching)
  // These actions are listed below the results of the server, so they are left out until those have arrived.
  const unasked = isWaiting ? [] : actions.filter(({ rank }) => rank > 0)
  // While new results load, earlier ones stay if they contain all words that are typed now.
  const found = (data ?? []).filter(
    ({ kind, title, detail, other_name }) =>
      query !== '' &&
      kind !== 'action' &&
      (!isWaiting || containsWords([title, detail, other_name].join(' '), query, i18n.language)),
  )
  const count = pages.length + asked.length + unasked.length + found.length
  const ids = [...asked, ...pages, ...found, ...unasked].map(({ id }) => id)
  useFirstSelected(query === '' ? undefined : ids.join())
  const note = useNote({ query, isWaiting, isError, isEmpty: count === 0 })
  return (
    <>
      <Spotlight.ActionsList>
        <Group label={t('find.action')} entries={asked} query={query} />
        <Group label={t('find.page')} entries={pages} query={query} />
        {FOUND_KINDS.map((kind) => (
          <Group
            key={kind}
            label={t(`find.${kind}`)}
            query={query}
            entries={found
              .filter((item) => item.kind === kind)
              .map((item) => entryOf(item, t('unknown')))}
          />
        ))}
        <Group label={t('find.action')} entries={unasked} query={query} />
        {note && <Spotlight.Empty>{note}</Spotlight.Empty>}
      </Spotlight.ActionsList>
      <p role="status" className="k-visually-hidden">
        {query !== '' && (note ?? t('find.count', { count }))}
      </p>
    </>
  )
}

interface Props {
  /** Number of requests to open the palette; each new number opens it. */
  asked: number
  query: string
  onQueryChange: (query: string) => void
  /** Called when the field of the palette has the focus. */
  onReady: () => void
}

/** Palette for pages, possible actions and everything that the reader can find; opened by Ctrl or Cmd and K. */
export function CommandPalette({ asked, query, onQueryChange, onReady }: Props) {
  const { t } = useTranslation(WORDS)
  useEffect(() => {
    if (asked > 0) palette.open()
  }, [asked])
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={onQueryChange}
      shortcut={null}
      centered={false}
      scrollable
      maxHeight="min(60vh, 32rem)"
      attributes={{ content: { 'aria-label': t('nav.search') } }}
    >
      <Spotlight.Search
        leftSection={<Search size={18} aria-hidden />}
        placeholder={t('nav.search')}
        aria-label={t('nav.search')}
        maxLength={100}
        onFocus={onReady}
      />
      <Results query={query.trim()} />
    </Spotlight.Root>
  )
}
