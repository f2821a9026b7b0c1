import { Indicator, UnstyledButton } from '@mantine/core'
import { getHotkeyHandler, useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Search as SearchIcon } from 'lucide-react'
import {
  Suspense,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, useLocation, useRoute } from 'wouter'
import { MaintenanceBanner } from '@/shared/market/maintenance-banner.tsx'
import { FrozenBanner } from '@/shared/members/frozen-banner.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { orderQuery } from '@/domain/orders/order-query.ts'
import { paths } from '@/domain/paths.ts'
import { ROUTES } from '@/domain/routes.ts'
import { NotificationCenter } from '@/features/notifications/notification-center.tsx'
import { onCacheChange } from '@/lib/api/cache-changes.ts'
import { loadWithRetry } from '@/lib/first-screen.ts'
import { AwaitedCode } from '@/ui/awaited-code.tsx'
import { lazyOf, lazyPart } from '@/ui/loadable.tsx'
import { Logo, LogoMark } from '@/ui/logo.tsx'
import { noteHeight } from '@/ui/note-height.ts'
import { SkipLink } from '@/ui/skip-link.tsx'
import { AccountButton } from './account-button.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { isCurrent, markedPath, navItems, ACCOUNT_ITEMS, SETTINGS, type NavItem } from './nav.ts'
import { useUnreadMessages } from './unread.ts'
import { VersionBanner } from './version-banner.tsx'
import primitives from '@/ui/primitives.module.css'
import styles from './shell.module.css'

// The background work starts after the first screen.
const BackgroundWork = lazyOf(() => loadWithRetry(() => import('./live.tsx')), 'BackgroundWork')
const AccountMenu = lazyPart(() => import('./account-menu.tsx'), 'AccountMenu')
const MoreSheet = lazyPart(() => import('./more-sheet.tsx'), 'MoreSheet')
const CommandPalette = lazyPart(() => import('./palette/command-palette.tsx'), 'CommandPalette')

/** The breakpoint of shell.module.css: parts that a width hides are not rendered either. */
const NARROW = '(max-width: 900px)'

/** Time for which typed letters are kept while the palette opens. */
const OPENS_MS = 5000

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

function Account() {
  const [wanted, setWanted] = useState(false)
  const button = (
    <AccountButton onPointerEnter={() => void AccountMenu.load()} onClick={() => setWanted(true)} />
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <AccountMenu />
    </Suspense>
  )
}

function Search() {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(0)
  const [query, setQuery] = useState('')
  /** The time until which typed letters go to the palette, whose field does not have the focus yet. */
  const opensUntil = useRef(0)
  const ask = useCallback(() => {
    opensUntil.current = Date.now() + OPENS_MS
    setAsked((count) => count + 1)
  }, [])
  // Added in a layout effect, not after the paint as in the library's hook: the key has to work as soon as the
  // button is visible.
  useLayoutEffect(() => {
    const onHotkey = getHotkeyHandler([['mod+K', ask]])
    const onKey = (event: KeyboardEvent) => {
      onHotkey(event)
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      const isElsewhere = (event.target as Element).closest('input, textarea, select')
      if (!isLetter || isElsewhere || Date.now() > opensUntil.current) return
      event.preventDefault()
      setQuery((typed) => typed + event.key)
    }
    document.documentElement.addEventListener('keydown', onKey)
    return () => document.documentElement.removeEventListener('keydown', onKey)
  }, [ask])
  return (
    <>
      <UnstyledButton className={styles.search} onClick={ask}>
        <SearchIcon size={17} aria-hidden />
        <span className={styles.searchName}>{t('nav.search')}</span>
        <kbd className={styles.searchName}>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </UnstyledButton>
      {asked > 0 && (
        <AwaitedCode kind="press">
          <CommandPalette
            asked={asked}
            query={query}
            onQueryChange={setQuery}
            onReady={() => (opensUntil.current = 0)}
          />
        </AwaitedCode>
      )}
    </>
  )
}

interface ItemProps {
  item: NavItem
  current: boolean
  count: number
}

function SideItem({ item, current, count }: ItemProps) {
  const { t } = useTranslation()
  return (
    <Link href={item.path} className={styles.sideItem} aria-current={current ? 'page' : undefined}>
      <item.icon size={19} aria-hidden strokeWidth={current ? 2.2 : 1.8} />
      <span className={styles.sideName}>{t(`nav.${item.name}`)}</span>
      {count > 0 && (
        <span className={primitives.count}>
          {count > 99 ? '99+' : count}
          <span className="k-visually-hidden"> {t('nav.unread')}</span>
        </span>
      )}
    </Link>
  )
}

