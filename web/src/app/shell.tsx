import { Drawer, Indicator, Menu, NavLink, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { spotlight } from '@mantine/spotlight'
import { Ellipsis, LogOut, Monitor, Moon, Search, Sun } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import type { Colors } from '@/lib/colors.ts'
import { imageUrl } from '@/lib/images.ts'
import { useOnline } from '@/lib/online.ts'
import { paths } from '@/lib/paths.ts'
import { useProfile } from '@/lib/profile.tsx'
import { signOut } from '@/lib/session.ts'
import { Logo, LogoMark } from '@/ui/logo.tsx'
import { MemberAvatar } from '@/ui/member-avatar.tsx'
import { OfflineBanner } from '@/ui/offline-banner.tsx'
import { isCurrent, navItems, NOTIFICATIONS, SETTINGS, type NavItem } from './nav.ts'
import { useUnreadMessages } from './unread.ts'
import styles from './shell.module.css'

type Parts = Record<string, () => ReactNode>
const parts = import.meta.glob<Parts>('../features/notifications/*.tsx')

/** The bell and the live notices belong to a feature; the frame works without them. */
function part(file: string, name: string) {
  return lazy(async () => {
    const Found = (await parts[`../features/notifications/${file}.tsx`]?.())?.[name]
    return { default: Found ?? (() => null) }
  })
}
const NotificationCenter = part('notification-center', 'NotificationCenter')
const LiveNotices = part('live-notices', 'LiveNotices')

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

const COLOR_CHOICES: { value: Colors; icon: typeof Sun }[] = [
  { value: 'light', icon: Sun },
  { value: 'dark', icon: Moon },
  { value: 'auto', icon: Monitor },
]

function AccountMenu() {
  const { t } = useTranslation()
  const { profile } = useProfile()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = profile.display_name || t('common:unknown')
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <UnstyledButton className={styles.account}>
          <span className="k-visually-hidden">{t('common:nav.account')}</span>
          <MemberAvatar name={name} image={imageUrl(profile.profile_image)} size={34} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <strong>{name}</strong>
          <span>{profile.role ? t(`common:role.${profile.role}`) : ''}</span>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} href={SETTINGS.path} leftSection={<SETTINGS.icon size={16} />}>
          {t('common:nav.settings')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('common:nav.theme')}</Menu.Label>
        {COLOR_CHOICES.map(({ value, icon: Icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            leftSection={<Icon size={16} />}
            className={colorScheme === value ? styles.chosen : undefined}
            onClick={() => setColorScheme(value)}
            closeMenuOnClick={false}
          >
            {t(`common:nav.theme_${value}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} />} onClick={() => void signOut()}>
          {t('common:nav.sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
      <span className={styles.sideName}>{t(`common:nav.${item.name}`)}</span>
      {count > 0 && (
        <span className={styles.count}>
          {count > 99 ? '99+' : count}
          <span className="k-visually-hidden"> {t('common:nav.unread')}</span>
        </span>
      )}
    </Link>
  )
}

function BottomItem({ item, current, count }: ItemProps) {
  const { t } = useTranslation()
  return (
    <Link href={item.path} className={styles.bottomItem} aria-current={current ? 'page' : undefined}>
      <Indicator disabled={count === 0} label={count > 99 ? '99+' : count} size={16} offset={2}>
        <item.icon size={22} aria-hidden strokeWidth={current ? 2.2 : 1.8} />
      </Indicator>
      <span>{t(`common:nav.${item.name}`)}</span>
    </Link>
  )
}

export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { profile } = useProfile()
  const [path] = useLocation()
  const online = useOnline()
  const unread = useUnreadMessages()
  const [more, setMore] = useState(false)
  const items = navItems(profile.role, Boolean(profile.is_staff))
  const countOf = (item: NavItem) => (item.path === paths.messages ? unread : 0)
  const rest = [...items.slice(4), NOTIFICATIONS, SETTINGS]

  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        {t('common:skip_to_content')}
      </a>
      <aside className={styles.side}>
        <Link href={paths.dashboard} className={styles.logo} aria-label={t('common:brand_name')}>
          <Logo />
        </Link>
        <nav aria-label={t('common:nav.main')} className={styles.sideNav}>
          {items.map((item) => (
            <SideItem key={item.name} item={item} current={isCurrent(item, path)} count={countOf(item)} />
          ))}
        </nav>
        <div className={styles.sideEnd}>
          <SideItem item={SETTINGS} current={isCurrent(SETTINGS, path)} count={0} />
        </div>
      </aside>

      <div className={styles.main}>
        <header className={styles.top}>
          <Link href={paths.dashboard} className={styles.topLogo} aria-label={t('common:brand_name')}>
            <LogoMark size={30} />
          </Link>
          <span className={styles.space} />
          <UnstyledButton className={styles.search} onClick={() => spotlight.open()}>
            <Search size={17} aria-hidden />
            <span className={styles.searchName}>{t('common:nav.search')}</span>
            <kbd className={styles.searchName}>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
          </UnstyledButton>
          <Suspense fallback={null}>
            <NotificationCenter />
          </Suspense>
          <AccountMenu />
        </header>
        <OfflineBanner online={online} />
        <main id="content" tabIndex={-1} className={styles.content}>
          {children}
        </main>
      </div>

      <nav aria-label={t('common:nav.main')} className={styles.bottom}>
        {items.slice(0, 4).map((item) => (
          <BottomItem key={item.name} item={item} current={isCurrent(item, path)} count={countOf(item)} />
        ))}
        <UnstyledButton className={styles.bottomItem} onClick={() => setMore(true)} aria-haspopup="dialog">
          <Ellipsis size={22} aria-hidden />
          <span>{t('common:nav.more')}</span>
        </UnstyledButton>
      </nav>
      <Drawer
        opened={more}
        onClose={() => setMore(false)}
        position="bottom"
        size="auto"
        title={t('common:nav.more')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
        classNames={{ content: styles.sheet }}
      >
        {rest.map((item) => (
          <NavLink
            key={item.name}
            component={Link}
            href={item.path}
            label={t(`common:nav.${item.name}`)}
            leftSection={<item.icon size={19} />}
            active={isCurrent(item, path)}
            onClick={() => setMore(false)}
          />
        ))}
        <NavLink
          component="button"
          label={t('common:nav.sign_out')}
          leftSection={<LogOut size={19} />}
          onClick={() => void signOut()}
        />
      </Drawer>
      <Suspense fallback={null}>
        <LiveNotices />
      </Suspense>
    </div>
  )
}
