import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import type { Fields } from '@/lib/form.ts'
import { LinksField } from '@/ui/links-field.tsx'
import type { BriefInput } from '@/domain/briefs/brief-form.ts'
import { Textarea } from '@/ui/textarea.tsx'
import styles from './brief.module.css'

interface Props {
  /** `fieldOf` of a form that contains the fields of a brief. */
  fieldOf: Fields<BriefInput>['fieldOf']
  /** True if all fields may stay empty: in a template, and in an offer, whose own text describes the work. */
  isOptional?: boolean | undefined
}

/** Fields for the goal, the message, the dos, the don'ts and the links. */
export function BriefFields({ fieldOf, isOptional }: Props) {
  const { t } = useTranslation(['brief', 'common'])
  const list = (name: 'dos' | 'donts') => (
    <Textarea
      label={t(name)}
      description={t('lines_text')}
      placeholder={t(`${name}_example`)}
      minRows={2}
      maxRows={10}
      {...fieldOf(name)}
    />
  )
  return (
    <>
      <Textarea
        label={t('goal')}
        placeholder={t('goal_example')}
        minRows={1}
        maxRows={4}
        maxLength={LIMITS.pack_orders_brief_goal_length.max}
        data-autofocus={!isOptional}
        {...fieldOf('goal')}
      />
      <Textarea
        label={t('message')}
        description={t('message_text')}
        placeholder={t('message_example')}
        withAsterisk={!isOptional}
        maxLength={LIMITS.pack_orders_brief_length.max}
        {...fieldOf('message')}
      />
      <div className={styles.pair}>
        {list('dos')}
        {list('donts')}
      </div>
      <LinksField {...fieldOf('links')} />
    </>
  )
}
