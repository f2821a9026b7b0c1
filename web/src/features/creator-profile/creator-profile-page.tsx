import { Alert, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Eye, UserX } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useParams } from 'wouter'
import { OTHER_LISTS, wordLabel } from '@/domain/market/member-lists.ts'
import { lastSearchPath } from '@/domain/market/last-search.ts'
import { traitLabels } from '@/domain/market/traits.ts'
import { memberQuery, type Member } from '@/domain/members/members.ts'
import { worksOf, type Work } from '@/domain/members/works.ts'
import { paths } from '@/domain/paths.ts'
import { WorkGrid } from '@/shared/members/work-grid.tsx'
import { useProfile, type Profile as ProfileRow } from '@/shared/members/profile.tsx'
import { AfterFirstPaint } from '@/ui/after-first-paint.tsx'
import { BackLink } from '@/ui/back-link.tsx'
import { EmptyPage } from '@/ui/empty-state.tsx'
import { MemberText } from '@/ui/member-text.tsx'
import { Page } from '@/ui/page.tsx'
import { CardsSkeleton, QueryView } from '@/ui/query-view.tsx'
import primitives from '@/ui/primitives.module.css'
import { TagList } from '@/ui/tag-list.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import { PackList } from './pack-list.tsx'
import { ProfileHead } from './profile-head.tsx'
import { ReviewList } from './review-list.tsx'
import styles from './creator-profile.module.css'

function About({ member }: { member: Member }) {
  const { t } = useTranslation(['creator-profile', 'common'])
  return (
    <section aria-labelledby="about">
      <h2 id="about" className={styles.sectionTitle}>
        {t('common:profile.bio')}
      </h2>
      <MemberText text={member.bio || t('no_bio')} className={styles.bio} />
      {member.changed_since && (
        <p className={`${primitives.quiet} ${styles.note}`}>
          {t('changed_since')} <TimeText value={member.changed_since} show="date" />
        </p>
      )}
      {OTHER_LISTS.filter((list) => member[list].length > 0).map((list) => (
        <TagList
          key={list}
          label={t(`common:lists.${list}.name`)}
          tags={member[list].map((each) => wordLabel(list, each))}
        />
      ))}
      <TagList label={t('common:profile.bio')} tags={traitLabels(member)} />
      {member.expertise.length > 0 && (
        <>
          <h3 className={styles.subTitle}>{t('common:profile.expertise')}</h3>
          <TagList label={t('common:profile.expertise')} tags={member.expertise} />
        </>
      )}
    </section>
  )
}

function Works({ works }: { works: Work[] }) {
  const { t } = useTranslation('common')
  if (works.length === 0) return null
  return (
    <section aria-labelledby="works">
      <h2 id="works" className={styles.sectionTitle}>
        {t('works.title')}
      </h2>
      <WorkGrid works={works} />
    </section>
  )
}

function Profile({ member }: { member: Member }) {
  return (
    <>
      <ProfileHead member={member} />
      <div
        className={member.role === 'kol' ? `${primitives.columns} ${styles.columns}` : undefined}
      >
        <div className={`${primitives.stack} ${styles.main}`}>
          <Works works={worksOf(member)} />
          <AfterFirstPaint>
            <About member={member} />
            <ReviewList member={member} />
          </AfterFirstPaint>
        </div>
        {member.role === 'kol' && (
          <div className={styles.side}>
            <PackList creator={member} />
          </div>
        )}
      </div>
    </>
  )
}

/** The member's own profile as the market will show it. */
const asMember = (profile: ProfileRow): Member | null =>
  profile.role && profile.display_name
    ? {
        ...profile,
        role: profile.role,
        display_name: profile.display_name,
        language: profile.language ?? '',
      }
    : null

export function CreatorProfilePage() {
  const { t } = useTranslation(['creator-profile', 'common'])
  const { profileId = '' } = useParams<{ profileId: string }>()
  const query = useQuery(memberQuery(profileId))
  const { profile } = useProfile()
  const isOwn = profileId === profile.id
  return (
    <Page>
      {profile.role === 'brand' && !isOwn && (
        <BackLink href={lastSearchPath()}>{t('back')}</BackLink>
      )}
      <QueryView
        isPage
        query={query}
        skeleton={
          <>
            <Skeleton height={200} radius="lg" mb={28} />
            <CardsSkeleton cards={3} height={180} />
          </>
        }
      >
        {(found) => {
          const member = found ?? (isOwn ? asMember(profile) : null)
          return member ? (
            <>
              {isOwn && (
                <Alert mb="md" color="gray" icon={<Eye size={18} aria-hidden />}>
                  {t(found ? 'own_view' : 'own_view_waiting')}
                </Alert>
              )}
              <Profile key={member.id} member={member} />
            </>
          ) : (
            <EmptyPage
              icon={UserX}
              title={t('gone_title')}
              text={t('gone_text')}
              action={
                <LinkButton href={paths.discover}>{t('common:discover_creators')}</LinkButton>
              }
            />
          )
        }}
      </QueryView>
    </Page>
  )
}
