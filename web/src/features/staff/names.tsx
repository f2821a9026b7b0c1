import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { UserX } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { useUser } from '@/lib/session/session.ts'
import { sendOnce } from '@/lib/storage/drafts.ts'
import { toast } from '@/lib/toast.ts'
import { GroupName } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'
import { useStaffAction } from './staff-actions.ts'
import { StaffList } from './staff-list.tsx'
import styles from './staff.module.css'

const reserveSchema = z.object({
  name: requiredText(textKey('staff:name_needed')),
  insideWords: z.boolean(),
})
const banSchema = z.object({
  email: z.string().check(z.trim(), z.includes('@', textKey('staff:email_wrong'))),
})

function ReserveForm() {
  const { t } = useTranslation(['staff', 'common'])
  const act = useStaffAction()
  const { fieldOf, handleSubmit, reset } = useDraftForm(
    reserveSchema,
    { name: '', insideWords: false },
    'staff:reserve',
  )
  const submit = handleSubmit(({ name, insideWords }) =>
    act
      .mutateAsync({ act: 'reserve_name', args: { name, inside_words: insideWords } })
      .then(() => reset()),
  )
  return (
    <form className={styles.inline} onSubmit={submit} noValidate>
      <TextInput
        label={t('common:name')}
        maxLength={LIMITS.reserved_names_length.max}
        {...fieldOf('name')}
      />
      <Checkbox
        className={styles.inlineCheck}
        label={t('inside_words')}
        {...fieldOf('insideWords')}
      />
      <Button type="submit" loading={act.isPending}>
        {t('reserve_name')}
      </Button>
    </form>
  )
}

function ReservedNames() {
  const { t } = useTranslation(['staff', 'payments'])
  const act = useStaffAction()
  return (
    <SectionCard title={t('reserved_names')}>
      <p className={`${primitives.intro} ${styles.intro}`}>{t('reserved_names_text')}</p>
      <ReserveForm />
      <StaffList
        list="names"
        isPart
        find={t('find_name')}
        keyOf={({ name }) => name}
        empty={{ icon: UserX, title: t('payments:nothing_found') }}
      >
        {({ name, inside_words: insideWords, is_fixed: isFixed }) => (
          <>
            <span className={primitives.words}>
              <GroupName>{name}</GroupName>
              {insideWords && <span className={primitives.quiet}>{t('inside_words')}</span>}
            </span>
            {!isFixed && (
              <Button
                size="xs"
                variant="subtle"
                aria-label={t('release_name_of', { name })}
                onClick={() => act.mutate({ act: 'release_name', args: { name } })}
              >
                {t('release_name')}
              </Button>
            )}
          </>
        )}
      </StaffList>
    </SectionCard>
  )
}

function Bans() {
  const { t } = useTranslation('staff')
  const lift = useStaffAction()
  const member = useUser()?.id ?? 'nobody'
  const { fieldOf, handleSubmit, reset } = useDraftForm(banSchema, { email: '' }, 'staff:ban')
  const submit = handleSubmit(({ email }) =>
    sendOnce(member, 'staff:ban', (key) =>
      lift.mutateAsync({ act: 'lift_ban', args: { email, idempotency_key: key } }),
    ).then((outcome) => {
      if (outcome === 'done') toast.success(t('ban_lifted'))
      if (outcome === 'nothing') toast.info(t('no_such_ban'))
      reset()
    }),
  )
  return (
    <SectionCard title={t('bans')}>
      <p className={`${primitives.intro} ${styles.intro}`}>{t('bans_text')}</p>
      <form className={styles.inline} onSubmit={submit} noValidate>
        <TextInput type="email" label={t('banned_email')} {...fieldOf('email')} />
        <Button type="submit" loading={lift.isPending}>
          {t('lift_ban')}
        </Button>
      </form>
    </SectionCard>
  )
}

export function NamesAndBans() {
  return (
    <Stack gap="lg">
      <Bans />
      <ReservedNames />
    </Stack>
  )
}
