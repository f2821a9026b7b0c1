import { Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
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
import type { FormFields } from '@/lib/form.ts'
import { TagSelect } from '@/ui/tag-select.tsx'
import type { ProfileInput } from './profile-form.ts'
import styles from './profile-fields.module.css'

interface FieldProps {
  form: FormFields<ProfileInput>
}

function LanguageField({ form }: FieldProps) {
  const { t, i18n } = useTranslation()
  return (
    <Select
      {...form.controlOf('language')}
      label={t('profile.language')}
      data={WORK_LANGUAGES.map((code) => ({
        value: code,
        label: languageName(code, i18n.language),
      }))}
      searchable
      allowDeselect={false}
      required
    />
  )
}

function FollowerFields({ form, chosen }: FieldProps & { chosen: string[] }) {
  const { t } = useTranslation()
  return (
    <div className={styles.followers}>
      {PLATFORMS.filter((each) => chosen.includes(each)).map((platform) => (
        <TextInput
          key={platform}
          {...form.fieldOf(`followers.${platform}`)}
          label={t('profile.followers_on', { platform: platformName(platform) })}
          placeholder="0"
          inputMode="text"
        />
      ))}
    </div>
  )
}

interface Props extends FieldProps {
  role: string | null
  /** Onboarding asks for the language in a step of its own. */
  withLanguage?: boolean
}

export function ProfileFields({ form, role, withLanguage = false }: Props) {
  const { t } = useTranslation()
  const chosen = form.watch('platforms')
  const isCreator = role === 'kol'
  const listField = (list: MemberList) => (
    <TagSelect
      key={list}
      {...form.controlOf(list)}
      label={t(`lists.${list}.${isCreator ? 'creator' : 'brand'}`)}
      required={isCreator && REQUIRED_LISTS.includes(list)}
      options={listOptions(list)}
    />
  )

  return (
    <>
      <TextInput
        {...form.fieldOf('displayName')}
        label={t(isCreator ? 'profile.name_creator' : 'profile.name_brand')}
        autoComplete={isCreator ? 'nickname' : 'organization'}
        maxLength={LIMITS.profiles_display_name_length.max}
        required
      />
      <Textarea
        {...form.fieldOf('bio')}
        label={t('profile.bio')}
        description={t(isCreator ? 'profile.bio_hint_creator' : 'profile.bio_hint_brand')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={LIMITS.profiles_bio_length.max}
      />
      {withLanguage && <LanguageField form={form} />}
      {listField('platforms')}
      {isCreator && chosen.length > 0 && <FollowerFields form={form} chosen={chosen} />}
      {OTHER_LISTS.map((list) => listField(list))}
      {isCreator &&
        TRAITS.map((trait) => (
          <Switch key={trait} {...form.fieldOf(`traits.${trait}`)} label={t(`yes.${trait}.name`)} />
        ))}
      {isCreator && (
        <TagsInput
          {...form.controlOf('expertise')}
          label={t('profile.expertise')}
          description={t('profile.expertise_hint')}
          maxTags={LIMITS.profiles_expertise_short.max}
          clearable={false}
        />
      )}
    </>
  )
}
