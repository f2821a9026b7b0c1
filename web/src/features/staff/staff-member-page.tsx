import { useState } from 'react'
import { ShieldOff, UserX } from 'lucide-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useParams } from 'wouter'
import { FactorGate } from '@/shared/accounts/second-factor/factor-gate.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import { BackLink } from '@/ui/back-link.tsx'
import { EmptyPage } from '@/ui/empty-state.tsx'
import { PageHeader } from '@/ui/page-header.tsx'
import { Page } from '@/ui/page.tsx'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { MemberFileView } from './member-file.tsx'
import { MemberLog } from './member-log.tsx'
import { Member } from './members.tsx'
import { ProfileDetails } from './profile-details.tsx'
import { memberFileQuery } from './queries.ts'
import { ReasonForm } from './reason-form.tsx'
import { staffListQuery } from './staff-list-query.ts'
import type { Profile } from './staff-rows.ts'

/** The private part: asked for with a reason, which holds for an hour. */
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
                    <Member profile={profile} />
                    <ProfileDetails profile={profile} />
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

/** Everything that staff know of one member. */
export function StaffMemberPage() {
  const { t } = useTranslation('staff')
  const { profile } = useProfile()
  const { profileId = '' } = useParams<{ profileId: string }>()
  return (
    <Page>
      {profile.is_staff ? (
        <FactorGate title={t('title')} text={t('factor_text')}>
          <Content key={profileId} id={profileId} />
        </FactorGate>
      ) : (
        <EmptyPage icon={ShieldOff} title={t('not_staff')} text={t('not_staff_text')} />
      )}
    </Page>
  )
}
