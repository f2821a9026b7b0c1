// The build sorts the style sheets that are loaded on demand by name. This import comes first, because the
// library's rules have to stand before ours (build-output.test.ts).
import './mantine-styles.ts'
import { Menu, useMantineColorScheme } from '@mantine/core'
import { LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { useProfile } from '@/shared/members/profile.tsx'
import type { Colors } from '@/lib/colors.ts'
import { askToLeave } from '@/lib/session/leaving.ts'
import { AccountButton } from './account-button.tsx'
import { OpenedMenu } from '@/ui/opened-menu.tsx'
import { SETTINGS } from './nav.ts'
import styles from './shell.module.css'

const COLOR_CHOICES: { value: Colors; icon: typeof Sun }[] = [
  { value: 'light', icon: Sun },
  { value: 'dark', icon: Moon },
  { value: 'auto', icon: Monitor },
]

export function AccountMenu() {
  const { t } = useTranslation()
  const { profile } = useProfile()
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <OpenedMenu button={AccountButton} width={240} withinPortal={false}>
      <div className={styles.who}>
        <strong>
          <bdi>{profile.display_name}</bdi>
        </strong>
        <span>{profile.role ? t(`role.${profile.role}`) : ''}</span>
      </div>
      <Menu.Divider />
      <Menu.Item component={Link} href={SETTINGS.path} leftSection={<SETTINGS.icon size={16} />}>
        {t('nav.settings')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>{t('nav.theme')}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as Colors)}>
        {COLOR_CHOICES.map(({ value, icon: Icon }) => (
          <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} aria-hidden />}>
            {t(`nav.theme_${value}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item leftSection={<LogOut size={16} />} onClick={() => void askToLeave()}>
        {t('nav.sign_out')}
      </Menu.Item>
    </OpenedMenu>
  )
}