function BottomItem({ item, current, count }: ItemProps) {
  const { t } = useTranslation()
  return (
    <Link
      href={item.path}
      className={styles.bottomItem}
      aria-current={current ? 'page' : undefined}
    >
      <Indicator disabled={count === 0} label={count > 99 ? '99+' : count} size={16} offset={2}>
        <item.icon size={22} aria-hidden strokeWidth={current ? 2.2 : 1.8} />
      </Indicator>
      <span>{t(`nav.${item.name}`)}</span>
    </Link>
  )
}

interface BarProps {
  items: NavItem[]
  path: string
  countOf: (item: NavItem) => number
}

function SideBar({ items, path, countOf }: BarProps) {
  const { t } = useTranslation()
  return (
    <aside className={styles.side}>
      <Link href={paths.home} className={styles.logo} aria-label={t('brand_name')}>
        <Logo />
      </Link>
      <nav aria-label={t('nav.main')} className={styles.sideNav}>
        {items.map((item) => (
          <SideItem
            key={item.name}
            item={item}
            current={isCurrent(item, path)}
            count={countOf(item)}
          />
        ))}
      </nav>
      <div className={primitives.last}>
        <SideItem item={SETTINGS} current={isCurrent(SETTINGS, path)} count={0} />
      </div>
    </aside>
  )
}

/** Navigation on narrow screens: the first four items, and a sheet with the rest. */
function BottomBar({ items, path, countOf }: BarProps) {
  const { t } = useTranslation()
  const [more, setMore] = useState(false)
  return (
    <>
      <nav aria-label={t('nav.main')} className={styles.bottom}>
        {items.slice(0, 4).map((item) => (
          <BottomItem
            key={item.name}
            item={item}
            current={isCurrent(item, path)}
            count={countOf(item)}
          />
        ))}
        <UnstyledButton
          className={styles.bottomItem}
          onClick={() => setMore(true)}
          aria-haspopup="dialog"
        >
          <Ellipsis size={22} aria-hidden />
          <span>{t('nav.more')}</span>
        </UnstyledButton>
      </nav>
      {more && (
        <AwaitedCode kind="press">
          <MoreSheet items={[...items.slice(4), ...ACCOUNT_ITEMS]} onClose={() => setMore(false)} />
        </AwaitedCode>
      )}
    </>
  )
}

/** The path that the navigation marks. It reads a loaded order from the cache and does not request it. */
function useMarkedPath(): string {
  const [path] = useLocation()
  const [, params] = useRoute(ROUTES.order.path)
  const { profile } = useProfile()
  const client = useQueryClient()
  const subscribe = useCallback((onChange: () => void) => onCacheChange(client, onChange), [client])
  const order = useSyncExternalStore(subscribe, () =>
    params ? client.getQueryData(orderQuery(params.orderId).queryKey) : undefined,
  )
  return markedPath(path, order, profile)
}

const noteBannerHeight = noteHeight('--k-banner-height')

export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { profile } = useProfile()
  const path = useMarkedPath()
  const unread = useUnreadMessages()
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const items = navItems(profile.role, profile.is_staff)
  const countOf = (item: NavItem) => (item.name === 'messages' ? unread : 0)

  return (
    <div className={styles.shell}>
      <SkipLink />
      {!isNarrow && <SideBar items={items} path={path} countOf={countOf} />}

      <div className={styles.main}>
        <header className={styles.top}>
          <Link href={paths.home} className={styles.topLogo} aria-label={t('brand_name')}>
            <LogoMark size={30} />
          </Link>
          <span className={styles.space} />
          <Search />
          <NotificationCenter />
          <Account />
        </header>
        <ConnectionBanner />
        <div ref={noteBannerHeight} className={styles.stays}>
          <MaintenanceBanner />
        </div>
        <VersionBanner />
        <FrozenBanner isFrozen={profile.frozen_at !== null} />
        <main id="content" tabIndex={-1} className={styles.content}>
          {children}
        </main>
      </div>

      {isNarrow && <BottomBar items={items} path={path} countOf={countOf} />}
      <Suspense fallback={null}>
        <BackgroundWork />
      </Suspense>
    </div>
  )
}
