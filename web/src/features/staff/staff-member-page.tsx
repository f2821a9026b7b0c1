import { useState } from 'react'
import { UserX, ScrollText } from 'lucide-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useParams } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { BackLink } from '@/ui/back-link.tsx'
import { EmptyPage } from '@/ui/empty-state.tsx'
import { Page, PageHeader } from '@/ui/page.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import * as z from 'zod/mini'
import { useDraftForm } from '@/lib/form.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import { idOf, LongList } from '@/ui/long-list.tsx'
import { MemberFileView } from './member-file.tsx'
import { MemberRow } from './members.tsx'
import { ApprovalChecklist, NewcomerFacts } from './newcomer.tsx'
import { ProfileDetails } from './profile-details.tsx'
import { memberFileQuery } from './queries.ts'
import { staffListQuery } from './staff-list-query.ts'
import { StaffOnly } from './staff-only.tsx'
import type { Profile } from './staff-rows.ts'
import { note, NoteField } from './note-dialog.tsx'
import { AuditRow } from './audit.tsx'
import styles from './staff.module.css'

/** Acts of staff about a member, the newest first. */
function MemberLog({ id }: { id: string }) {
  const { t } = useTranslation('staff')
  const query = useInfiniteQuery(staffListQuery('audit', { about: id }))
  return (
    <SectionCard title={t('section_audit')}>
      <QueryView
        bare
        more="press"
        query={query}
        skeleton={<ListSkeleton rows={3} />}
        isEmpty={({ pages }) => pages[0]?.rows.length === 0}
        empty={{ icon: ScrollText, title: t('no_audit') }}
      >
        {({ pages }) => (
          <LongList
            name={`staff audit ${id}`}
            pages={pages.map(({ rows }) => rows)}
            keyOf={idOf}
            hasMore={query.hasNextPage}
            itemClass={styles.row}
          >
            {(row) => <AuditRow row={row} />}
          </LongList>
        )}
      </QueryView>
    </SectionCard>
  )
}

const schema = z.object({ note })

/** Form for the reason why staff open the private data of a member; the audit log stores it. */
function ReasonForm({
  profileId,
  onReason,
}: {
  profileId: string
  onReason: (reason: string) => void
}) {
  const { t } = useTranslation('staff')
  const { fieldOf, handleSubmit } = useDraftForm(schema, { note: '' }, `staff:read:${profileId}`)
  return (
    <Form onSubmit={handleSubmit((fields) => Promise.resolve(onReason(fields.note)))}>
      <p className={primitives.quiet}>{t('read_member_text')}</p>
      <NoteField label={t('read_member_reason')} data-autofocus={undefined} {...fieldOf('note')} />
      <FormActions submit={t('read_member')} busy={false} />
    </Form>
  )
}

/** The private data of a member, after a reason was given, which is valid for an hour. */
function Private({ profile }: { profile: Profile }) {
  const { t } = useTranslation('staff')
  const [reason, setReason] = useState('')
  const query = useQuery(memberFileQuery(profile.id, reason))
  if (profile.is_own_case) return <p className={primitives.quiet}>{t('own_case')}</p>
  return (
    <QueryView query={query} skeleton={<ListSkeleton rows={6} />}>
      {(file) =>
        file ? (
          <MemberFileView profile={profile} file={file} />
        ) : (
          <SectionCard title={t('read_member')}>
            <ReasonForm profileId={profile.id} onReason={setReason} />
          </SectionCard>
        )
      }
    </QueryView>
  )
}

function Content({ id }: { id: string }) {
  const { t } = useTranslation(['staff', 'common'])
  const query = useInfiniteQuery(staffListQuery('members', { about: id }))
  return (
    <>
      <BackLink href={paths.staff('members')}>{t('section_members')}</BackLink>
      <QueryView isPage query={query} skeleton={<ListSkeleton rows={6} />}>
        {({ pages }) => {
          const profile = pages[0]?.rows[0]
          if (!profile) return <EmptyPage icon={UserX} title={t('member_gone')} />
          return (
            <>
              <PageHeader title={profile.display_name ?? t('common:unknown')} />
              <div className={primitives.stack}>
                <SectionCard>
                  <div className={primitives.stack}>
                    <MemberRow profile={profile} />
                    <ProfileDetails profile={profile} />
                    {!profile.is_approved && profile.onboarded_at && (
                      <>
                        <NewcomerFacts profile={profile} />
                        <ApprovalChecklist />
                      </>
                    )}
                  </div>
                </SectionCard>
                <Private profile={profile} />
                {!profile.is_own_case && <MemberLog id={id} />}
              </div>
            </>
          )
        }}
      </QueryView>
    </>
  )
}

export function StaffMemberPage() {
  const { profileId = '' } = useParams<{ profileId: string }>()
  return (
    <Page>
      <StaffOnly>
        <Content key={profileId} id={profileId} />
      </StaffOnly>
    </Page>
  )
}
