import { useQuery } from '@tanstack/react-query'
import { Check, ChevronRight } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { worksOf } from '@/domain/members/works.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import { SectionCard } from '@/ui/section-card.tsx'
import { progressQuery } from './queries.ts'
import styles from './home.module.css'

interface Step {
  name:
    | 'channels'
    | 'picture'
    | 'works'
    | 'pack'
    | 'approval'
    | 'brand_profile'
    | 'search'
    | 'order'
  done: boolean
  to: string | null
}

/** A newcomer's first steps, shown until they are done. */
export function StartList() {
  const { t } = useTranslation('home')
  const { profile } = useProfile()
  const { data } = useQuery(progressQuery(profile.id, profile.role))
  if (!data || data.orders > 0) return null
  const steps: Step[] =
    profile.role === 'kol'
      ? [
          {
            name: 'channels',
            done: Object.keys(profile.channels ?? {}).length > 0,
            to: paths.settings(),
          },
          {
            name: 'picture',
            done: Boolean(profile.profile_image && profile.bio),
            to: paths.settings(),
          },
          { name: 'works', done: worksOf(profile).length > 0, to: paths.settings() },
          { name: 'pack', done: data.packs > 0, to: paths.packs },
          ...(profile.rejection_reason
            ? []
            : [{ name: 'approval' as const, done: profile.is_approved, to: null }]),
        ]
      : [
          { name: 'brand_profile', done: Boolean(profile.bio), to: paths.settings() },
          { name: 'search', done: data.searches > 0, to: paths.discover },
          { name: 'order', done: data.orders > 0, to: paths.discover },
        ]
  if (steps.every((step) => step.done)) return null
  return (
    <SectionCard title={t('start.title')}>
      <ol className={styles.start}>
        {steps.map(({ name, done, to }, index) => {
          const body = (
            <>
              <span className={done ? styles.doneMark : styles.mark}>
                {done ? <Check size={15} aria-hidden /> : index + 1}
              </span>
              <span className={styles.words}>
                <strong>
                  {t(`start.${name}`)}
                  {done && <span className="k-visually-hidden"> ({t('start.done')})</span>}
                </strong>
                <span className={styles.sub}>{t(`start.${name}_text`)}</span>
              </span>
              {to && !done && <ChevronRight size={18} aria-hidden className={styles.arrow} />}
            </>
          )
          return (
            <li key={name}>
              {to && !done ? (
                <Link href={to} className={styles.row}>
                  {body}
                </Link>
              ) : (
                <div className={styles.row}>{body}</div>
              )}
            </li>
          )
        })}
      </ol>
    </SectionCard>
  )
}
