import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, useLocation } from 'wouter'
import { languageName } from '@/domain/market/market.ts'
import { useProfileState, useUpdateProfile } from '@/shared/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import { chooseLocale, i18n as words } from '@/lib/i18n/i18n.ts'
import { LOCALES, type Locale } from '@/lib/i18n/locales.ts'
import { Logo } from '@/ui/logo.tsx'
import { useDocumentTitle } from '@/ui/use-document-title.ts'
import { LanguageChoice } from './language-choice.tsx'
import styles from './onboarding.module.css'

/** Page on which a newcomer chooses the language of the interface. */
export function ChooseLanguagePage() {
  const { t, i18n } = useTranslation(['onboarding', 'common'])
  const { profile } = useProfileState()
  const [, go] = useLocation()
  const update = useUpdateProfile({ quiet: true })
  const [locale, setLocale] = useState(words.language as Locale)
  useDocumentTitle(t('interface.title'))

  async function save() {
    await chooseLocale(locale)
    if (profile) await update.mutateAsync({ locale }).catch(() => null)
    go(paths.home)
  }

  return (
    <main className={styles.layout}>
      <header className={styles.head}>
        <Link href={paths.home} aria-label={t('common:brand_name')}>
          <Logo />
        </Link>
      </header>
      <form
        className={styles.simple}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <h1>{t('interface.title')}</h1>
        <p className={styles.text}>{t('interface.text')}</p>
        <LanguageChoice
          legend={t('interface.title')}
          name="locale"
          options={LOCALES.map(({ code, name }) => ({
            code,
            own: name,
            name: languageName(code, i18n.language),
          }))}
          value={locale}
          onChange={(code) => setLocale(code as Locale)}
        />
        <div className={styles.actions}>
          <span />
          <Button type="submit" size="md" loading={update.isPending}>
            {t('common:save')}
          </Button>
        </div>
      </form>
    </main>
  )
}
