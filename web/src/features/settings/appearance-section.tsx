import { SegmentedControl, Select, useMantineColorScheme } from '@mantine/core'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useUpdateProfile } from '@/shared/members/profile.tsx'
import type { Colors } from '@/lib/colors.ts'
import { chooseLocale } from '@/lib/i18n/i18n.ts'
import { isLocale, LOCALES } from '@/lib/i18n/locales.ts'
import { SectionCard } from '@/ui/section-card.tsx'
import styles from './settings.module.css'

const CHOICES: { value: Colors; icon: typeof Sun }[] = [
  { value: 'light', icon: Sun },
  { value: 'dark', icon: Moon },
  { value: 'auto', icon: Monitor },
]

export function AppearanceSection() {
  const { t, i18n } = useTranslation('settings')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const update = useUpdateProfile()

  async function choose(code: string | null) {
    if (!isLocale(code)) return
    await chooseLocale(code)
    update.mutate({ locale: code })
  }

  return (
    <SectionCard title={t('section.appearance')}>
      <div className={styles.line}>
        <div className={styles.words}>
          <strong>{t('appearance.colors')}</strong>
          <span>{t('appearance.colors_text')}</span>
        </div>
        <SegmentedControl
          aria-label={t('appearance.colors')}
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
      </div>
      <div className={styles.line}>
        <div className={styles.words}>
          <strong>{t('appearance.language')}</strong>
          <span>{t('appearance.language_text')}</span>
        </div>
        <Select
          w={200}
          aria-label={t('appearance.language')}
          data={LOCALES.map(({ code, name }) => ({ value: code, label: name }))}
          value={i18n.language}
          allowDeselect={false}
          onChange={(code) => void choose(code)}
        />
      </div>
    </SectionCard>
  )
}
