import { Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { Controller, useFormState, useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import {
  CATEGORIES,
  languageName,
  PLATFORM_NAMES,
  PLATFORMS,
  platformName,
  WORK_LANGUAGES,
} from '@/domain/market/market.ts'
import { fieldError } from '@/lib/form.ts'
import { TagSelect } from '@/ui/tag-select.tsx'
import { BIO_MAX, EXPERTISE_MAX, NAME_MAX, type ProfileInput } from './profile-form.ts'
import styles from './profile-fields.module.css'

interface Props {
  control: Control<ProfileInput>
  role: string | null
  /** Onboarding asks for the language in a step of its own. */
  withLanguage?: boolean
}

export function ProfileFields({ control, role, withLanguage = false }: Props) {
  const { t, i18n } = useTranslation()
  const { errors } = useFormState({ control })
  const chosen = useWatch({ control, name: 'platforms' })
  const isCreator = role === 'kol'

  return (
    <>
      <TextInput
        {...control.register('displayName')}
        label={t(isCreator ? 'profile.name_creator' : 'profile.name_brand')}
        autoComplete={isCreator ? 'nickname' : 'organization'}
        maxLength={NAME_MAX}
        required
        error={fieldError(errors.displayName)}
      />
      <Textarea
        {...control.register('bio')}
        label={t('profile.bio')}
        description={t(isCreator ? 'profile.bio_hint_creator' : 'profile.bio_hint_brand')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={BIO_MAX}
        error={fieldError(errors.bio)}
      />
      {withLanguage && (
        <Controller
          control={control}
          name="language"
          render={({ field }) => (
            <Select
              {...field}
              label={t('profile.language')}
              data={WORK_LANGUAGES.map((code) => ({
                value: code,
                label: languageName(code, i18n.language),
              }))}
              searchable
              allowDeselect={false}
              required
              error={fieldError(errors.language)}
            />
          )}
        />
      )}
      <Controller
        control={control}
        name="platforms"
        render={({ field }) => (
          <TagSelect
            label={t(isCreator ? 'profile.platforms_creator' : 'profile.platforms_brand')}
            required={isCreator}
            options={PLATFORMS.map((value) => ({ value, label: PLATFORM_NAMES[value] }))}
            value={field.value as (typeof PLATFORMS)[number][]}
            onChange={field.onChange}
            error={fieldError(errors.platforms)}
          />
        )}
      />
      {isCreator && chosen.length > 0 && (
        <div className={styles.followers}>
          {PLATFORMS.filter((each) => chosen.includes(each)).map((platform) => (
            <TextInput
              key={platform}
              {...control.register(`followers.${platform}`)}
              label={t('profile.followers_on', { platform: platformName(platform) })}
              placeholder="0"
              inputMode="text"
              error={fieldError(errors.followers?.[platform])}
            />
          ))}
        </div>
      )}
      <Controller
        control={control}
        name="categories"
        render={({ field }) => (
          <TagSelect
            label={t(isCreator ? 'profile.categories_creator' : 'profile.categories_brand')}
            required={isCreator}
            options={CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
            value={field.value as (typeof CATEGORIES)[number][]}
            onChange={field.onChange}
            error={fieldError(errors.categories)}
          />
        )}
      />
      {isCreator && (
        <Controller
          control={control}
          name="expertise"
          render={({ field }) => (
            <TagsInput
              {...field}
              label={t('profile.expertise')}
              description={t('profile.expertise_hint')}
              maxTags={EXPERTISE_MAX}
              clearable={false}
              error={fieldError(errors.expertise)}
            />
          )}
        />
      )}
    </>
  )
}
