import { Button, NumberInput, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { actionWithName } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { toast } from '@/lib/toast.ts'
import { GroupName, NamedGroup } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { ProposalNote } from './proposed.tsx'
import { settingsQuery } from './queries.ts'
import { groupOfSetting, SETTING_GROUPS, type SettingGroup } from './setting-groups.ts'
import { isSwitch, settingValue, suffixOf } from './setting-value.ts'
import { SlowScreens } from './slow-screens.tsx'
import { useStaffAction } from './staff-actions.ts'
import { SearchField, useSearchTerm } from './staff-list.tsx'
import styles from './staff.module.css'

type Setting = {
  key: string
  value: number
  unit: string
  meaning: string
  min_value: number
  max_value: number
  needs_two: boolean
  /** The value that waits for a second member of staff. Until then the setting cannot be changed otherwise. */
  proposed: number | null
}

const isWithin = (value: unknown, { min_value, max_value }: Setting): value is number =>
  typeof value === 'number' && value >= min_value && value <= max_value

interface FieldProps {
  setting: Setting
  value: number | string
  onChange: (value: number | string) => void
}

/** A switch, or a number field that states its limits if the number is outside them. */
export function SettingField({ setting, value, onChange }: FieldProps) {
  const { t } = useTranslation('staff')
  const { key, unit, min_value: min, max_value: max } = setting
  const isWaiting = setting.proposed !== null
  if (isSwitch(key))
    return (
      <Switch
        aria-label={setting.meaning}
        disabled={isWaiting}
        checked={value === 1}
        onChange={(event) => onChange(Number(event.currentTarget.checked))}
      />
    )
  return (
    <NumberInput
      w={150}
      aria-label={setting.meaning}
      min={min}
      max={max}
      clampBehavior="none"
      suffix={suffixOf(unit, value)}
      disabled={isWaiting}
      value={value}
      error={
        !isWithin(value, setting) &&
        t('setting_bounds', {
          min: settingValue(key, min, unit),
          max: settingValue(key, max, unit),
        })
      }
      onChange={onChange}
    />
  )
}

function SettingRow({ setting, hidden }: { setting: Setting; hidden: boolean }) {
  const { t } = useTranslation(['staff', 'common'])
  const act = useStaffAction()
  // The typed value. It is null until something is typed, so that the field follows changes by others.
  const [typed, setTyped] = useState<number | string | null>(null)
  const value = typed ?? setting.value
  const isWaiting = setting.proposed !== null
  const isChanged = isWithin(value, setting) && value !== setting.value
  return (
    <li hidden={hidden}>
      <NamedGroup className={styles.row}>
        <span className={primitives.words}>
          <GroupName lang="en">{setting.meaning}</GroupName>
          <code className={primitives.quiet}>{setting.key}</code>
          {isWaiting ? (
            <ProposalNote
              text={t('change_proposed', {
                value: settingValue(setting.key, setting.proposed, setting.unit),
              })}
              find={setting.key}
            />
          ) : (
            setting.needs_two && <span className={primitives.quiet}>{t('needs_second')}</span>
          )}
        </span>
        <SettingField setting={setting} value={value} onChange={setTyped} />
        <Button
          aria-label={actionWithName(t('common:save'), setting.meaning)}
          variant={isChanged ? 'filled' : 'default'}
          disabled={!isChanged || isWaiting}
          loading={act.isPending}
          onClick={() =>
            act.mutate(
              { act: 'update_setting', args: { key: setting.key, value: Number(value) } },
              {
                onSuccess(outcome) {
                  if (outcome === 'done') toast.success(t('common:saved'))
                  setTyped(null)
                },
              },
            )
          }
        >
          {t('common:save')}
        </Button>
      </NamedGroup>
    </li>
  )
}

/** True for a setting that contains all words of the search. */
const isFound = ({ key, meaning }: Setting, term: string) =>
  term
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${key} ${meaning}`.toLowerCase().includes(word))

const GROUPS = Object.keys(SETTING_GROUPS) as SettingGroup[]
const idOf = (group: SettingGroup) => `settings-${group}`

interface GroupProps {
  group: SettingGroup
  list: Setting[]
  term: string
}

const settingsOf = (group: SettingGroup, list: Setting[]) =>
  list.filter(({ key }) => (groupOfSetting(key) ?? 'limits') === group)

function SettingsOf({ group, list, term }: GroupProps) {
  const { t } = useTranslation('staff')
  const id = idOf(group)
  return (
    <section aria-labelledby={id} hidden={!list.some((setting) => isFound(setting, term))}>
      <h2 id={id} className={styles.settings}>
        {t(`settings_of.${group}`)}
      </h2>
      <ul className={primitives.rows}>
        {/* Settings that do not match stay mounted but hidden, so that typed values are kept. */}
        {list.map((setting) => (
          <SettingRow key={setting.key} setting={setting} hidden={!isFound(setting, term)} />
        ))}
      </ul>
    </section>
  )
}

/** Settings of the market in groups; the group that stops the market comes first. Changes do not affect orders that have already begun. */
export function Settings() {
  const { t } = useTranslation(['staff', 'payments'])
  const query = useQuery(settingsQuery())
  const [term, setTerm] = useSearchTerm()
  const found = (query.data ?? []).filter((setting) => isFound(setting, term))
  return (
    <div className={primitives.stack}>
      <p className={`${primitives.intro} ${styles.intro}`}>{t('settings_text')}</p>
      <SearchField label={t('find_setting')} term={term} onTerm={setTerm} />
      <nav aria-label={t('section_settings')} className={primitives.wrap}>
        {GROUPS.filter((group) => settingsOf(group, found).length > 0).map((group) => (
          <a key={group} href={`#${idOf(group)}`} className={styles.link}>
            {t(`settings_of.${group}`)}
          </a>
        ))}
      </nav>
      <QueryView query={query} skeleton={<ListSkeleton rows={10} />}>
        {(list) => (
          <>
            {GROUPS.map((group) => (
              <SettingsOf key={group} group={group} list={settingsOf(group, list)} term={term} />
            ))}
            {found.length === 0 && (
              <EmptyState
                icon={SlidersHorizontal}
                title={t('payments:nothing_found')}
                text={t('nothing_found_text')}
              />
            )}
          </>
        )}
      </QueryView>
      {!term && <SlowScreens />}
    </div>
  )
}
