import { Group } from '@mantine/core'
import { isolated } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { bareAddress } from '@/domain/market/channels.ts'
import { platformName } from '@/domain/market/market.ts'
import { imageUrl } from '@/domain/members/images.ts'
import { isMadeHere, type Work } from '@/domain/members/works.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { OuterLink } from '@/ui/outer-link.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import styles from './works.module.css'

interface Props {
  work: Work | null
  onClose: () => void
}

/** The host of a link, which is shown because the link of a work may lead to any site. */
const hostOf = (link: string) => bareAddress(link).split(/[/?#]/)[0]

export function WorkDialog({ work, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog opened={work !== null} onClose={onClose} title={work && isolated(work.title)} size="xl">
      {work && (
        <>
          <img src={imageUrl(work.image) ?? undefined} alt={work.title} className={styles.full} />
          <Group gap="xs">
            {work.platform && <span>{platformName(work.platform)}</span>}
            {work.made_on && <TimeText value={work.made_on} show="date" />}
            {isMadeHere(work) && <span>{t('works.made_here')}</span>}
            {work.link && (
              <OuterLink href={work.link}>{t('works.look', { host: hostOf(work.link) })}</OuterLink>
            )}
          </Group>
        </>
      )}
    </Dialog>
  )
}
