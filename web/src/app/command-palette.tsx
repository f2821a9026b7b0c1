import '@mantine/spotlight/styles.css'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useProfile } from '@/domain/members/profile.tsx'
import { ACCOUNT_ITEMS, navItems } from './nav.ts'

/** Every page by its name, from the keyboard: Ctrl or Cmd and K. */
export function CommandPalette({ asked }: { asked: number }) {
  const { t } = useTranslation()
  const { profile } = useProfile()
  const [, go] = useLocation()
  useEffect(() => {
    if (asked > 0) spotlight.open()
  }, [asked])
  const items = [...navItems(profile.role, profile.is_staff), ...ACCOUNT_ITEMS]
  return (
    <Spotlight
      actions={items.map((item) => ({
        id: item.name,
        label: t(`nav.${item.name}`),
        leftSection: <item.icon size={18} aria-hidden />,
        onClick: () => go(item.path),
      }))}
      nothingFound={t('nav.search_empty')}
      highlightQuery
      shortcut={null}
      attributes={{ content: { 'aria-label': t('nav.search') } }}
      searchProps={{
        leftSection: <Search size={18} aria-hidden />,
        placeholder: t('nav.search'),
        'aria-label': t('nav.search'),
      }}
    />
  )
}
