import { SegmentedControl, Select, useMantineColorScheme } from '@mantine/core'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useUpdateProfile } from '@/shared/members/profile.tsx'
import type { Colors } from '@/lib/colors.ts'
import { chooseLocale } from '@/lib/i18n/i18n.ts'
import { isLocale, LOCALES } from '@/lib/i18n/locales.ts'
import { SectionCard } from '@/ui/section-card.tsx'
import { SettingLine } from './line.tsx'

const CHOICES: { value: Colors; icon: typeof Sun }[] = [
  { value: 'light', icon: Sun },
  { value: 'dark', icon: Moon },
  { value: 'auto', icon: Monitor },
]

export function AppearanceSection() {
  const { t, i18n } = useTranslation('settings')
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const update = useUpdateProfile()

  async function choose(code: string | null) {
    if (!isLocale(code)) return
    await chooseLocale(code)
    update.mutate({ locale: code })
  }

  return (
    <SectionCard title={t('section.appearance')}>
      <SettingLine title={t('appearance.colors')} text={t('appearance.colors_text')}>
        <SegmentedControl
          aria-label={t('appearance.colors')}
          // Long words wrap to a second line on a phone.
          styles={{ root: { maxWidth: '100%' }, label: { whiteSpace: 'normal' } }}
          value={colorScheme}
          onChange={(value) => setColorScheme(value)}
          data={CHOICES.map(({ value, icon: Icon }) => ({
            value,
            label: (
              <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
                <Icon size={15} aria-hidden />
                {t(`appearance.${value}`)}
              </span>
            ),
          }))}
        />
      </SettingLine>
      <SettingLine title={t('appearance.language')} text={t('appearance.language_text')}>
        <Select
          w={200}
          aria-label={t('appearance.language')}
          data={LOCALES.map(({ code, name }) => ({ value: code, label: name }))}
          value={i18n.language}
          onChange={(code) => void choose(code)}
        />
      </SettingLine>
    </SectionCard>
  )
}
