import { Group, Input, SegmentedControl, Select, Stack, Switch } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { shortDecimal } from '@/lib/i18n/numbers.ts'
import { OptionCount } from '@/ui/option-count.tsx'
import { TagSelect } from '@/ui/tag-select.tsx'
import { FOLLOWER_RANGES, SCALAR_FILTERS } from '@/domain/vocabulary.generated.ts'
import { YES_FILTERS, type CreatorFilters } from '@/domain/market/creator-filters.ts'
import { languageName, WORK_LANGUAGES } from '@/domain/market/market.ts'
import { LIST_NAMES, listOptions } from '@/domain/market/member-lists.ts'
import { useOptionCounts } from './creator-count-text.ts'
import { PackFilterFields } from './offer-fields.tsx'

const RATINGS = ['0', '3', '4', '4.5']

interface Props {
  value: CreatorFilters
  onChange: (next: CreatorFilters) => void
  /** True to show beside each option how many creators it would find. */
  counted?: boolean
}

interface LanguageProps {
  value: CreatorFilters
  onChange: (change: Partial<CreatorFilters>) => void
  countOf: ReturnType<typeof useOptionCounts>
}

function LanguageField({ value, onChange, countOf }: LanguageProps) {
  const { t, i18n } = useTranslation(['filters', 'common'])
  return (
    <Select
      label={t('common:language')}
      placeholder={t('any_language')}
      nothingFoundMessage={t('no_language')}
      data={WORK_LANGUAGES.map((code) => ({
        value: code,
        label: languageName(code, i18n.language),
      }))}
      renderOption={({ option }) => (
        <Group justify="space-between" flex={1}>
          {option.label}
          <OptionCount count={countOf('language', option.value)} />
        </Group>
      )}
      value={value.language ?? null}
      onChange={(language) => onChange({ language: language ?? undefined })}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('any_language') }}
    />
  )
}

/** All filters of a creator search except the search term. */
export function CreatorFilterFields({ value, onChange, counted = false }: Props) {
  const { t, i18n } = useTranslation(['filters', 'common'])
  const set = (change: Partial<CreatorFilters>) => onChange({ ...value, ...change })
  const ratingLabel = useId()
  const countOf = useOptionCounts(value, counted)
  return (
    <Stack gap="lg">
      <PackFilterFields value={value} onChange={set} />
      <LanguageField value={value} onChange={set} countOf={countOf} />
      <Input.Wrapper label={t('rating')} labelElement="div" labelProps={{ id: ratingLabel }}>
        <SegmentedControl
          fullWidth
          mt={6}
          aria-labelledby={ratingLabel}
          data={RATINGS.map((rating) => ({
            value: rating,
            label:
              rating === '0'
                ? t('any_rating')
                : t('at_least', { rating: shortDecimal(Number(rating), i18n.language) }),
          }))}
          value={RATINGS.includes(String(value.rating)) ? String(value.rating) : '0'}
          onChange={(rating) => set({ rating: Number(rating) || undefined })}
        />
      </Input.Wrapper>
      {YES_FILTERS.map((key) => (
        <Switch
          key={key}
          label={
            <>
              {t(`common:yes.${SCALAR_FILTERS[key].column}.only`)}
              <OptionCount count={countOf(key, 'true')} />
            </>
          }
          checked={value[key] ?? false}
          onChange={(event) => set({ [key]: event.currentTarget.checked })}
        />
      ))}
      {LIST_NAMES.map((list) => (
        <TagSelect
          key={list}
          label={t(`common:lists.${list}.name`)}
          options={listOptions(list).map((each) => ({ ...each, count: countOf(list, each.value) }))}
          value={value[list] ?? []}
          onChange={(words) => set({ [list]: words })}
        />
      ))}
      <TagSelect
        label={t('followers')}
        options={FOLLOWER_RANGES.map((each) => ({
          value: each,
          label: t(`common:followers_range.${each}`),
          count: countOf('followersRanges', each),
        }))}
        value={value.followersRanges ?? []}
        onChange={(followersRanges) => set({ followersRanges })}
      />
    </Stack>
  )
}
