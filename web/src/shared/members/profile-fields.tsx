import { Fieldset, MultiSelect, Select, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import {
  languageName,
  PLATFORMS,
  platformName,
  WORK_LANGUAGES,
  type Platform,
} from '@/domain/market/market.ts'
import {
  listOptions,
  OTHER_LISTS,
  REQUIRED_LISTS,
  type MemberList,
} from '@/domain/market/member-lists.ts'
import { TRAITS } from '@/domain/market/traits.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import type { FormFields } from '@/lib/form.ts'
import { textOf } from '@/lib/i18n/text.ts'
import { TagSelect } from '@/ui/tag-select.tsx'
import { Textarea } from '@/ui/textarea.tsx'
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
      required
    />
  )
}

function HandleField({ form, platform }: FieldProps & { platform: Platform }) {
  const { t } = useTranslation()
  return (
    <TextInput
      {...form.fieldOf(`channels.${platform}`)}
      label={t('profile.handle_on', { platform: platformName(platform) })}
      placeholder="@"
      autoCapitalize="none"
      spellCheck={false}
      inputMode="url"
    />
  )
}

/** For each chosen platform, fields for the channel and its number of followers. */
function ChannelFields({ form, chosen }: FieldProps & { chosen: string[] }) {
  const { t } = useTranslation()
  return (
    <Fieldset variant="unstyled" legend={t('channels.title')}>
      <Text size="sm" c="dimmed" mb="xs">
        {t('profile.channels_hint')}
      </Text>
      <div className={styles.channels}>
        {PLATFORMS.filter((each) => chosen.includes(each)).map((platform) => (
          <Fragment key={platform}>
            <HandleField form={form} platform={platform} />
            <TextInput
              {...form.fieldOf(`followers.${platform}`)}
              label={t('profile.followers_on', { platform: platformName(platform) })}
              placeholder="0"
              inputMode="text"
            />
          </Fragment>
        ))}
      </div>
    </Fieldset>
  )
}

/** The most other languages of a member, as in the constraint `profiles_other_languages_known`. */
const MORE_LANGUAGES = 5

function OtherLanguagesField({ form }: FieldProps) {
  const { t, i18n } = useTranslation()
  const main = form.watch('language')
  return (
    <MultiSelect
      {...form.controlOf('otherLanguages')}
      label={t('profile.other_languages')}
      data={WORK_LANGUAGES.filter((code) => code !== main).map((code) => ({
        value: code,
        label: languageName(code, i18n.language),
      }))}
      maxValues={MORE_LANGUAGES}
      searchable
    />
  )
}

/** Number of characters, shown near the limit, because the field simply accepts no more than that. */
const countNearEnd = (used: number, max: number) =>
  used >= max * 0.8 ? textOf('common:profile.characters', { used, max }) : undefined

function AddressesOfBrand({ form }: FieldProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.channels}>
      <TextInput
        {...form.fieldOf('website')}
        label={t('profile.website')}
        placeholder="https://"
        autoComplete="url"
        inputMode="url"
      />
      <HandleField form={form} platform="x" />
    </div>
  )
}

interface Props extends FieldProps {
  role: string | null
  /** False in onboarding, which asks for the language in a step of its own. */
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
        description={countNearEnd(
          form.watch('displayName').length,
          LIMITS.profiles_display_name_length.max,
        )}
        autoComplete={isCreator ? 'nickname' : 'organization'}
        maxLength={LIMITS.profiles_display_name_length.max}
        required
      />
      <Textarea
        {...form.fieldOf('bio')}
        label={t('profile.bio')}
        description={t(isCreator ? 'profile.bio_hint_creator' : 'profile.bio_hint_brand')}
        minRows={3}
        maxRows={10}
        maxLength={LIMITS.profiles_bio_length.max}
      />
      {withLanguage && <LanguageField form={form} />}
      {isCreator && <OtherLanguagesField form={form} />}
      {listField('platforms')}
      {isCreator && chosen.length > 0 && <ChannelFields form={form} chosen={chosen} />}
      {!isCreator && <AddressesOfBrand form={form} />}
      {OTHER_LISTS.map((list) => listField(list))}
      {isCreator &&
        TRAITS.map((trait) => (
          <Switch
            key={trait}
            {...form.switchOf(`traits.${trait}`)}
            label={t(`yes.${trait}.name`)}
          />
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
