import { Button, Checkbox } from '@mantine/core'
import { FolderInput, StickyNote } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import type { FromPrice } from '@/domain/market/from-prices.ts'
import { languagesOf } from '@/domain/market/market.ts'
import { FromPriceText } from '@/shared/market/from-price-text.tsx'
import { ShortlistButton } from '@/shared/market/shortlist-button.tsx'
import type { Shortlisted } from '@/domain/market/shortlist.ts'
import { imageUrl } from '@/domain/members/images.ts'
import { ShortChannels } from '@/shared/members/channel-list.tsx'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import type { Member } from '@/domain/members/members.ts'
import { RatingText } from '@/shared/members/rating-text.tsx'
import { WorkPicture } from '@/shared/members/work-picture.tsx'
import { worksOf } from '@/domain/members/works.ts'
import { VerifiedMark } from '@/shared/members/verified-mark.tsx'
import { paths } from '@/domain/paths.ts'
import { LinkButton } from '@/ui/link-button.tsx'
import primitives from '@/ui/primitives.module.css'
import styles from './shortlist.module.css'

interface Props {
  entry: Shortlisted
  creator: Member
  price: FromPrice | null | undefined
  isCompared: boolean
  isFull: boolean
  onCompare: () => void
  onNote: () => void
  onMove: () => void
}

function Acts({
  entry,
  creator,
  onNote,
  onMove,
}: Pick<Props, 'entry' | 'creator' | 'onNote' | 'onMove'>) {
  const { t } = useTranslation(['shortlist', 'common'])
  return (
    <div className={`${primitives.wrap} ${primitives.last}`}>
      <Button
        variant="default"
        size="xs"
        leftSection={<StickyNote size={14} aria-hidden />}
        aria-label={t(entry.note ? 'note_edit_about' : 'note_add_about', {
          name: creator.display_name,
        })}
        onClick={onNote}
      >
        {t(entry.note ? 'note_edit' : 'note_add')}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<FolderInput size={14} aria-hidden />}
        aria-label={t('move_named', { name: creator.display_name })}
        onClick={onMove}
      >
        {t('move')}
      </Button>
      <LinkButton href={paths.messages(creator.id)} size="xs">
        {t('common:message')}
      </LinkButton>
      <LinkButton href={paths.creator(creator.id)} size="xs">
        {t('see_packs')}
      </LinkButton>
      <ShortlistButton creator={creator} size="xs" isRemoval />
    </div>
  )
}

export function ListedCard({
  entry,
  creator,
  price,
  isCompared,
  isFull,
  onCompare,
  onNote,
  onMove,
}: Props) {
  const { t, i18n } = useTranslation(['shortlist', 'common'])
  return (
    <article className={primitives.card} aria-label={creator.display_name}>
      <WorkPicture path={worksOf(creator)[0]?.thumbnail} />
      <div className={primitives.line}>
        <MemberAvatar
          name={creator.display_name}
          image={imageUrl(creator.profile_image)}
          size={44}
        />
        <div>
          <h2 className={styles.name}>
            <Link href={paths.creator(creator.id)}>
              <bdi>{creator.display_name}</bdi>
            </Link>{' '}
            {creator.is_verified && <VerifiedMark />}
          </h2>
          <p className={primitives.quiet}>{languagesOf(creator, i18n.language)}</p>
          <RatingText rating={creator.rating} count={creator.review_count} />
        </div>
      </div>
      <ShortChannels of={creator} />
      <p className={styles.price}>
        <FromPriceText price={price} />
      </p>
      {entry.note && <p className={styles.note}>{entry.note}</p>}
      <Checkbox
        label={t('compare_this')}
        aria-label={t('compare_named', { name: creator.display_name })}
        checked={isCompared}
        disabled={isFull && !isCompared}
        onChange={onCompare}
      />
      <Acts entry={entry} creator={creator} onNote={onNote} onMove={onMove} />
    </article>
  )
}
