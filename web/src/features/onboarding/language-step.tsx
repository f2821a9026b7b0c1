import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useLocation, useSearch } from 'wouter'
import { languageName, WORK_LANGUAGES } from '@/domain/market/market.ts'
import { useProfile, useUpdateProfile } from '@/shared/members/profile.tsx'
import { returnToOf } from '@/domain/paths.ts'
import { isLocale } from '@/lib/i18n/locales.ts'
import { LinkButton } from '@/ui/link-button.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { stepPath } from './steps.ts'
import styles from './onboarding.module.css'

function browserLanguage(): string | null {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())
  return wanted.find((code) => (WORK_LANGUAGES as readonly string[]).includes(code)) ?? null
}

/** The language in which a member works. E-mails and notifications use the language of the interface. */
export function LanguageStep() {
  const { t, i18n } = useTranslation(['onboarding', 'common'])
  const { profile } = useProfile()
  const [, go] = useLocation()
  const returnTo = returnToOf(useSearch())
  const update = useUpdateProfile({ quiet: true })
  const [language, setLanguage] = useState(profile.language ?? browserLanguage())
  const options = WORK_LANGUAGES.map((code) => ({
    code,
    name: languageName(code, i18n.language),
    own: languageName(code, code),
  }))

  async function next() {
    if (!language) return
    const locale = isLocale(i18n.language) ? i18n.language : 'en'
    const saved = await update.mutateAsync({ language, locale }).catch(() => null)
    if (saved) go(stepPath('profile-setup', returnTo))
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void next()
      }}
    >
      <LanguageChoice
        legend={t('choose-language.title')}
        name="language"
        options={options}
        value={language}
        onChange={setLanguage}
      />
      <div className={styles.actions}>
        <LinkButton href={stepPath('select-role', returnTo)} size="md">
          {t('common:back')}
        </LinkButton>
        <Button type="submit" size="md" disabled={!language} loading={update.isPending}>
          {t('common:next')}
        </Button>
      </div>
    </form>
  )
}
