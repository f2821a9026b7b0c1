import { Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { Controller, useFormState, useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { languageName, PLATFORMS, platformName, WORK_LANGUAGES } from '@/domain/market/market.ts'
import {
  listOptions,
  OTHER_LISTS,
  REQUIRED_LISTS,
  type MemberList,
} from '@/domain/market/member-lists.ts'
import { TRAITS } from '@/domain/market/traits.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { fieldError } from '@/lib/form.ts'
import { TagSelect } from '@/ui/tag-select.tsx'
import type { ProfileInput } from './profile-form.ts'
import styles from './profile-fields.module.css'

interface Props {
  control: Control<ProfileInput>
  role: string | null
  /** Onboarding asks for the language in a step of its own. */
  withLanguage?: boolean
}

interface ListProps {
  control: Control<ProfileInput>
  list: MemberList
  isCreator: boolean
}

function ListField({ control, list, isCreator }: ListProps) {
  const { t } = useTranslation()
  return (
    <Controller
      control={control}
      name={list}
      render={({ field, fieldState }) => (
        <TagSelect
          label={t(`lists.${list}.${isCreator ? 'creator' : 'brand'}`)}
          required={isCreator && REQUIRED_LISTS.includes(list)}
          options={listOptions(list)}
          value={field.value}
          onChange={field.onChange}
          error={fieldError(fieldState.error)}
        />
      )}
    />
  )
}

type FieldProps = Pick<Props, 'control'>

function LanguageField({ control }: FieldProps) {
  const { t, i18n } = useTranslation()
  const { errors } = useFormState({ control })
  return (
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
  )
}

function FollowerFields({ control, chosen }: FieldProps & { chosen: string[] }) {
  const { t } = useTranslation()
  const { errors } = useFormState({ control })
  return (
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
  )
}

export function ProfileFields({ control, role, withLanguage = false }: Props) {
  const { t } = useTranslation()
  const { errors } = useFormState({ control })
  const chosen = useWatch({ control, name: 'platforms' })
  const isCreator = role === 'kol'

  return (
    <>
      <TextInput
        {...control.register('displayName')}
        label={t(isCreator ? 'profile.name_creator' : 'profile.name_brand')}
        autoComplete={isCreator ? 'nickname' : 'organization'}
        maxLength={LIMITS.profiles_display_name_length.max}
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
        maxLength={LIMITS.profiles_bio_length.max}
        error={fieldError(errors.bio)}
      />
      {withLanguage && <LanguageField control={control} />}
      <ListField control={control} list="platforms" isCreator={isCreator} />
      {isCreator && chosen.length > 0 && <FollowerFields control={control} chosen={chosen} />}
      {OTHER_LISTS.map((list) => (
        <ListField key={list} control={control} list={list} isCreator={isCreator} />
      ))}
      {isCreator &&
        TRAITS.map((trait) => (
          <Switch
            key={trait}
            {...control.register(`traits.${trait}`)}
            label={t(`yes.${trait}.name`)}
          />
        ))}
      {isCreator && (
        <Controller
          control={control}
          name="expertise"
          render={({ field }) => (
            <TagsInput
              {...field}
              label={t('profile.expertise')}
              description={t('profile.expertise_hint')}
              maxTags={LIMITS.profiles_expertise_short.max}
              clearable={false}
              error={fieldError(errors.expertise)}
            />
          )}
        />
      )}
    </>
  )
}
