import { Button, Switch } from '@mantine/core'
import { CalendarClock, Pencil, RotateCcw } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { platformName } from '@/domain/market/market.ts'
import { workOfPack, worksOf } from '@/domain/members/works.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { WorkPicture } from '@/shared/members/work-picture.tsx'
import { PackChoices } from '@/shared/orders/pack-choices.tsx'
import { PackPrice } from '@/shared/orders/pack-price.tsx'
import { PromiseList } from '@/shared/orders/promise-list.tsx'
import primitives from '@/ui/primitives.module.css'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import type { Pack } from './queries.ts'
import styles from './packs.module.css'

interface Props {
  pack: Pack
  onEdit: () => void
  onPublish: (publish: boolean) => void
}

export function PackCard({ pack, onEdit, onPublish }: Props) {
  const { t } = useTranslation(['packs', 'common'])
  const { profile } = useProfile()
  const work = workOfPack(pack, worksOf(profile))
  return (
    <article className={`${primitives.card} ${styles.card}`} aria-label={pack.title}>
      <div className={styles.top}>
        <ToneBadge tone={pack.is_published ? 'good' : 'neutral'}>
          {t(pack.is_published ? 'state.published' : 'state.hidden')}
        </ToneBadge>
        {pack.platform && <span className={primitives.quiet}>{platformName(pack.platform)}</span>}
      </div>
      <div className={styles.head}>
        {work && (
          <span>
            <WorkPicture path={work.thumbnail} />
          </span>
        )}
        <h2>
          <bdi>{pack.title}</bdi>
        </h2>
      </div>
      <p className={`${primitives.excerpt} ${styles.description}`}>
        {pack.description || t('no_description')}
      </p>
      <PromiseList promised={pack} />
      <PackChoices pack={pack} />
      <ul className={`${primitives.terms} ${styles.facts}`}>
        <li>
          <CalendarClock size={15} aria-hidden /> {t('common:days', { count: pack.delivery_days })}
        </li>
        <li>
          <RotateCcw size={15} aria-hidden /> {t('common:revisions', { count: pack.revisions })}
        </li>
      </ul>
      <div className={styles.bottom}>
        <span className={styles.price}>
          <PackPrice pack={pack} />
        </span>
        {!profile.suspended_at && (
          <>
            <Switch
              checked={pack.is_published}
              onChange={(event) => onPublish(event.currentTarget.checked)}
              aria-label={t('publish', { title: pack.title })}
            />
            <Button
              variant="default"
              size="xs"
              leftSection={<Pencil size={14} />}
              onClick={onEdit}
              aria-label={t('edit', { title: pack.title })}
            >
              {t('common:edit')}
            </Button>
          </>
        )}
      </div>
    </article>
  )
}
